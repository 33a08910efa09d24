import ReelCanvas
import ReelGeometry
import ReelLayers

/// A caption below a scene: light letters on a dark plate as wide as the text, readable on any background.
final class CaptionLayer: Layer {
  init(_ text: String, in bounds: Rect) {
    super.init(frame: bounds)
    let page = Page(bounds)
    let (safe, point) = (page.safe, page.point)
    let padding = Vector(dx: 30 * point, dy: 16 * point)
    let room = Size(width: safe.width - 2 * padding.dx, height: 0.34 * safe.height)
    let fitted = FittedText(
      text, font: Font(size: 50 * point, weight: .medium), alignment: .center, in: room, smallest: 18 * point)
    // The plate is as wide as the longest line, not as the wrapping width.
    let size = Size(
      width: min(room.width, fitted.layout.inkBounds.width), height: min(room.height, fitted.layout.size.height))
    let plate = Layer(
      frame: Rect(
        x: safe.center.x - size.width / 2 - padding.dx, y: safe.maxY - size.height - 2 * padding.dy,
        width: size.width + 2 * padding.dx, height: size.height + 2 * padding.dy))
    plate.backgroundColor = Color(red: 0.03, green: 0.04, blue: 0.07, alpha: 0.78)
    plate.cornerRadius = 14 * point
    addSublayer(plate)
    addSublayer(
      fitted.layer(
        in: Rect(
          x: safe.center.x - room.width / 2, y: plate.frame.minY + padding.dy, width: room.width, height: size.height),
        color: .white))
  }
}
