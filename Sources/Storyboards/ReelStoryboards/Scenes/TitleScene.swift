import ReelCanvas
import ReelDescriptions
import ReelGeometry
import ReelLayers
import ReelScenes

/// A large title with a subtitle below.
public struct TitleScene: Hashable, Sendable {
  /// The title.
  public var text = ""
  /// The subtitle; empty for none.
  public var subtitle = ""
  /// The colours.
  public var theme = StoryTheme.night
  /// Changes to the theme.
  public var style = StoryStyle()

  /// Creates a title.
  ///
  /// - Parameters:
  ///   - text: The title.
  ///   - subtitle: The subtitle; empty for none.
  public init(_ text: String, subtitle: String = "") {
    self.text = text
    self.subtitle = subtitle
  }
}

extension TitleScene: StyledScene {
  /// `title`.
  public static let kind = "title"
  /// A title needs text.
  public static let requiredOptions: Set<String> = ["text"]
  /// The text.
  public static let mainOption: String? = "text"

  /// The options for the text and its colours.
  public static let options = [
    DescriptionOption<Self>(
      "text", "text", help: "The title.", read: { $0.text = $1 }, write: { $0.text }),
    DescriptionOption(
      "subtitle", "text", help: "A smaller line below.", read: { $0.subtitle = $1 },
      write: { $0.subtitle.isEmpty ? nil : $0.subtitle }),
    StoryTheme.option(\.theme), styleOption,
  ]

  /// Creates a title without text.
  public init() { self.init("") }

  /// The time it takes to read.
  public var intrinsicDuration: Double? { ReadingSpeed.seconds([text, subtitle]) }

  /// Installs the texts, a little above the centre.
  public func install(on layer: SceneLayer) {
    let page = Page(layer)
    layer.addSublayer(GroundLayer(colors, frame: layer.bounds))
    let (title, below) = texts(on: page)
    let frame = frame(title, below, on: page)
    func part(_ text: FittedText, from top: Double) -> Rect {
      Rect(x: frame.minX, y: top, width: frame.width, height: text.layout.size.height)
    }
    layer.addSublayer(title.layer(in: part(title, from: frame.minY), color: color(\.title, colors.ink)))
    guard !subtitle.isEmpty else { return }
    let rect = part(below, from: frame.maxY - below.layout.size.height)
    layer.addSublayer(below.layer(in: rect, color: color(\.subtitle, colors.soft)))
  }

  /// The rectangle of both texts.
  private func frame(_ title: FittedText, _ below: FittedText, on page: Page) -> Rect {
    let height =
      title.layout.size.height + (subtitle.isEmpty ? 0 : 36 * page.point + below.layout.size.height)
    // The optical centre is above the geometric one.
    let top = page.safe.minY + 0.47 * max(0, page.safe.height - height)
    return Rect(x: page.safe.minX, y: top, width: page.safe.width, height: height)
  }

  /// Both texts, as large as they fit on a page.
  private func texts(on page: Page) -> (title: FittedText, subtitle: FittedText) {
    let (point, safe) = (page.point, page.safe)
    let height = subtitle.isEmpty ? safe.height : safe.height * 0.62
    var font = textFont(\.title, size: TypeScale.title, weight: .bold, point: point)
    font.tracking = TypeScale.tracking(of: text)
    var growth = 1.0
    if style.title?.size == nil, !text.isEmpty {
      // A short title is larger, and its subtitle follows by half.
      let width = TextLayout(text.cutShort, font: font).size.width
      growth = TypeScale.growths.first { width * $0 <= 0.55 * safe.width } ?? 1
      font.size *= growth
    }
    let title = FittedText(
      text, font: font, alignment: style.title?.alignment ?? .center, in: Size(width: safe.width, height: height),
      smallest: 28 * point, isBalanced: true)
    let below = FittedText(
      subtitle, font: textFont(\.subtitle, size: TypeScale.subtitle * (1 + growth) / 2, point: point),
      alignment: style.subtitle?.alignment ?? .center, in: Size(width: safe.width, height: safe.height * 0.26),
      smallest: 24 * point, isBalanced: true)
    return (title, below)
  }
}

extension TitleScene: FittedScene {
  func subjects(on page: Page) -> [Rect] {
    let (title, below) = texts(on: page)
    return text.isEmpty && subtitle.isEmpty ? [] : [frame(title, below, on: page)]
  }

  func overflow(on page: Page) -> String? {
    let (title, below) = texts(on: page)
    return title.overflow("the title", style.title)
      ?? below.overflow("the subtitle", style.subtitle)
  }
}
