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
  /// The text as it was laid out last: looking up fonts takes longer than drawing.
  private var layout: TextLayout?

  /// Creates an empty caption.
  public init(font: Font, color: Color) {
    self.font = font
    self.color = color
    super.init()
  }

  /// Draws the text.
  public override func draw(in context: GraphicsContext) {
    let layout = layout ?? TextLayout(text, font: font)
    self.layout = layout
    let place = Rect(center: bounds.center, size: layout.size).origin
    context.draw(layout, at: place, with: .color(color))
  }
}
