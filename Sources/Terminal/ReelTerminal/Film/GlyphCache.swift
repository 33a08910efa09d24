import ReelCanvas
import ReelGeometry

/// The pictures of characters, each drawn once and reused.
final class GlyphCache {
  /// Everything that a picture depends on.
  struct Key: Hashable {
    var text: String
    /// The number of cells it takes.
    var cells: Int
    var color: Pixel
    var underline: TerminalStyle.Underline
    var underlineColor: Pixel
    var weight = Font.Weight.regular
    var isItalic = false
    var isStruck = false
    var isOverlined = false

    /// Whether there is nothing to draw.
    var isEmpty: Bool { text.isEmpty && underline == .none && !isStruck && !isOverlined }
  }

  private let metrics: TerminalMetrics
  private var pictures: [Key: Bitmap] = [:]
  private var shapes: [ShapeKey: Shape] = [:]
  private var pixelCount = 0

  /// Everything that the shape of a character depends on.
  private struct ShapeKey: Hashable {
    var text: String
    var cells: Int
    var weight: Font.Weight
    var isItalic: Bool
  }

  /// A mask that can have any colour, or a picture with its own colours, such as an emoji.
  private enum Shape {
    case mask(CellMask)
    case picture(Bitmap)
  }

  /// The most pixels in the cache.
  private static let pixelLimit = 8 << 20
  /// In narrower cells, each character is a bar, as no text is legible.
  private static let narrowest = 3

  init(_ metrics: TerminalMetrics) { self.metrics = metrics }

  /// Returns the picture of a character in its cells; nil if there is nothing to draw.
  func picture(_ key: Key) throws -> Bitmap? {
    if key.isEmpty { return nil }
    if let picture = pictures[key] { return picture }
    // The cache is emptied at once, as redrawing a screen is faster than choosing what to remove.
    if pixelCount > Self.pixelLimit { (pictures, shapes, pixelCount) = ([:], [:], 0) }
    let picture = try draw(key)
    pictures[key] = picture
    pixelCount += picture.width * picture.height
    return picture
  }

  private func draw(_ key: Key) throws -> Bitmap {
    let size = PixelSize(width: metrics.cellWidth * key.cells, height: metrics.cellHeight)
    var picture = Bitmap(size: size)
    if !key.text.isEmpty {
      switch try shape(key, size) {
      case .mask(let mask): mask.lay(on: &picture, key.color)
      case .picture(let own): picture = own
      }
    }
    drawLines(key, on: &picture)
    return picture
  }

  /// Returns the shape of a character, which is drawn once for all colours.
  private func shape(_ key: Key, _ size: PixelSize) throws -> Shape {
    let shapeKey = ShapeKey(text: key.text, cells: key.cells, weight: key.weight, isItalic: key.isItalic)
    if let shape = shapes[shapeKey] { return shape }
    let shape = try makeShape(key, size)
    shapes[shapeKey] = shape
    pixelCount += size.width * size.height
    return shape
  }

  private func makeShape(_ key: Key, _ size: PixelSize) throws -> Shape {
    if let scalar = key.text.unicodeScalars.first, key.text.unicodeScalars.count == 1,
      let mask = CellShapes.mask(of: scalar, width: size.width, height: size.height, line: metrics.lineWidth)
    {
      return .mask(mask)
    }
    if metrics.cellWidth < Self.narrowest {
      var mask = CellMask(width: size.width, height: size.height)
      mask.fill(0, size.height / 3, size.width, size.height - size.height / 4, with: 110)
      return .mask(mask)
    }
    var white = Bitmap(size: size)
    try white.draw { drawText(key, Double(size.width), in: $0) }
    return CellMask(coverageOfWhite: white).map(Shape.mask) ?? .picture(white)
  }

  /// Draws a character of a font in white, scaled down if it is too wide for its cells.
  private func drawText(_ key: Key, _ width: Double, in context: GraphicsContext) {
    var font = metrics.font
    (font.weight, font.italic) = (key.weight, key.isItalic)
    var layout = TextLayout(key.text, font: font)
    if layout.size.width > width * 1.05 {
      font.size *= width / layout.size.width
      layout = TextLayout(key.text, font: font)
    }
    // Letters of the font fill their cell; others are centred, and words begin where they are read from.
    var x = layout.size.width < width * 0.95 ? (width - layout.size.width) / 2 : 0
    if key.text.count > 1 { x = layout.isRightToLeft ? width - layout.size.width : 0 }
    context.draw(layout, at: Point(x: x, y: metrics.baseline - layout.baseline), with: .color(.white))
  }

  /// Draws underline, strikethrough and overline.
  private func drawLines(_ key: Key, on picture: inout Bitmap) {
    let line = metrics.lineWidth
    let (width, height) = (picture.width, picture.height)
    let top = min(Int(clamping: metrics.baseline) + line + 1, height - line)
    var mask = CellMask(width: width, height: height)
    switch key.underline {
    case .none: break
    case .single: mask.fill(0, top, width, top + line)
    case .double:
      mask.fill(0, min(top, height - 3 * line), width, min(top, height - 3 * line) + line)
      mask.fill(0, min(top + 2 * line, height - line), width, min(top + 2 * line, height - line) + line)
    case .dotted: for x in stride(from: 0, to: width, by: 2 * line) { mask.fill(x, top, x + line, top + line) }
    case .dashed:
      let dash = max(1, metrics.cellWidth / 2)
      for x in stride(from: 0, to: width, by: 2 * dash) { mask.fill(x, top, x + dash, top + line) }
    case .curly: mask.wave(from: min(top - line / 2, height - 3 * line), line: line, period: metrics.cellWidth)
    }
    mask.lay(on: &picture, key.underlineColor)
    var lines = CellMask(width: width, height: height)
    if key.isStruck {
      let y = Int(clamping: metrics.baseline - metrics.font.size * 0.27)
      lines.fill(0, y, width, y + line)
    }
    if key.isOverlined { lines.fill(0, 0, width, line) }
    lines.lay(on: &picture, key.color)
  }
}
