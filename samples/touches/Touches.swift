import Reel
import ReelInteraction

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Records two fingers while they draw, `touches.mp4`; then makes the same film again from the record, `again.mp4`.
@main
struct Touches {
  static let size = PixelSize(width: 320, height: 240)
  static let frameRate: FrameRate = 20

  static func main() async throws {
    let film = try await record(
      into: MovieSink(to: URL(fileURLWithPath: "touches.mp4")), clock: ContinuousClock(), steps: 80)
    try film.session.write(to: URL(fileURLWithPath: "touches.jsonl"))
    // As fast as the machine can, with frames identical to the recorded ones.
    let again = try SceneSource(film, size: size, frameRate: frameRate)
    let recorder = try Recorder(source: again, sink: MovieSink(to: URL(fileURLWithPath: "again.mp4")))
    try await recorder.record(for: .seconds(film.intrinsicDuration ?? 1))
    print("touches.mp4, touches.jsonl, again.mp4: \(film.session.events.count) events")
  }

  /// Records fingers in real time and returns the film of the recording.
  static func record<C: Clock>(
    into sink: any FrameSink, clock: C, steps: Int
  ) async throws -> TraceFilm where C.Duration == Duration {
    let touches = StageInput<Touch>(clock: clock)
    let film = TraceFilm(TraceSession(header: .init(canvas: size.size)))
    let scene = try LiveTraceScene(film, touches: touches, size: size)
    // The scene now belongs to the recorder, and any code may post touches.
    let recorder = try Recorder(source: scene, sink: sink, frameRate: frameRate, pace: .live(clock))
    try recorder.start()
    try await draw(steps, on: touches, clock: clock)
    recorder.stop()
    _ = try await recorder.recording
    return film.recorded(touches.record)
  }

  /// Draws two spirals; in an app, people would.
  private static func draw<C: Clock>(
    _ steps: Int, on touches: StageInput<Touch>, clock: C
  ) async throws where C.Duration == Duration {
    let start = clock.now
    for step in 0...steps {
      try await clock.sleep(until: start.advanced(by: .milliseconds(25 * step)), tolerance: nil)
      let phase: TouchEvent.Phase = step == 0 ? .began : step == steps ? .ended : .moved
      let (turn, radius) = (Double(step) / 8, 10 + Double(step) / 2)
      for (finger, side) in [1.0, -1].enumerated() {
        let point = Point(x: 160 + side * (80 + radius * cos(turn)), y: 120 + radius * sin(turn))
        touches.post(Touch(phase, at: point, finger: finger))
      }
    }
  }
}
