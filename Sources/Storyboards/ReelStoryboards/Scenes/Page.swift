import ReelCanvas
import ReelGeometry
import ReelLayers
import ReelScenes

/// The geometry of a page.
///
/// Its short side has 1080 points, so films of all sizes show the same picture.
struct Page {
  /// The number of points on the short side.
  static let shortSide = 1080.0

  /// The page, in the layer's coordinates.
  let bounds: Rect
  /// A point, in the layer's coordinates.
  let point: Double

  init(_ bounds: Rect) {
    self.bounds = bounds
    point = Self.point(in: bounds)
  }

  /// The page of a scene, whose texts and margins do not shrink where it leaves a strip of its page to captions.
  init(_ layer: SceneLayer) {
    bounds = layer.bounds
    var room: RoomLayer?
    var next = layer.superlayer
    while let above = next, room == nil {
      room = above as? RoomLayer
      next = above.superlayer
    }
    point = Self.point(in: room?.bounds.size == bounds.size ? room?.page ?? bounds : bounds)
  }

  /// A part of a page with the lengths of another one.
  init(_ bounds: Rect, in page: Rect) {
    self.bounds = bounds
    point = Self.point(in: page)
  }

  private static func point(in bounds: Rect) -> Double { min(bounds.width, bounds.height) / shortSide }

  /// The safe area, which screens and players leave uncovered: all but a twelfth of the short side at each edge.
  var safe: Rect { bounds.inset(by: 90 * point) }
}

extension Rect {
  /// The rectangle reduced by an amount at its left and right.
  func inset(horizontally amount: Double) -> Rect {
    Rect(x: minX + amount, y: minY, width: width - 2 * amount, height: height)
  }
}

/// The part of a page beside the strip for its captions.
final class RoomLayer: Layer {
  /// The whole page.
  let page: Rect

  init(frame: Rect, of page: Rect) {
    self.page = page
    super.init(frame: frame)
    masksToBounds = true
  }
}

/// A text at its requested size, or as large as fits.
struct FittedText {
  /// The text.
  ///
  /// If it is far too long, `layout` has only its beginning.
  let text: String
  let layout: TextLayout
  /// Whether the whole text fits.
  let fits: Bool
  /// Whether the text is smaller than requested.
  let isShrunk: Bool

  /// Lays out a text in lines that fit a size.
  ///
  /// - Parameters:
  ///   - smallest: The minimum font size; text that does not fit then is cut off.
  ///   - isBalanced: Whether its lines are about equally long.
  init(
    _ text: String, font: Font, alignment: TextAlignment, in size: Size, smallest: Double, runs: [TextRun] = [],
    isBalanced: Bool = false
  ) {
    guard !Self.isHopeless(text, font: font, in: size, smallest: smallest) else {
      layout = TextLayout(text.cutShort, font: font, alignment: alignment, width: size.width)
      (self.text, fits, isShrunk) = (text, false, true)
      return
    }
    var font = font
    var layout = TextLayout(text, font: font, alignment: alignment, width: size.width, runs: runs)
    let wanted = font.size
    func isTooLarge() -> Bool { layout.size.height > size.height || layout.size.width > size.width + 0.5 }
    while isTooLarge(), font.size > smallest {
      font.size = max(smallest, font.size * 0.92)
      layout = TextLayout(text, font: font, alignment: alignment, width: size.width, runs: runs)
    }
    fits = !isTooLarge()
    self.layout = isBalanced && fits && layout.lineCount > 1 ? Self.balanced(layout, in: size.width) : layout
    self.text = text
    isShrunk = font.size < wanted
  }

  /// Returns a text in as many lines at the smallest width, so that no word is left alone on the last line.
  private static func balanced(_ layout: TextLayout, in width: Double) -> TextLayout {
    var best = layout
    var (narrow, wide) = (0.0, width)
    for _ in 0..<10 {
      let middle = (narrow + wide) / 2
      let next = TextLayout(
        layout.text, font: layout.font, alignment: layout.alignment, width: middle, runs: layout.runs)
      if next.lineCount == layout.lineCount, next.size.width <= middle + 0.5 {
        (best, wide) = (next, middle)
      } else {
        narrow = middle
      }
    }
    return best
  }

  /// Whether a text is far too long for a size, judged by its length in one line.
  ///
  /// Breaking a long word into lines takes time quadratic in its length; a single line does not.
  static func isHopeless(_ text: String, font: Font, in size: Size, smallest: Double) -> Bool {
    var font = font
    font.size = min(font.size, smallest)
    // Enough letters to be worth measuring, but not more than Pango can measure.
    let letters = text.unicodeScalars.prefix(30_000)
    guard letters.count > 1000 else { return false }
    let words = String(String.UnicodeScalarView(letters)).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let line = TextLayout(words, font: font).size
    // With 50 % tolerance, as line breaks waste space.
    return line.width * line.height > 1.5 * size.width * (size.height + line.height)
  }

  /// Returns a layer that shows the text in a rectangle of the width that it had to fit.
  func layer(in rect: Rect, color: Color) -> TextLayer {
    let layer = TextLayer(layout.text, font: layout.font, color: color)
    layer.alignment = layout.alignment
    layer.runs = layout.runs
    layer.wraps = true
    layer.frame = rect
    guard let width = layout.width, width < rect.width - 0.01 else { return layer }
    let isAtRight = (layout.alignment == .leading) == layout.isRightToLeft
    let shift = layout.alignment == .center ? 0.5 : isAtRight ? 1 : 0
    layer.frame = Rect(x: rect.minX + shift * (rect.width - width), y: rect.minY, width: width, height: rect.height)
    return layer
  }
}

extension String {
  /// The beginning of a text that is far too long for a page.
  var cutShort: String { String(prefix(1000)) }
}

/// A scene whose text must fit its page.
protocol FittedScene {
  /// The problem if the text does not fit its page; nil for none.
  func overflow(on page: Page) -> String?
  /// Whether it is mostly text, which cannot be read through another one.
  var hasText: Bool { get }
  /// What the page does not show of it, as messages.
  func notes(on page: Page) -> [String]
  /// The rectangles of a page that captions must not cover.
  func subjects(on page: Page) -> [Rect]
}

extension FittedScene {
  var hasText: Bool { true }
  func overflow(on page: Page) -> String? { nil }
  func notes(on page: Page) -> [String] { [] }
  func subjects(on page: Page) -> [Rect] { [] }
}

extension FittedText {
  /// The problem if the text does not fit; nil for none.
  ///
  /// - Parameters:
  ///   - name: Its name in messages.
  ///   - style: The style, which may forbid shrinking.
  func overflow(_ name: String, _ style: StoryTextStyle?) -> String? {
    Self.overflow(name, text, fits: fits, isShrunk: isShrunk, isStrict: style?.overflow == .error)
  }

  static func overflow(_ name: String, _ text: String, fits: Bool, isShrunk: Bool, isStrict: Bool) -> String? {
    let words = text.onOneLine(limit: 40)
    if !fits { return "\(name) “\(words)” does not fit on its page, even at the smallest size: shorten it" }
    guard isStrict, isShrunk else { return nil }
    return "\(name) “\(words)” does not fit on its page at its size: shorten it, or let it shrink"
  }
}

/// The background of a page: one colour, or one at the centre and one in the corners.
final class GroundLayer: Layer {
  private let colors: StoryColors

  init(_ colors: StoryColors, frame: Rect) {
    self.colors = colors
    super.init(frame: frame)
  }

  override func draw(in context: GraphicsContext) {
    guard let ground = colors.ground else { return }
    let (center, edge) = (ground.center, ground.edge)
    if center == edge { return context.fill(bounds, with: .color(center)) }
    let radius = 0.5 * Vector(dx: bounds.width, dy: bounds.height).length
    context.fill(
      bounds, with: .radialGradient(Gradient(center, edge), center: bounds.center, radius: radius))
  }
}

/// The time it takes to read a text.
enum ReadingSpeed {
  /// Returns seconds: one to notice the text, and one for every three words; at least three.
  static func seconds(_ texts: [String]) -> Double {
    let words = texts.reduce(0) { $0 + $1.split(whereSeparator: \.isWhitespace).count }
    // In scripts without spaces, about three letters count as a word.
    let letters = texts.reduce(0) { $0 + $1.unicodeScalars.count { $0.value >= 0x3000 } }
    return max(3, (1 + Double(words + letters / 3) / 3 * 2).rounded(.up) / 2)
  }
}
