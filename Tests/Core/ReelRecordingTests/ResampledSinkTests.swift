import ReelCanvas
import ReelGeometry
import ReelTesting
import ReelTiming
import Testing

@testable import ReelRecording

@Suite("Outputs of several rates and sizes") struct ResampledSinkTests {
  @Test("Frames are drawn at the union of the outputs' times, once each, and every output has its own")
  func rates() async throws {
    let source = CountingSource()
    let sinks = [MemorySink(), MemorySink()]
    let fan = FanOutSink([
      ("fast", ResampledSink(sinks[0], frameRate: 30)), ("slow", ResampledSink(sinks[1], frameRate: 20)),
    ])
    let thinned = try ThinnedSource(source, rates: [30, 20])
    #expect(thinned.frameRate == 60)
    let recording = try await Recorder(source: thinned, sink: fan).record(frames: 120)
    // In two seconds: 60 and 40 times, of which each twentieth is the same.
    #expect(source.count == 80)
    #expect(sinks[0].indices == Array(0..<60) && sinks[1].indices == Array(0..<40))
    #expect(sinks[0].calls.last == .finish(60) && sinks[1].calls.last == .finish(40))
    // The picture of a time is the same in both.
    for index in 0..<20 { #expect(sinks[0].frames[3 * index].bitmap == sinks[1].frames[2 * index].bitmap) }
    #expect(sinks.map { $0.frames[1].time.seconds } == [1.0 / 30, 1.0 / 20])
    #expect(recording.output.parts.compactMap { $0.output?.frameRate } == [30, 20])
  }

  @Test("What changed in frames that an output leaves out, it is told with its next one")
  func changes() async throws {
    let (sink, size) = (MemorySink(), PixelSize(width: 64, height: 32))
    let thin = ResampledSink(sink, frameRate: 10)
    try await thin.begin(FrameStream(size: size, frameRate: 30))
    for index in 0..<6 {
      var changed = Region(of: size)
      if index == 0 { changed = .all(of: size) }
      if index == 1 { changed.insert(column: 2, row: 1) }
      let time = FrameTime(index: index, frameRate: 30)
      try await thin.append(Frame(time: time, bitmap: Bitmap(size: size), changed: changed))
    }
    _ = try await thin.finish(frameCount: 7)
    var expected = Region(of: size)
    expected.insert(column: 2, row: 1)
    #expect(sink.frames.map(\.changed) == [.all(of: size), expected])
    #expect(sink.calls.last == .finish(3))
  }

  @Test("A smaller output shows the same picture, and its changes hold all that differs")
  func size() async throws {
    let (sink, size) = (MemorySink(), PixelSize(width: 96, height: 54))
    let small = ResampledSink(sink, width: 49)
    try await small.begin(FrameStream(size: size, frameRate: 10))
    var bitmap = Bitmap(size: size)
    try bitmap.draw { $0.fill(size.bounds, with: .color(.white)) }
    var frames: [Bitmap] = []
    for index in 0..<8 {
      var changed = index == 0 ? Region.all(of: size) : Region(of: size)
      let rect = Rect(x: Double(index) * 11, y: Double(index) * 5, width: 7, height: 6)
      if index % 3 != 2 {
        try bitmap.draw { $0.fill(rect, with: .color(.red)) }
        changed.insert(rect)
      }
      try await small.append(Frame(time: FrameTime(index: index, frameRate: 10), bitmap: bitmap, changed: changed))
    }
    #expect(sink.calls.first == .begin(PixelSize(width: 48, height: 28)))
    for frame in sink.frames {
      if let last = frames.last {
        for y in 0..<28 {
          for x in 0..<48 where last[x, y] != frame.bitmap[x, y] {
            #expect(frame.changed.contains(column: x / 16, row: y / 16), "(\(x), \(y)) of \(frame.time.index)")
          }
        }
      }
      frames.append(frame.bitmap)
    }
    #expect(Set(frames).count == 6)
    #expect(frames[0][1, 1] == Pixel(.red) && frames[0][30, 20] == Pixel(.white))
    // A larger width is no reason to make it larger.
    let large = MemorySink()
    try await ResampledSink(large, width: 500).begin(FrameStream(size: size, frameRate: 10))
    #expect(large.calls == [.begin(size)])
  }

  @Test("Rates that have hardly a time in common are refused, and so is one of which the film's is no multiple")
  func refused() async throws {
    #expect(throws: InvalidValue.self) { try ThinnedSource(CountingSource(), rates: [30, 29.97]) }
    let sink = ResampledSink(MemorySink(), frameRate: 20)
    await #expect(throws: InvalidValue.self) {
      try await sink.begin(FrameStream(size: PixelSize(width: 32, height: 16), frameRate: 30))
    }
    #expect(try FrameRate(24_000, 1001).common(with: 29.97) == FrameRate(120_000, 1001))
    #expect(FrameRate(30).frames(perFrameOf: 12.5) == nil && FrameRate(25).frames(perFrameOf: 12.5) == 2)
  }
}
