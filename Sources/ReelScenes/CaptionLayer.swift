import ReelCanvas
import ReelGeometry
import ReelLayers

/// A line of text in the middle of its bounds.
public final class CaptionLayer: Layer {
  /// The text.
  public var text = "" {
    didSet {
      guard text != oldValue else { return }
      layout = nil
      setNeedsDisplay()
    }
  }

  private let font: Font
  private let color: Color
  private let backing: Color?
  /// The text as it was laid out last: looking up fonts takes longer than drawing.
  private var layout: TextLayout?

  /// Creates an empty caption.
  ///
  /// - Parameters:
  ///   - font: the font.
  ///   - color: the colour of the text.
  ///   - backing: the colour of a plate behind the text, where the text may lie on anything.
  public init(font: Font, color: Color, backing: Color? = nil) {
    self.font = font
    self.color = color
    self.backing = backing
    Font.prepare()
    super.init()
  }

  /// Draws the text.
  public override func draw(in context: GraphicsContext) {
    let layout = layout ?? TextLayout(text, font: font)
    self.layout = layout
    let place = Rect(center: bounds.center, size: layout.size)
    if let backing, !text.isEmpty {
      // A line as thick as the plate is high, with round ends.
      let ends = [Point(x: place.minX, y: place.center.y), Point(x: place.maxX, y: place.center.y)]
      context.stroke(Path(points: ends), with: .color(backing), style: .round(width: place.height * 1.3))
    }
    context.draw(layout, at: place.origin, with: .color(color))
  }
}
