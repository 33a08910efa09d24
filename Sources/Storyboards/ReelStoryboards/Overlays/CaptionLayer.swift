import ReelCanvas
import ReelGeometry
import ReelLayers

/// The layout of a caption's text and plate on a page.
struct CaptionSetting {
  /// The text, broken into lines.
  let text: FittedText
  /// The plate, or the area of the text if there is no plate.
  let plate: Rect
  /// The frame of the text, as wide as it was wrapped for.
  let frame: Rect
  private let page: Page
  private let padding: Vector

  /// - Parameters:
  ///   - caption: The caption, with its place and style.
  ///   - page: The whole page.
  init(_ caption: StoryFilm.Caption, on page: Page) {
    self.page = page
    let (safe, point) = (page.safe, page.point)
    padding = Vector(dx: 30 * point, dy: 16 * point)
    let room = Size(width: safe.width - 2 * padding.dx, height: 0.34 * safe.height)
    let style = caption.style ?? StoryTextStyle()
    let font = style.applied(to: Font(size: 50 * point, weight: .medium), point: point)
    // A mark at the beginning of each line sets the direction, which its first letters may not.
    let words =
      caption.isRightToLeft ?? false
      ? caption.text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { "\u{200F}" + $0 }
        .joined(separator: "\n") : caption.text
    text = FittedText(
      words, font: font, alignment: style.alignment ?? .center, in: room, smallest: min(font.size, 18 * point))
    // The plate is as wide as the longest line, not as the wrapping width.
    let size = Size(
      width: min(room.width, text.layout.inkBounds.width), height: min(room.height, text.layout.size.height))
    let height = size.height + 2 * padding.dy
    let top =
      switch caption.place ?? .bottom {
      case .bottom, .below: safe.maxY - height
      case .middle: safe.center.y - height / 2
      case .top, .above: safe.minY
      }
    plate = Rect(
      x: safe.center.x - size.width / 2 - padding.dx, y: top, width: size.width + 2 * padding.dx, height: height)
    // Left- or right-aligned lines are aligned to that side of the plate.
    let isAtRight = (text.layout.alignment == .leading) == text.layout.isRightToLeft
    let left: Double
    if text.layout.alignment == .center {
      left = safe.center.x - room.width / 2
    } else {
      left = isAtRight ? plate.maxX - padding.dx - room.width : plate.minX + padding.dx
    }
    frame = Rect(x: left, y: plate.minY + padding.dy, width: room.width, height: size.height)
  }

  /// The height of a strip at the edge of the page that holds the plate, in points.
  var stripHeight: Double { (page.bounds.maxY - page.safe.maxY + plate.height + padding.dy) / page.point }

  /// The background colour of the strip below a caption.
  static func ground(of caption: StoryFilm.Caption) -> Color {
    let color = caption.style?.background ?? usualGround
    return color.alpha == 0 ? .black : Color(red: color.red, green: color.green, blue: color.blue)
  }

  static let usualGround = Color(red: 0.03, green: 0.04, blue: 0.07, alpha: 0.78)
}

/// A caption: text on a plate of its width, readable on any background.
final class CaptionLayer: Layer {
  init(_ caption: StoryFilm.Caption, in bounds: Rect) {
    super.init(frame: bounds)
    let page = Page(bounds)
    let setting = CaptionSetting(caption, on: page)
    let color = caption.style?.color ?? .white
    let background = caption.style?.background ?? CaptionSetting.usualGround
    if background.alpha > 0, !(caption.place?.takesRoom ?? false) {
      let plate = Layer(frame: setting.plate)
      plate.backgroundColor = background
      plate.cornerRadius = 14 * page.point
      addSublayer(plate)
    } else if background.alpha == 0 {
      // Without a plate, an outline separates the text from the background.
      let rim = Color(white: color.relativeLuminance > 0.4 ? 0 : 1, alpha: 0.5)
      for turn in 0..<8 {
        let shift = Angle.degrees(Double(turn) * 45).unitVector * (0.05 * setting.text.layout.font.size)
        addSublayer(
          setting.text.layer(in: Rect(origin: setting.frame.origin + shift, size: setting.frame.size), color: rim))
      }
    }
    addSublayer(setting.text.layer(in: setting.frame, color: color))
  }
}
