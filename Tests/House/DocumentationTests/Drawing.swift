import Foundation
import Reel
import Testing

final class Hand: Layer {
  @Animatable var angle = Angle.zero

  override func draw(in context: GraphicsContext) {
    context.translate(x: bounds.center.x, y: bounds.center.y)
    context.rotate(angle)
    context.fill(Rect(x: -2, y: -80, width: 4, height: 90), with: .black)
  }
}

extension ArticleTests {
  @Test("A drawing becomes a movie and is read back")
  func recordYourOwnDrawing() async throws {
    let url = temporary("ball.mp4")
    defer { try? FileManager.default.removeItem(at: url) }
    let ball = DrawingSource(width: 640, height: 360) { context, time in
      context.paint(.white)
      context.fill(Path(circleAround: Point(x: 320 + 200 * cos(time), y: 180), radius: 40), with: .red)
    }
    let recorder = try Recorder(source: ball, sink: MovieSink(to: url), frameRate: 30)
    try await recorder.record(for: .seconds(5))

    let reader = try MovieReader(url: url)
    while let frame = try reader.nextFrame() {
      print(frame.index ?? -1, try frame.bitmap()[0, 0])
    }
    #expect(try #require(try MovieReader(url: url).frame(at: .zero)).bitmap()[520, 180].red > 240)
  }

  @Test("A hand ticks, and a title fades in")
  func animateLayers() throws {
    let stage = Stage(size: PixelSize(width: 200, height: 200), background: .white)
    let hand = Hand(frame: stage.size.bounds)
    stage.root.addSublayer(hand)
    stage.every(1) { tick in
      Transaction.animate(duration: 0.3, curve: .easeIn) { hand.angle = .degrees(6 * Double(tick)) }
    }

    let title = TextLayer("Hello", font: Font(size: 48, weight: .bold), color: .white)
    title.frame = Rect(x: 0, y: 40, width: 640, height: 80)
    title.alignment = .center
    stage.root.addSublayer(title)
    title.opacity = 0
    Transaction.animate(duration: 0.4, delay: 0.5) { title.opacity = 1 }

    var bitmap = Bitmap(size: stage.size)
    _ = try stage.render(at: 15.5, into: &bitmap)
    // A quarter of the way round, and the tip points to the right.
    #expect(bitmap[170, 100].red < 100 && bitmap[100, 30].red == 255)
  }
}
