import ReelCanvas
import ReelGeometry
import ReelLayers

/// The surroundings of a terminal: the background, and a window with a shadow, round corners and a title bar.
///
/// It is drawn once for each size of the terminal, and copied from memory wherever cells above it change.
final class TerminalWindowLayer: Layer {
  private let style: TerminalWindow
  /// The colours of the terminal.
  var palette: TerminalPalette {
    didSet {
      guard palette != oldValue else { return }
      caption.color = Self.captionColor(palette)
      drawn = nil
      setNeedsDisplay()
    }
  }
  private let backdrop: (top: Color, bottom: Color)
  private let image: Bitmap?
  private let unit: Double
  private let caption: TextLayer
  /// The picture, and the window that it was drawn for.
  private var drawn: (picture: Bitmap, body: Rect)?
  private var body = Rect.zero
  /// The area that opaque cells cover; nil if their colours are transparent.
  var hidden: Rect?

  init(_ film: TerminalFilm, unit: Double) {
    style = film.window
    palette = film.palette
    backdrop = film.backdrop
    image = film.backgroundImage
    self.unit = unit
    caption = TextLayer(
      font: Font(size: max(1, min(20, style.barSize * 0.5)) * unit),
      color: Self.captionColor(film.palette))
    caption.alignment = .center
    caption.verticalAlignment = .middle
    super.init()
    addSublayer(caption)
  }

  /// The text in the title bar.
  var title: String {
    get { caption.text }
    set { caption.text = newValue }
  }

  private static func captionColor(_ palette: TerminalPalette) -> Color {
    palette.foreground.interpolated(to: palette.background, fraction: 0.3)
  }

  /// The bar of the window.
  private var bar: Rect {
    Rect(x: body.minX, y: body.minY, width: body.width, height: (style.barHeight * unit).rounded())
  }

  /// The distance of the first button from the edge, and the distance between buttons, in pixels.
  private var buttons: (first: Double, step: Double) { (22 / 38 * bar.height, 21 / 38 * bar.height) }

  /// Places the window around a rectangle.
  func surround(_ rect: Rect) {
    body = rect
    let side = 96 / 38 * bar.height
    caption.isHidden = style.bar == .none
    caption.frame = Rect(
      x: body.minX + side, y: body.minY, width: max(0, body.width - 2 * side), height: bar.height)
    setNeedsDisplay()
  }

  override func draw(in context: GraphicsContext) throws {
    if drawn?.body != body {
      var picture = Bitmap(size: PixelSize(covering: bounds.size))
      try picture.draw { drawAll(in: $0) }
      drawn = (picture, body)
    }
    guard let drawn else { return }
    guard let hidden, context.isOnPixelGrid else { return context.draw(drawn.picture, at: bounds.origin) }
    for part in bounds.parts(around: hidden) where context.canBeSeen(part) {
      context.withState {
        context.clip(to: part)
        context.draw(drawn.picture, at: bounds.origin)
      }
    }
  }

  /// Draws the window with its title, at any scale.
  func drawWhole(in context: GraphicsContext) {
    drawAll(in: context)
    guard !caption.isHidden else { return }
    context.withState {
      context.translate(x: caption.frame.minX, y: caption.frame.minY)
      caption.draw(in: context)
    }
  }

  private func drawAll(in context: GraphicsContext) {
    let (top, bottom) = backdrop
    context.fill(bounds, with: top == bottom ? .color(top) : .vertical(top, bottom, in: bounds))
    if let image { drawImage(image, in: context) }
    let radius = min(style.radius * unit, min(body.width, body.height) / 2)
    if style.hasShadow { drawShadow(radius, in: context) }
    let shape = Path(roundedRect: body, radius: radius)
    context.fill(shape, with: .color(palette.background))
    if style.bar != .none { drawBar(on: shape, in: context) }
    if style.fillsMargin { return }
    context.stroke(
      Path(roundedRect: body.inset(by: 0.5), radius: max(0, radius - 0.5)),
      with: .color(palette.foreground.with(alpha: 0.16)), style: StrokeStyle(width: max(1, unit)))
  }

  private func drawBar(on window: Path, in context: GraphicsContext) {
    let bar = bar
    let color = palette.background.interpolated(to: palette.foreground, fraction: 0.09)
    context.withState {
      context.clip(to: bar)
      // Slightly lighter than a dark background, and slightly darker than a light one.
      context.fill(window, with: .color(color))
    }
    let (first, step) = buttons
    for (index, color) in Self.colors.enumerated() {
      let distance = first + step * Double(index)
      let center = Point(x: style.bar.isOnRight ? body.maxX - distance : body.minX + distance, y: bar.center.y)
      if style.bar.hasRings {
        let grey = palette.background.interpolated(to: palette.foreground, fraction: 0.35)
        context.stroke(
          Path(circleAround: center, radius: 5.5 / 38 * bar.height), with: .color(grey),
          style: StrokeStyle(width: max(1, 1.6 / 38 * bar.height)))
      } else {
        context.fill(Path(circleAround: center, radius: 6.25 / 38 * bar.height), with: .color(color))
      }
    }
  }

  /// Covers the whole picture with the image, cropped equally on both sides.
  private func drawImage(_ image: Bitmap, in context: GraphicsContext) {
    let (width, height) = (Double(image.width), Double(image.height))
    let scale = max(bounds.width / width, bounds.height / height)
    let size = Size(width: width * scale, height: height * scale)
    context.draw(
      image,
      in: Rect(
        x: bounds.minX + (bounds.width - size.width) / 2, y: bounds.minY + (bounds.height - size.height) / 2,
        width: size.width, height: size.height))
  }

  private static let colors = [
    Color(red: 1, green: 0.37, blue: 0.34), Color(red: 1, green: 0.74, blue: 0.18),
    Color(red: 0.16, green: 0.78, blue: 0.25),
  ]

  /// Draws a shadow in steps that become denser towards an edge that the window hides.
  ///
  /// It reaches no farther than the margin, so that no edge cuts it off, and is paler on a light background.
  /// The steps are composed separately. Over colours, each step would round red, green and blue differently, and grey
  /// would turn purple.
  private func drawShadow(_ radius: Double, in context: GraphicsContext) {
    let steps = 28
    let extent = min(64, style.margin) * unit
    let drop = 0.2 * extent
    let isOnLight = max(backdrop.top.relativeLuminance, backdrop.bottom.relativeLuminance) > 0.4
    context.withGroup(opacity: 1) {
      for step in 0..<steps {
        let part = 1 - Double(step) / Double(steps)
        let reach = extent * part * part - drop
        let rect = body.inset(by: -reach)
        context.fill(
          Path(
            roundedRect: Rect(x: rect.minX, y: rect.minY + drop, width: rect.width, height: rect.height),
            radius: max(0, radius + reach)),
          with: .color(.black.with(alpha: isOnLight ? 0.007 : 0.018)))
      }
    }
  }
}

extension Rect {
  /// The parts of this rectangle above, below, left and right of another one.
  fileprivate func parts(around hole: Rect) -> [Rect] {
    func between(_ x: Double, _ y: Double, _ right: Double, _ bottom: Double) -> Rect {
      Rect(x: x, y: y, width: max(0, right - x), height: max(0, bottom - y))
    }
    let top = max(minY, hole.minY)
    let bottom = min(maxY, hole.maxY)
    return [
      between(minX, minY, maxX, top), between(minX, bottom, maxX, maxY), between(minX, top, hole.minX, bottom),
      between(hole.maxX, top, maxX, bottom),
    ].filter { !$0.isEmpty }
  }
}
