import Reel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Records ten seconds of a clock that starts at 10:10:30: `clock.mp4`.
@main
struct Clock {
  static func main() async throws {
    let recorder = try Recorder(
      source: makeStage(size: PixelSize(width: 720, height: 720)),
      sink: MovieSink(to: URL(fileURLWithPath: "clock.mp4")), frameRate: 30)
    let recording = try await recorder.record(for: .seconds(10))
    print("clock.mp4: \(recording.frameCount) frames, \(recording.statistics.unchanged) of them still")
  }

  /// Puts a running clock on a stage of its own.
  static func makeStage(size: PixelSize) -> Stage {
    let night = Gradient(Color(red: 0.13, green: 0.16, blue: 0.25), Color(red: 0.05, green: 0.06, blue: 0.11))
    let stage = Stage(
      size: size,
      background: .linearGradient(night, from: .zero, to: Point(x: 0, y: Double(size.height))))
    stage.root.addSublayer(
      ClockLayer(
        center: size.bounds.center, radius: 0.44 * Double(min(size.width, size.height)),
        startTime: (10 * 60 + 10) * 60 + 30))
    return stage
  }
}
