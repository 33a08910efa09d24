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

extension Rect {
  /// The rectangle without so much at its left and right.
  func inset(horizontally amount: Double) -> Rect {
    Rect(x: minX + amount, y: minY, width: width - 2 * amount, height: height)
  }
}

/// A text in its wanted size, or as large as fits.
struct FittedText {
  /// The words; `layout` has only the first of them where they are far too many.
  let text: String
  let layout: TextLayout
  /// Whether all of it has room.
  let fits: Bool
  /// Whether its letters are smaller than wanted.
  let isShrunk: Bool

  /// Sets a text in lines that fit within a size.
  ///
  /// - Parameter smallest: the minimum font size; text that does not fit then is cut off.
  init(_ text: String, font: Font, alignment: TextAlignment, in size: Size, smallest: Double) {
    guard !Self.isHopeless(text, font: font, in: size, smallest: smallest) else {
      layout = TextLayout(text.cutShort, font: font, alignment: alignment, width: size.width)
      (self.text, fits, isShrunk) = (text, false, true)
      return
    }
    var font = font
    var layout = TextLayout(text, font: font, alignment: alignment, width: size.width)
    let wanted = font.size
    func isTooLarge() -> Bool { layout.size.height > size.height || layout.size.width > size.width + 0.5 }
    while isTooLarge(), font.size * 0.92 >= smallest {
      font.size *= 0.92
      layout = TextLayout(text, font: font, alignment: alignment, width: size.width)
    }
    self.layout = layout
    self.text = text
    fits = !isTooLarge()
    isShrunk = font.size < wanted
  }

  /// Whether a text is far too long for a size, as its letters in one line show.
  ///
  /// To break a long word into lines takes time that grows with the square of its length, and to set it in one line does not.
  static func isHopeless(_ text: String, font: Font, in size: Size, smallest: Double) -> Bool {
    var font = font
    font.size = min(font.size, smallest)
    // So many that measuring them pays, and not more than Pango can measure.
    let letters = text.unicodeScalars.prefix(30_000)
    guard letters.count > 1000 else { return false }
    let words = String(String.UnicodeScalarView(letters)).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let line = TextLayout(words, font: font).size
    // Half as much again, as lines begin and end otherwise.
    return line.width * line.height > 1.5 * size.width * (size.height + line.height)
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

extension String {
  /// The beginning of what is far too long for a page.
  var cutShort: String { String(prefix(1000)) }
}

/// A scene of words, which have to fit on its page.
protocol FittedScene {
  /// What is wrong with the length of its words on a page; nil for nothing.
  func overflow(on page: Page) -> String?
}

extension FittedText {
  /// What is wrong with its length; nil for nothing.
  ///
  /// - Parameters:
  ///   - name: what it is, for people.
  ///   - style: what becomes of it where it is too long.
  func overflow(_ name: String, _ style: StoryTextStyle?) -> String? {
    Self.overflow(name, text, fits: fits, isShrunk: isShrunk, isStrict: style?.overflow == .error)
  }

  static func overflow(_ name: String, _ text: String, fits: Bool, isShrunk: Bool, isStrict: Bool) -> String? {
    let words = text.onOneLine(limit: 40)
    if !fits { return "\(name) “\(words)” has no room on its page, even in the smallest letters: shorten it" }
    guard isStrict, isShrunk else { return nil }
    return "\(name) “\(words)” has no room on its page in letters of its size: shorten it, or let it shrink"
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
