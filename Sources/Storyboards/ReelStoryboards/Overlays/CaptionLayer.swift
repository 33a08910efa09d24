import ReelCanvas
import ReelGeometry
import ReelLayers

/// The layout of a caption's text and plate on a page.
struct CaptionSetting {
  /// The text, broken into lines.
  let text: FittedText
  /// The plate, or the area of the text if there is no plate.
  private(set) var plate: Rect
  /// The frame of the text, as wide as it was wrapped for.
  private(set) var frame: Rect
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
    let font = style.applied(to: Font(size: TypeScale.caption(on: page.bounds) * point, weight: .medium), point: point)
    let isLeftwards = caption.isRightToLeft ?? false
    let (words, runs) =
      isLeftwards ? Self.leftwards(caption.text, caption.runs ?? []) : (caption.text, caption.runs ?? [])
    let side = caption.position?.side ?? .center
    let usual: TextAlignment = side == .center ? .center : (side == .left) == isLeftwards ? .trailing : .leading
    text = FittedText(
      words, font: font, alignment: style.alignment ?? usual, in: room, smallest: min(font.size, 18 * point),
      runs: runs,
      isBalanced: true)
    // The plate is as wide as the longest line, not as the wrapping width.
    let size = Size(
      width: min(room.width, text.layout.inkBounds.width), height: min(room.height, text.layout.size.height))
    let height = size.height + 2 * padding.dy
    let place = caption.place ?? .bottom
    let fraction =
      switch place {
      case .bottom: caption.position?.y ?? 1
      case .middle: caption.position?.y ?? 0.5
      case .top: caption.position?.y ?? 0
      case .below: 1.0
      case .above: 0.0
      }
    let width = size.width + 2 * padding.dx
    let anchor = safe.minX + (caption.position?.x ?? 0.5) * safe.width
    let start = anchor - (side == .center ? 0.5 : side == .left ? 0 : 1) * width
    plate = Rect(
      x: min(max(safe.minX, start), safe.maxX - width), y: safe.minY + fraction * (safe.height - height), width: width,
      height: height)
    // Left- or right-aligned lines are aligned to that side of the plate.
    let isAtRight = (text.layout.alignment == .leading) == text.layout.isRightToLeft
    let left: Double
    if text.layout.alignment == .center {
      left = plate.center.x - room.width / 2
    } else {
      left = isAtRight ? plate.maxX - padding.dx - room.width : plate.minX + padding.dx
    }
    frame = Rect(x: left, y: plate.minY + padding.dy, width: room.width, height: size.height)
  }

  /// Marks each line as right-to-left, which its first letters may not be.
  private static func leftwards(_ text: String, _ runs: [TextRun]) -> (String, [TextRun]) {
    let mark = "\u{200F}"
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let bytes = Array(text.utf8)
    func moved(_ offset: Int) -> Int { offset + mark.utf8.count * (1 + bytes.prefix(offset).count { $0 == 0x0A }) }
    return (
      lines.map { mark + $0 }.joined(separator: "\n"),
      runs.map { run in
        var run = run
        (run.start, run.end) = (moved(run.start), moved(run.end))
        return run
      }
    )
  }

  /// Returns the layouts of captions in order of time; those that are shown together are stacked.
  ///
  /// A caption keeps its position while others come and go.
  static func settings(of captions: [StoryFilm.Caption], on page: Page) -> [CaptionSetting] {
    var shown: [(end: Double, plate: Rect)] = []
    return captions.map { caption in
      var setting = CaptionSetting(caption, on: page)
      shown.removeAll { $0.end <= caption.start }
      setting.stack(on: shown.map(\.plate))
      shown.append((caption.end, setting.plate))
      return setting
    }
  }

  /// Moves it away from other captions: upwards in the lower half of the page, else downwards.
  private mutating func stack(on others: [Rect]) {
    let gap = 10 * page.point
    func free(_ isUpwards: Bool) -> Double? {
      var place = plate
      while let other = others.first(where: { $0.intersects(place) }) {
        place.origin.y = isUpwards ? other.minY - gap - place.height : other.maxY + gap
      }
      return place.minY >= page.safe.minY - 1 && place.maxY <= page.safe.maxY + 1 ? place.minY - plate.minY : nil
    }
    let isLow = plate.center.y > page.safe.center.y
    guard let shift = free(isLow) ?? free(!isLow) else { return }
    plate.origin.y += shift
    frame.origin.y += shift
  }

  /// The height of a strip at the edge of the page that holds the plate, in points.
  func stripHeight(isAbove: Bool) -> Double {
    ((isAbove ? plate.maxY - page.bounds.minY : page.bounds.maxY - plate.minY) + padding.dy) / page.point
  }

  /// The background colour of the strip below a caption.
  static func ground(of caption: StoryFilm.Caption) -> Color {
    let color = caption.style?.background ?? usualGround
    return color.alpha == 0 ? .black : Color(red: color.red, green: color.green, blue: color.blue)
  }

  static let usualGround = Color(red: 0.03, green: 0.04, blue: 0.07, alpha: 0.78)
}

/// A caption: text on a plate of its width, readable on any background.
final class CaptionLayer: Layer {
  init(_ caption: StoryFilm.Caption, _ setting: CaptionSetting, in bounds: Rect) {
    super.init(frame: bounds)
    let page = Page(bounds)
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
        let outline = setting.text.layer(
          in: Rect(origin: setting.frame.origin + shift, size: setting.frame.size), color: rim)
        for index in outline.runs.indices { outline.runs[index].color = nil }
        addSublayer(outline)
      }
    }
    let words = setting.text.layer(in: setting.frame, color: color)
    if background.alpha > 0 {
      // The colours of a file are meant for another ground.
      let ground = CaptionSetting.ground(of: caption)
      for index in words.runs.indices {
        words.runs[index].color = words.runs[index].color?.seen(on: [(ground, 4.5)])
      }
    }
    addSublayer(words)
  }
}
