import Foundation
import ReelCanvas
import ReelGeometry
import Testing

@testable import ReelRecording

@Suite struct PNGSequenceTests {
  @Test(
    "A pattern has one number, and %% is a percent sign",
    arguments: [
      ("a/%04d.png", 7, "a/0007.png"), ("%d.png", 12, "12.png"), ("x%%y%02d", 123, "x%y123"),
      ("f-%09d-.png", 1, "f-000000001-.png"),
    ])
  func patterns(pattern: String, index: Int, path: String) throws {
    let names = try NumberedNames(pattern: "/" + pattern)
    #expect(names.url(of: index).path == "/" + path)
    #expect(names.matches(names.url(of: index).lastPathComponent))
    #expect(!names.matches("other"))
  }

  @Test(
    "Other patterns are refused",
    arguments: ["a.png", "%s.png", "%d-%d.png", "%4d.png", "%00d.png", "%", "%0", "%012d", "100%%.png"])
  func badPatterns(pattern: String) {
    #expect(throws: InvalidValue.self) { try NumberedNames(pattern: pattern) }
  }

  @Test("A sequence holds every frame, dropped and unchanged ones as the picture before them")
  func sequence() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("reel-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let sink = PNGSequence(names: NumberedNames(folder: folder))
    let size = PixelSize(width: 3, height: 2)
    try await sink.begin(size: size, frameRate: 10)
    for (index, value) in [(0, 10), (1, 11), (4, 14)] as [(Int, UInt8)] {
      var bitmap = Bitmap(size: size)
      bitmap[2, 1] = Pixel(red: 0, green: 0, blue: value)
      try await sink.append(
        Frame(time: FrameTime(index: index, frameRate: 10), bitmap: bitmap, changed: .all(of: size)))
    }
    let output = try await sink.finish(frameCount: 6)
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(files == ["0000.png", "0001.png", "0002.png", "0003.png", "0004.png", "0005.png"])
    let values = try files.map { try Bitmap(pngAt: folder.appendingPathComponent($0))[2, 1].blue }
    #expect(values == [10, 11, 11, 11, 14, 14])
    let bytes = try files.map { try Data(contentsOf: folder.appendingPathComponent($0)).count }.reduce(0, +)
    #expect(output.byteCount == bytes)

    let second = PNGSequence(names: NumberedNames(folder: folder), replaceExisting: false)
    await #expect(throws: OutputError.exists(path: folder.path + "/0000.png")) {
      try await second.begin(size: size, frameRate: 10)
    }
    await sink.cancel()
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  @Test("A folder whose parent is missing is refused before work begins")
  func missingParent() async {
    let sink = PNGSequence(names: NumberedNames(folder: URL(fileURLWithPath: "/nonexistent/parent/frames")))
    await #expect(throws: OutputError.self) {
      try await sink.begin(size: PixelSize(width: 2, height: 2), frameRate: 10)
    }
  }
}
