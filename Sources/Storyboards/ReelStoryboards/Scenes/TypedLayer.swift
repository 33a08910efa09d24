import ReelCanvas
import ReelGeometry
import ReelLayers

/// A text that is being typed: letter by letter, with a cursor after the last one.
final class TypedLayer: Layer {
  /// The number of letters typed.
  @Animatable private var count = 0.0
  /// The opacity of the cursor, which blinks once a second after typing.
  @Animatable private var cursorOpacity = 1.0

  /// The lines of the complete text, so that words do not move to the next line while they are typed.
  private let lines: [[Character]]
  private let font: Font
  private let color: Color
  private let cursor: Color
  private let length: Double

  /// - Parameters:
  ///   - text: The text in its final layout.
  ///   - length: The duration of typing, in seconds.
  ///   - cursor: The colour of the cursor.
  init(_ text: TextLayer, over length: Double, cursor: Color) {
    lines = Self.lines(of: text.text, font: text.font, width: text.bounds.width).map(Array.init)
    font = text.font
    color = text.color
    self.cursor = cursor
    self.length = length
    super.init(frame: text.frame)
  }

  override func update(at time: Double) {
    let letters = lines.reduce(0) { $0 + $1.count }
    let typed = length > 0 ? time / length : 1
    count = (min(max(0, typed), 1) * Double(letters) + 1e-6).rounded(.down)
    let since = time - length
    cursorOpacity = since < 0 || (since + 1e-6).truncatingRemainder(dividingBy: 1) < 0.5 ? 1 : 0
  }

  override func draw(in context: GraphicsContext) {
    let height = TextLayout("x", font: font).size.height
    var (rest, top, end) = (Int(clamping: count), bounds.minY, bounds.origin)
    for (index, line) in lines.enumerated() {
      let typed = TextLayout(String(line.prefix(rest)), font: font)
      // In right-to-left scripts, lines begin at the right, and the cursor is to the left.
      let isLeftwards = TextLayout(String(line), font: font).isRightToLeft
      let start = isLeftwards ? bounds.maxX - typed.size.width : bounds.minX
      context.draw(typed, at: Point(x: start, y: top), with: .color(color))
      end = Point(x: isLeftwards ? start - 0.13 * font.size : start + typed.size.width, y: top)
      rest -= line.count
      if rest < 0 || rest == 0 && index == lines.count - 1 { break }
      top += height
    }
    guard cursorOpacity > 0 else { return }
    context.fill(
      Rect(
        x: max(bounds.minX, min(end.x + 0.06 * font.size, bounds.maxX - 0.07 * font.size)), y: end.y + 0.1 * height,
        width: 0.07 * font.size, height: 0.8 * height), with: .color(cursor))
  }

  /// Breaks a text between words into lines that fit a width.
  private static func lines(of text: String, font: Font, width: Double) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { paragraph in
      var lines = [""]
      for word in paragraph.split(separator: " ", omittingEmptySubsequences: false) {
        let longer = lines[lines.count - 1].isEmpty ? String(word) : lines[lines.count - 1] + " " + word
        if lines[lines.count - 1].isEmpty || TextLayout(longer, font: font).size.width <= width {
          lines[lines.count - 1] = longer
        } else {
          lines.append(String(word))
        }
      }
      return lines
    }
  }
}
