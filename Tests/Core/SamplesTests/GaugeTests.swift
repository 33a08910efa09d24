import Foundation
import Reel
import ReelTesting
import Testing

@testable import reel_sample_gauge

@Suite("The gauge sample") struct GaugeTests {
  @Test("Empty, half full and full, it looks as it was found right", arguments: [0, 0.5, 1])
  func looks(share: Double) throws {
    var picture = Bitmap(width: 240, height: 144)
    try picture.draw { Gauge.draw(in: $0, share: share) }
    Goldens().expect(picture, matches: "gauge-\(Int(share * 100))", within: .perceptual(2, exceptShare: 0.001))
  }

  @Test("It fills up in two seconds, drawn and as a film")
  func film() async throws {
    let frames = [0, 15, 30, 45, 59]
    try Goldens().expect(
      Gauge.source, frames: frames, frameRate: 30, matches: "gauge", within: .perceptual(2, exceptShare: 0.001))
    let url = FileManager.default.temporaryDirectory.appending(path: "gauge-\(UUID()).mp4")
    defer { try? FileManager.default.removeItem(at: url) }
    let sink = MovieSink(to: url) { configuration in
      configuration.pixelFormat = .yuv444p
      configuration.quality = .crf(12)
    }
    try await Recorder(source: Gauge.source, sink: sink, frameRate: 30).record(for: .seconds(2))
    try Goldens().expect(film: url, frames: frames, matches: "gauge", within: .perceptual(5, exceptShare: 0.01))
  }

  @Test("Live, a tick that comes late skips frames, and the film keeps its length")
  func late() async throws {
    let clock = ManualClock()
    let sink = MemorySink()
    let recorder = try Recorder(source: Gauge.source, sink: sink, frameRate: 10, pace: .live(clock))
    try recorder.start(frameCount: 6)
    for milliseconds in [100, 350, 50, 100] {
      await clock.sleepers(1)
      clock.advance(by: .milliseconds(milliseconds))
    }
    let recording = try await recorder.recording
    #expect(sink.indices == [0, 1, 4, 5])
    #expect(recording.frameCount == 6 && recording.statistics.missed == 2)
  }
}
