import ReelGeometry
import Testing

@testable import ReelVideo

@Suite("The memory of a film")
struct WorkingMemoryTests {
  private let size = PixelSize(width: 1280, height: 720)

  @Test("What cannot be had is refused with the numbers, before anything is made")
  func refused() async throws {
    #expect(throws: MovieError.self) { try WorkingMemory.reserve(1 << 60, for: size) }
    let error = MovieError.memoryShort(size: size, neededBytes: 900 << 20, freeBytes: 300 << 20)
    #expect(
      error.description
        == "pictures of 1280x720 need about 900 MB of memory, but only 300 MB are free: choose a smaller size")
  }

  @Test("The estimate grows with the picture and with what the encoder keeps")
  func estimate() throws {
    var configuration = VideoConfiguration(size: size, frameRate: 10)
    let usual = configuration.estimatedMemory
    #expect((100 << 20...400 << 20).contains(usual), "\(usual)")
    try configuration.reserveMemory()
    configuration.pixelFormat = .yuv444p
    #expect(configuration.estimatedMemory > usual)
    configuration.size = PixelSize(width: 3840, height: 2160)
    #expect(configuration.estimatedMemory > 8 * usual)
  }

  #if os(Linux)
    @Test("The system's tables are read by their names")
    func tables() throws {
      let text = "MemTotal:       24681 kB\nMemAvailable:   1234 kB\nanon 42\n"
      #expect(SystemText.value(of: "MemAvailable:", in: text) == 1234)
      #expect(SystemText.value(of: "anon", in: text) == 42)
      #expect(SystemText.value(of: "Swap:", in: text) == nil)
      #expect(try #require(WorkingMemory.available()) > 0)
    }
  #endif
}
