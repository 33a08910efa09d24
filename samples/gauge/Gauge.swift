import Foundation
import Reel

/// Records two seconds of a gauge that fills up: `gauge.mp4`.
@main
struct Gauge {
  static func main() async throws {
    let recorder = try Recorder(source: source, sink: MovieSink(to: URL(fileURLWithPath: "gauge.mp4")), frameRate: 30)
    let recording = try await recorder.record(for: .seconds(2))
    print("gauge.mp4: \(recording.frameCount) frames")
  }

  /// The gauge as it fills up.
  static let source = DrawingSource(width: 240, height: 144) { context, time in
    draw(in: context, share: TimingCurve.easeInOut.value(at: min(time / 1.8, 1)))
  }

  /// Draws a gauge filled to a fraction from 0 to 1, from green to red.
  static func draw(in context: GraphicsContext, share: Double) {
    context.paint(.white)
    let center = Point(x: 120, y: 116)
    let style = StrokeStyle.round(width: 18)
    context.stroke(
      arc(around: center, radius: 92, to: 1), with: .color(Color(red: 0.85, green: 0.85, blue: 0.85)), style: style)
    let color: Color = share < 0.6 ? Color(red: 0.1, green: 0.6, blue: 0.3) : share < 0.85 ? .orange : .red
    if share > 0 { context.stroke(arc(around: center, radius: 92, to: share), with: .color(color), style: style) }
    let angle = Angle.degrees(180 * (1 - share))
    let tip = Point(x: center.x + 74 * cos(angle.radians), y: center.y - 74 * sin(angle.radians))
    context.stroke(Path(points: [center, tip]), with: .black, style: .round(width: 6))
    context.fill(Path(circleAround: center, radius: 10), with: .black)
  }

  /// The upper half of a circle from the left, up to a fraction of it.
  private static func arc(around center: Point, radius: Double, to share: Double) -> Path {
    let steps = max(1, Int(90 * share))
    return Path(
      points: (0...steps).map { step in
        let angle = Double.pi * (1 - share * Double(step) / Double(steps))
        return Point(x: center.x + radius * cos(angle), y: center.y - radius * sin(angle))
      })
  }
}
