import ReelCanvas
import ReelGeometry

/// A ring that grows where something was clicked, and fades.
package struct ClickRing {
  /// Its centre, in pixels of the film.
  package var center: Point
  /// When the click was, in seconds of the film.
  package var start: Double

  /// How long it is seen, in seconds.
  package static let duration = 0.6
  private static let largest = 30.0

  /// Creates the ring of a click.
  package init(center: Point, start: Double) { (self.center, self.start) = (center, start) }

  /// The rectangle in which it is drawn.
  package var bounds: Rect {
    let side = Self.largest + 4
    return Rect(x: center.x - side, y: center.y - side, width: 2 * side, height: 2 * side)
  }

  /// Whether nothing is left of it.
  package func isOver(at seconds: Double) -> Bool { seconds >= start + Self.duration }

  /// Draws it over what is in its bounds.
  package func draw(at seconds: Double, into bitmap: inout Bitmap) throws {
    let part = min(1, max(0, (seconds - start) / Self.duration))
    let radius = 8 + (Self.largest - 8) * part
    var clip = Region(of: bitmap.size)
    clip.insert(bounds)
    guard !clip.isEmpty else { return }
    try bitmap.draw(clippedTo: clip) { context in
      context.stroke(
        Path(circleAround: center, radius: radius), with: Color(red: 1, green: 0.45, blue: 0.1, alpha: 1 - part),
        style: StrokeStyle(width: 4))
    }
  }
}
