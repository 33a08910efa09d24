import ReelCanvas
import ReelGeometry
import ReelLayers

/// Lines drawn by a pen in sequence.
final class PenLayer: Layer {
  /// The fraction of the lines that is drawn, 0…1.
  @Animatable var walked: Double = 1

  private let picture: PenPicture
  private let turtle: Color?
  private let unit: Double
  private var lastWalked: Double?
  /// The maximum width of lines, in points, that are drawn in part.
  ///
  /// If the layer is enlarged, Cairo draws wider lines, and draws a part of them not bit for bit like the whole.
  private static let widestPart = 14.0

  /// - Parameters:
  ///   - picture: the lines.
  ///   - turtle: the colour of the visible turtle; nil for none.
  ///   - unit: the layer's points per point of the theme's lengths.
  init(_ picture: PenPicture, turtle: Color?, unit: Double) {
    (self.picture, self.turtle, self.unit) = (picture, turtle, unit)
    super.init()
  }

  /// Draws the lines so far, and the turtle.
  override func draw(in context: GraphicsContext) {
    picture.draw(walked, in: context)
    if let turtle, walked < 1, let pose = picture.pose(at: walked) {
      PenArrow.draw(at: pose, color: turtle, unit: unit, in: context)
    }
  }

  /// Returns rectangles around the latest lines and the turtle.
  override func changedParts() -> [Rect]? {
    let before = lastWalked
    lastWalked = walked
    guard let before, picture.widest <= Self.widestPart else { return nil }
    guard turtle != nil else { return picture.boxes(from: before, to: walked) }
    return picture.boxes(from: before, to: walked)
      + [before, walked].compactMap { picture.pose(at: $0) }.map { PenArrow.box(around: $0, unit: unit) }
  }
}
