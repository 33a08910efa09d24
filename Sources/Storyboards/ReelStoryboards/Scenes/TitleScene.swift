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

  /// Installs the texts at the centre, with a rule between them.
  public func install(on layer: SceneLayer) {
    let page = Page(layer.bounds)
    let (point, safe) = (page.point, page.safe)
    layer.addSublayer(GroundLayer(colors, frame: layer.bounds))
    let (title, below) = texts(on: page)
    let (gap, rule) = (Self.gap * point, Self.rule * point)
    let whole = height(title, below, on: page)
    var top = safe.center.y - whole / 2
    func next(_ height: Double) -> Rect {
      defer { top += height }
      return Rect(x: safe.minX, y: top, width: safe.width, height: height)
    }
    layer.addSublayer(title.layer(in: next(title.layout.size.height), color: color(\.title, colors.ink)))
    guard !subtitle.isEmpty else { return }
    // The rule is aligned with the title.
    let side = title.layout.alignment
    let shift = (side == .center ? 0 : side == .leading ? -0.5 : 0.5) * (safe.width - 140 * point)
    let line = Layer(
      frame: Rect(
        x: safe.center.x + shift - 70 * point, y: next(2 * gap + rule).center.y - rule / 2, width: 140 * point,
        height: rule))
    line.backgroundColor = colors.accent
    line.cornerRadius = rule / 2
    layer.addSublayer(line)
    layer.addSublayer(below.layer(in: next(below.layout.size.height), color: color(\.subtitle, colors.soft)))
  }

  /// The space above and below the rule, and its height, in points.
  private static let (gap, rule) = (44.0, 6.0)

  private func height(_ title: FittedText, _ below: FittedText, on page: Page) -> Double {
    title.layout.size.height
      + (subtitle.isEmpty ? 0 : (2 * Self.gap + Self.rule) * page.point + below.layout.size.height)
  }

  /// Both texts, as large as they fit on a page.
  private func texts(on page: Page) -> (title: FittedText, subtitle: FittedText) {
    let (point, safe) = (page.point, page.safe)
    let height = subtitle.isEmpty ? safe.height : safe.height * 0.62
    let title = FittedText(
      text, font: textFont(\.title, size: 132, weight: .bold, point: point),
      alignment: style.title?.alignment ?? .center,
      in: Size(width: safe.width, height: height), smallest: 28 * point)
    let below = FittedText(
      subtitle, font: textFont(\.subtitle, size: 52, point: point), alignment: style.subtitle?.alignment ?? .center,
      in: Size(width: safe.width, height: safe.height * 0.26), smallest: 24 * point)
    return (title, below)
  }
}

extension TitleScene: FittedScene {
  func subjects(on page: Page) -> [Rect] {
    let (title, below) = texts(on: page)
    let size = Size(width: page.safe.width, height: height(title, below, on: page))
    return text.isEmpty && subtitle.isEmpty ? [] : [Rect(center: page.safe.center, size: size)]
  }

  func overflow(on page: Page) -> String? {
    let (title, below) = texts(on: page)
    return title.overflow("the title", style.title)
      ?? below.overflow("the subtitle", style.subtitle)
  }
}
