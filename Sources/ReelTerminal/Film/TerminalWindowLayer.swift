import ReelCanvas
import ReelGeometry
import ReelLayers

/// What is around a terminal: the background, and a window with its shadow, its round corners and its title bar.
///
/// It is drawn once for each size of the terminal, and laid from memory wherever cells change on top of it.
final class TerminalWindowLayer: Layer {
  private let style: TerminalWindow
  private let palette: TerminalPalette
  private let backdrop: (top: Color, bottom: Color)
  private let unit: Double
  private let caption: TextLayer
  /// The picture, and the window that it was drawn for.
  private var drawn: (picture: Bitmap, body: Rect)?
  private var body = Rect.zero

  init(_ style: TerminalWindow, _ palette: TerminalPalette, backdrop: (top: Color, bottom: Color), unit: Double) {
    self.style = style
    self.palette = palette
    self.backdrop = backdrop
    self.unit = unit
    caption = TextLayer(
      font: Font(size: 15 * unit), color: palette.foreground.interpolated(to: palette.background, fraction: 0.3))
    caption.alignment = .center
    caption.verticalAlignment = .middle
    super.init()
    addSublayer(caption)
  }

  /// What stands in the title bar.
  var title: String {
    get { caption.text }
    set { caption.text = newValue }
  }

  /// The height of the title bar, in pixels.
  static func barHeight(_ unit: Double) -> Double { (38 * unit).rounded() }

  /// Puts the window around a rectangle.
  func surround(_ rect: Rect) {
    body = rect
    let side = 96 * unit
    caption.frame = Rect(
      x: body.minX + side, y: body.minY, width: max(0, body.width - 2 * side), height: Self.barHeight(unit))
    setNeedsDisplay()
  }

  override func draw(in context: GraphicsContext) throws {
    if drawn?.body != body {
      var picture = Bitmap(size: PixelSize(covering: bounds.size))
      try picture.draw { drawAll(in: $0) }
      drawn = (picture, body)
    }
    if let drawn { context.draw(drawn.picture, at: bounds.origin) }
  }

  private func drawAll(in context: GraphicsContext) {
    let (top, bottom) = backdrop
    context.fill(bounds, with: top == bottom ? .color(top) : .vertical(top, bottom, in: bounds))
    let radius = min(style.radius * unit, min(body.width, body.height) / 2)
    if style.hasShadow { drawShadow(radius, in: context) }
    let shape = Path(roundedRect: body, radius: radius)
    context.fill(shape, with: .color(palette.background))
    let bar = Rect(x: body.minX, y: body.minY, width: body.width, height: Self.barHeight(unit))
    context.withState {
      context.clip(to: bar)
      // A little lighter than the page at night, and a little darker by day.
      context.fill(shape, with: .color(palette.background.interpolated(to: palette.foreground, fraction: 0.09)))
    }
    for (index, color) in Self.buttons.enumerated() {
      let center = Point(x: body.minX + (22 + 21 * Double(index)) * unit, y: bar.center.y)
      context.fill(Path(circleAround: center, radius: 6.25 * unit), with: .color(color))
    }
    context.stroke(
      Path(roundedRect: body.inset(by: 0.5), radius: max(0, radius - 0.5)),
      with: .color(palette.foreground.with(alpha: 0.16)), style: StrokeStyle(width: max(1, unit)))
  }

  private static let buttons = [
    Color(red: 1, green: 0.37, blue: 0.34), Color(red: 1, green: 0.74, blue: 0.18),
    Color(red: 0.16, green: 0.78, blue: 0.25),
  ]

  /// Lays a shadow in steps, which come closer to each other towards the window: its edge is nowhere to be seen.
  private func drawShadow(_ radius: Double, in context: GraphicsContext) {
    let steps = 28
    for step in 0..<steps {
      let part = 1 - Double(step) / Double(steps)
      let reach = 64 * unit * part * part
      let rect = body.inset(by: -reach)
      context.fill(
        Path(
          roundedRect: Rect(x: rect.minX, y: rect.minY + 14 * unit, width: rect.width, height: rect.height),
          radius: radius + reach),
        with: .color(.black.with(alpha: 0.018)))
    }
  }
}
