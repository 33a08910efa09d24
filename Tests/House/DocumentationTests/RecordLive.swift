import Foundation
import Reel
import ReelInteraction
import Testing

final class GaugeLayer: Layer {
  @Animatable var level = 0.0

  override func draw(in context: GraphicsContext) {
    context.fill(Rect(x: 0, y: 0, width: bounds.width * level, height: bounds.height), with: .black)
  }
}

extension ArticleTests {
  @Test("What is posted to a stage is recorded and can be drawn again")
  func recordLive() async throws {
    let url = temporary("gauge.mp4")
    defer { try? FileManager.default.removeItem(at: url) }
    let (sensor, report) = AsyncThrowingStream.makeStream(of: Double.self)
    for value in [0.2, 0.7, 1] { report.yield(value) }
    report.finish()

    let stage = Stage(size: PixelSize(width: 640, height: 360), background: .white)
    let gauge = GaugeLayer(frame: stage.root.bounds)
    stage.root.addSublayer(gauge)

    let readings = StageInput<Double>()
    stage.receive(readings) { value in
      Transaction.animate(duration: 0.2) { gauge.level = value }
    }

    let recorder = try Recorder(source: stage, sink: MovieSink(to: url), frameRate: 30, pace: .realTime)
    try recorder.start()
    for try await value in sensor { readings.post(value) }
    recorder.stop()
    _ = try await recorder.recording

    #expect(try MovieReader(url: url).nextFrame() != nil)
  }

  @Test("A hand is recorded, and its session written")
  func recordAHand() async throws {
    let (url, sessionURL) = (temporary("hand.mp4"), temporary("hand.jsonl"))
    defer { for url in [url, sessionURL] { try? FileManager.default.removeItem(at: url) } }
    let touches = StageInput<Touch>()
    let film = TraceFilm(TraceSession(header: .init(canvas: Size(width: 640, height: 480))))
    let scene = try LiveTraceScene(film, touches: touches, size: PixelSize(width: 640, height: 480))
    let recorder = try Recorder(source: scene, sink: MovieSink(to: url), frameRate: 30, pace: .realTime)
    try recorder.start()
    // As it happens:
    touches.post(Touch(.began, at: Point(x: 100, y: 80)))
    touches.post(Touch(.moved, at: Point(x: 120, y: 84)))
    recorder.stop()
    _ = try await recorder.recording
    // Afterwards:
    let again = film.recorded(touches.record)
    try again.session.write(to: sessionURL)
    #expect(try TraceSession(contentsOf: sessionURL).header.canvas == Size(width: 640, height: 480))
  }
}
