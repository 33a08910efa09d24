import ReelCanvas
import ReelFiles
import ReelGeometry
import ReelTiming
import ReelVideo
import Testing

@testable import ReelRecording

@Suite("Frames with times of their own at a constant rate") struct SteadySinkTests {
  /// Notes the numbers of the frames and what is on them.
  private actor Notes: FrameSink {
    var frames: [Int: UInt8] = [:]
    var length = 0
    var rate: FrameRate?

    func begin(_ stream: FrameStream) { rate = stream.clock == nil ? stream.frameRate : nil }
    func append(_ frame: Frame) { frames[frame.time.index] = frame.bitmap[0, 0].red }
    func finish(frameCount: Int) throws -> RecordedOutput {
      length = frameCount
      return RecordedOutput(url: nil, byteCount: 0)
    }
    func cancel() {}
  }

  /// Hands over frames at times in hundredths, with how long each is shown; the number of a frame is its colour.
  private func film(_ spans: [(at: Int, for: Int)], rate: FrameRate) async throws -> (frames: [Int: UInt8], length: Int)
  {
    let notes = Notes()
    let sink = SteadySink(notes, frameRate: rate, seconds: nil)
    var stream = FrameStream(size: PixelSize(width: 16, height: 16), frameRate: 25)
    stream.clock = TimeBase(1, 100)
    try await sink.begin(stream)
    for (index, span) in spans.enumerated() {
      var bitmap = Bitmap(width: 16, height: 16)
      bitmap.fill(with: Pixel(red: UInt8(index), green: 0, blue: 0))
      let time = FrameTime(
        index: index, frameRate: 25, ticks: span.at, duration: span.for, clock: TimeBase(1, 100))
      try await sink.append(Frame(time: time, bitmap: bitmap, changed: .all(of: bitmap.size)))
    }
    _ = try await sink.finish(frameCount: spans.count)
    #expect(await notes.rate == rate)
    return (await notes.frames, await notes.length)
  }

  @Test("Each time on the grid shows the picture that is on screen then")
  func grid() async throws {
    let film = try await film([(0, 10), (10, 3), (13, 2), (15, 85)], rate: 10)
    // The pictures at 0.13 and 0.15 are both over before 0.2, or last beyond it.
    #expect(film.frames == [0: 0, 1: 1, 2: 3] && film.length == 10)
  }

  @Test("Pictures between two times of the grid are left out, and the film keeps its length")
  func thinned() async throws {
    let film = try await film((0..<100).map { ($0, 1) }, rate: 25)
    #expect(film.frames.keys.sorted() == Array(0..<25) && film.length == 25)
    #expect(film.frames.allSatisfy { $0.value == UInt8(4 * $0.key) })
  }

  @Test("A last picture that begins and ends between two times is not shown")
  func late() async throws {
    let film = try await film([(0, 11), (11, 2)], rate: 10)
    #expect(film.frames == [0: 0] && film.length == 2)
  }
}
