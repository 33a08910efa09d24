import ReelCanvas
import ReelGeometry

/// A text within its bounds.
///
///     let title = TextLayer("Level 3", font: Font("serif", size: 32), color: .white)
///     title.frame = Rect(x: 0, y: 20, width: 640, height: 48)
///     title.alignment = .center
///
/// Text that does not fit is clipped at the bounds. A text can show a number that counts up:
///
///     title.format = { $0.formatted(.number.precision(.fractionLength(0))) + " visits" }
///     Transaction.animate(duration: 2) { title.number = 4096 }
public final class TextLayer: Layer {
  /// The vertical alignment within the bounds.
  public enum VerticalAlignment: Hashable, Sendable, CaseIterable {
    /// At the top.
    case top
    /// In the middle.
    case middle
    /// At the bottom.
    case bottom
  }

  /// The text; line breaks begin new lines.
  public var text: String { didSet { if text != oldValue { setNeedsDisplay() } } }
  /// The parts of the text that look different from the rest.
  public var runs: [TextRun] = [] { didSet { if runs != oldValue { setNeedsDisplay() } } }
  /// The font.
  public var font: Font { didSet { if font != oldValue { setNeedsDisplay() } } }
  /// The colour of the text.
  @Animatable public var color = Color.black
  /// The horizontal alignment within the bounds.
  public var alignment = TextAlignment.leading { didSet { if alignment != oldValue { setNeedsDisplay() } } }
  /// The vertical alignment within the bounds.
  public var verticalAlignment = VerticalAlignment.top {
    didSet { if verticalAlignment != oldValue { setNeedsDisplay() } }
  }
  /// Whether lines that are too long for the bounds wrap.
  public var wraps = false { didSet { if wraps != oldValue { setNeedsDisplay() } } }

  /// The number that `format` shows; it counts up or down if it is set in a transaction.
  @Animatable public var number = 0.0
  /// Formats `number`; nil, the default, if the layer shows `text`.
  public var format: (@Sendable (Double) -> String)? { didSet { setNeedsDisplay() } }

  /// The last layout, kept because looking up fonts takes longer than drawing.
  private var lastLayout: TextLayout?

  /// Creates a text with empty bounds: set `frame`, or call `sizeToFit()`.
  public init(_ text: String = "", font: Font = Font(size: 16), color: Color = .black) {
    self.text = text
    self.font = font
    Font.prepare()
    super.init()
    self.color = color
  }

  /// The layout of the text in the bounds, with its size and number of lines.
  public var layout: TextLayout {
    let width = wraps ? bounds.width : nil
    let text = format?(number) ?? text
    if let last = lastLayout, last.text == text, last.font == font, last.alignment == alignment, last.width == width,
      last.runs == runs
    {
      return last
    }
    let layout = TextLayout(text, font: font, alignment: alignment, width: width, runs: runs)
    lastLayout = layout
    return layout
  }

  /// Resizes the bounds to the text; a text that wraps keeps its width.
  public func sizeToFit() { bounds.size = layout.size }

  /// Draws the text.
  public override func draw(in context: GraphicsContext) {
    let layout = layout
    let across = alignment == .leading ? 0 : alignment == .center ? 0.5 : 1
    let down = verticalAlignment == .top ? 0 : verticalAlignment == .middle ? 0.5 : 1
    let corner = Point(
      x: bounds.minX + across * (bounds.width - layout.size.width),
      y: bounds.minY + down * (bounds.height - layout.size.height))
    context.draw(layout, at: corner, with: .color(color))
  }
}
