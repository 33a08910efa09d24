import ReelCanvas
import ReelGeometry
import ReelLayers

/// The geometry of a page: its short side has 1080 points, so a film of another size shows the same picture.
struct Page {
  /// The number of points on the short side.
  static let shortSide = 1080.0

  /// The page, in the layer's coordinates.
  let bounds: Rect
  /// A point, in the layer's coordinates.
  let point: Double

  init(_ bounds: Rect) {
    self.bounds = bounds
    point = min(bounds.width, bounds.height) / Self.shortSide
  }

  /// The safe area, which screens and players leave uncovered: all but a twelfth of the short side at each edge.
  var safe: Rect { bounds.inset(by: 90 * point) }
}

/// A text in its wanted size, or as large as fits.
struct FittedText {
  let layout: TextLayout

  /// Sets a text in lines that fit within a size.
  ///
  /// - Parameter smallest: the minimum font size; text that does not fit then is cut off.
  init(_ text: String, font: Font, alignment: TextAlignment, in size: Size, smallest: Double) {
    var font = font
    var layout = TextLayout(text, font: font, alignment: alignment, width: size.width)
    while layout.size.height > size.height || layout.size.width > size.width + 0.5, font.size * 0.92 >= smallest {
      font.size *= 0.92
      layout = TextLayout(text, font: font, alignment: alignment, width: size.width)
    }
    self.layout = layout
  }

  /// A layer that shows the text in a rectangle as wide as it was set for.
  func layer(in rect: Rect, color: Color) -> TextLayer {
    let layer = TextLayer(layout.text, font: layout.font, color: color)
    layer.alignment = layout.alignment
    layer.wraps = true
    layer.frame = rect
    return layer
  }
}

/// The background of a theme: light at the centre, darker in the corners.
final class GroundLayer: Layer {
  private let colors: StoryColors

  init(_ colors: StoryColors, frame: Rect) {
    self.colors = colors
    super.init(frame: frame)
  }

  override func draw(in context: GraphicsContext) {
    guard let (center, edge) = colors.ground else { return }
    if center == edge { return context.fill(bounds, with: .color(center)) }
    let radius = 0.5 * Vector(dx: bounds.width, dy: bounds.height).length
    context.fill(
      bounds, with: .radialGradient(Gradient(center, edge), center: bounds.center, radius: radius))
  }
}

/// How long it takes to read a text.
enum ReadingSpeed {
  /// Seconds: one to notice it, and one for every three words; at least three.
  static func seconds(_ texts: [String]) -> Double {
    let words = texts.reduce(0) { $0 + $1.split(whereSeparator: \.isWhitespace).count }
    // Scripts without spaces are counted in letters, about three to a word.
    let letters = texts.reduce(0) { $0 + $1.unicodeScalars.count { $0.value >= 0x3000 } }
    return max(3, (1 + Double(words + letters / 3) / 3 * 2).rounded(.up) / 2)
  }
}
