import ReelCanvas
import ReelGeometry
import ReelTesting
import ReelTiming
import ReelVideo
import Testing

@testable import ReelRecording

@Suite("A film in parts") struct SplitSinkTests {
  private static let size = PixelSize(width: 32, height: 32)

  /// Keeps what it is told.
  private actor Notes: FrameSink {
    var frames: [(index: Int, isWhole: Bool)] = []
    var length: Int?
    var count: Int?
    var chapters: [FilmChapter] = []
    var isCancelled = false
    let fails: Bool

    init(fails: Bool = false) { self.fails = fails }

    func begin(_ stream: FrameStream) {
      length = stream.frameCount
      chapters = stream.tracks.chapters
    }

    func append(_ frame: Frame) throws {
      if fails { throw MovieError.writerClosed }
      frames.append((frame.time.index, frame.changed == .all(of: frame.bitmap.size)))
    }

    func finish(frameCount: Int) -> RecordedOutput {
      count = frameCount
      return RecordedOutput(url: nil, byteCount: 7)
    }

    func cancel() { isCancelled = true }
  }

  private func feed(_ sink: SplitSink, _ indices: [Int], pace: Pace = .virtual) async throws {
    var stream = FrameStream(size: Self.size, frameRate: 10, pace: pace, frameCount: 9)
    stream.tracks.chapters = [FilmChapter("a", at: 0), FilmChapter("b", at: 0.4)]
    try await sink.begin(stream)
    for index in indices {
      let changed = index == 0 ? Region.all(of: Self.size) : Region(of: Self.size)
      try await sink.append(
        Frame(time: FrameTime(index: index, frameRate: 10), bitmap: Bitmap(size: Self.size), changed: changed))
    }
  }

  @Test("Each part is a film of its own, whose first picture is whole")
  func parts() async throws {
    let (first, second) = (Notes(), Notes())
    let sink = SplitSink([.init("a", frames: 0..<4, sink: first), .init("b", frames: 4..<9, sink: second)])
    try await feed(sink, Array(0..<9))
    #expect(await first.count == 4, "it is completed when the next one begins")
    let output = try await sink.finish(frameCount: 9)
    #expect(output.byteCount == 14 && output.parts.map(\.name) == ["a", "b"])
    #expect(await first.frames.map(\.index) == [0, 1, 2, 3])
    #expect(await second.frames.map(\.index) == [0, 1, 2, 3, 4])
    #expect(await second.frames.map(\.isWhole) == [true, false, false, false, false])
    #expect(await second.length == 5)
    #expect(await second.count == 5)
    #expect(await second.chapters == [FilmChapter("b", at: 0)])
  }

  @Test("A part whose first frames were dropped begins with the picture that was on screen")
  func dropped() async throws {
    let (first, second) = (Notes(), Notes())
    let sink = SplitSink([.init("a", frames: 0..<4, sink: first), .init("b", frames: 4..<9, sink: second)])
    try await feed(sink, [0, 1, 6, 8], pace: .realTime)
    _ = try await sink.finish(frameCount: 9)
    #expect(await first.count == 4)
    #expect(await second.frames.map(\.index) == [0, 2, 4])
    #expect(await second.frames.map(\.isWhole) == [true, false, false])
  }

  @Test("A film that ends early has the parts that it came to")
  func early() async throws {
    let (first, second) = (Notes(), Notes())
    let sink = SplitSink([.init("a", frames: 1..<4, sink: first), .init("b", frames: 4..<9, sink: second)])
    try await feed(sink, [0, 1, 2])
    let output = try await sink.finish(frameCount: 3)
    #expect(output.parts.map(\.name) == ["a"])
    #expect(await first.count == 2)
    #expect(await second.length == nil)
  }

  @Test("A part that fails is told of, and the others are complete; if all fail, so does the film")
  func failure() async throws {
    let (first, second) = (Notes(fails: true), Notes())
    let sink = SplitSink([.init("a", frames: 0..<4, sink: first), .init("b", frames: 4..<9, sink: second)])
    try await feed(sink, Array(0..<9))
    let output = try await sink.finish(frameCount: 9)
    #expect(output.parts.map { $0.error == nil } == [false, true])
    #expect(await first.isCancelled)
    let other = SplitSink([.init("a", frames: 0..<4, sink: Notes(fails: true))])
    await #expect(throws: MovieError.self) { try await feed(other, [0]) }
  }
}
