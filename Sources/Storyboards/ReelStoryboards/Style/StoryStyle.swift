import ReelCanvas
import ReelDescriptions
import ReelGeometry
import ReelScenes

/// The colours and fonts of a film or a scene; nil values are the theme's.
public struct StoryStyle: Hashable, Sendable {
  /// The background: one colour, or one for the centre and one for the corners; empty for a transparent one.
  public var ground: [Color]?
  /// The colour of primary text.
  public var ink: Color?
  /// The colour of secondary text.
  public var soft: Color?
  /// The colour of lines, bullets and bars.
  public var accent: Color?
  /// The font family of all texts, or the path of a font file.
  public var font: String?
  /// The style of titles.
  public var title: StoryTextStyle?
  /// The style of subtitles.
  public var subtitle: StoryTextStyle?
  /// The style of headings.
  public var heading: StoryTextStyle?
  /// The style of paragraphs and points.
  public var text: StoryTextStyle?
  /// The style of tables.
  public var table: StoryTextStyle?
  /// The style of captions.
  public var caption: StoryTextStyle?

  /// Creates a style that changes nothing.
  public init() {}
}

extension StoryStyle: Describable {
  /// `style`.
  public static let kind = "style"

  /// The options for colours, fonts, and the styles of texts.
  public static let options =
    [
      DescriptionOption<Self>(
        "ground", "colours", help: "The background: a colour, two for the centre and the corners, or none.",
        read: { $0.ground = try ground(parsing: $1) },
        write: { $0.ground.flatMap { colors in colors.isEmpty ? "none" : nil } },
        decode: { style, colors in style.ground = try checked(colors) },
        encode: { (style: Self) in style.ground.map { $0.map(AnyColor.init) } }),
      ColorOption.optional("ink", "The colour of primary text.", \.ink),
      ColorOption.optional("soft", "The colour of secondary text.", \.soft),
      ColorOption.optional("accent", "The colour of lines, bullets and bars.", \.accent),
      StoryFont.option(
        "The font of all texts: an installed family, or a file.", read: { $0.font = $1 }, write: { $0.font }),
    ] + texts.map { text($0.name, $0.help, $0.path) }

  /// The styles of texts, by name.
  static let texts: [(name: String, help: String, path: any WritableKeyPath<Self, StoryTextStyle?> & Sendable)] = [
    ("title", "The style of titles.", \.title), ("subtitle", "The style of subtitles.", \.subtitle),
    ("heading", "The style of headings.", \.heading), ("text", "The style of paragraphs and points.", \.text),
    ("table", "The style of tables.", \.table), ("caption", "The style of captions.", \.caption),
  ]

  private static func text(
    _ name: String, _ help: String, _ path: any WritableKeyPath<Self, StoryTextStyle?> & Sendable
  ) -> DescriptionOption<Self> {
    DescriptionOption(
      name, "table", help: help,
      read: { _, _ in throw DescriptionError("\(name) must be a table such as {font: serif, weight: bold}") },
      write: { _ in nil }, decode: { $0[keyPath: path] = $1 }, encode: { $0[keyPath: path] })
  }

  private static func ground(parsing text: String) throws(InvalidValue) -> [Color] {
    if text == "none" { return [] }
    return try checked(text.split(whereSeparator: { ", ".contains($0) }).map { AnyColor(text: String($0)) })
  }

  private static func checked(_ colors: [AnyColor]) throws(InvalidValue) -> [Color] {
    var known: [Color] = []
    for color in colors {
      guard let color = color.color else {
        throw InvalidValue("ground", color.text, expected: "a CSS name such as teal, #rgb or #rrggbb")
      }
      known.append(color)
    }
    guard (1...2).contains(known.count) else {
      throw InvalidValue("ground", "\(known.count) colours", expected: "one colour, two of them, or none")
    }
    return known
  }
}

extension StoryStyle {
  /// The style of captions, with the font of all texts unless it has its own; nil if neither is set.
  var ofCaptions: StoryTextStyle? {
    guard let font, caption?.font == nil else { return caption }
    var style = caption ?? StoryTextStyle()
    style.font = font
    return style
  }
}

/// A colour as written in a text, or exactly as in a recipe.
struct AnyColor: Codable, Sendable {
  var text = ""
  var color: Color?

  init(_ color: Color) { self.color = color }

  init(text: String) {
    self.text = text
    color = Color(text)
  }

  init(from decoder: any Decoder) throws {
    if let text = try? decoder.singleValueContainer().decode(String.self) {
      self.init(text: text)
    } else {
      self.init(try Color(from: decoder))
    }
  }

  func encode(to encoder: any Encoder) throws { try color?.encode(to: encoder) }
}

/// The colours of a scene: the theme's with the style's changes.
struct StoryColors: Hashable, Sendable {
  /// A background with a colour in the middle and one in the corners.
  struct Ground: Hashable, Sendable {
    var center: Color
    var edge: Color
  }

  let ground: Ground?
  let ink: Color
  let soft: Color
  let accent: Color

  init(_ theme: StoryTheme, _ style: StoryStyle) {
    if let colors = style.ground {
      ground = colors.first.map { Ground(center: $0, edge: colors[colors.count - 1]) }
    } else {
      ground = Ground(center: theme.ground, edge: theme.ground)
    }
    ink = style.ink ?? theme.ink
    soft = style.soft ?? style.ink ?? theme.soft
    accent = style.accent ?? theme.accent
  }
}

/// A scene with the theme and style of a film.
public protocol StyledScene: DescribedScene {
  /// The colours.
  var theme: StoryTheme { get set }
  /// Changes to the theme.
  var style: StoryStyle { get set }
}

extension StyledScene {
  var colors: StoryColors { StoryColors(theme, style) }

  /// Whether the scene has no background, or one that can be seen through.
  public var isTransparent: Bool { colors.ground.map { min($0.center.alpha, $0.edge.alpha) < 1 } ?? true }

  /// The font of a text.
  ///
  /// - Parameters:
  ///   - name: The style to use.
  ///   - size: The default size, in points.
  ///   - weight: The default weight.
  ///   - point: The length of a point.
  func textFont(
    _ name: KeyPath<StoryStyle, StoryTextStyle?>, size: Double, weight: Font.Weight = .regular, point: Double
  )
    -> Font
  {
    var base = StoryTextStyle()
    base.font = style.font
    let font = base.applied(to: Font(size: size * point, weight: weight), point: point)
    return style[keyPath: name]?.applied(to: font, point: point) ?? font
  }

  /// The colour of a text: its style's, or a default.
  func color(_ name: KeyPath<StoryStyle, StoryTextStyle?>, _ other: Color) -> Color {
    style[keyPath: name]?.color ?? other
  }

  /// The option for the style.
  static var styleOption: DescriptionOption<Self> {
    DescriptionOption(
      "style", "table", help: "Changes to the theme.",
      read: { _, _ in throw DescriptionError("style must be a table such as {ink: navy, font: serif}") },
      write: { _ in nil }, decode: { $0.style = $1 }, encode: { $0.style == StoryStyle() ? nil : $0.style })
  }
}
