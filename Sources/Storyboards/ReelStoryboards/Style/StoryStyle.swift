import ReelCanvas
import ReelDescriptions
import ReelGeometry
import ReelScenes

/// The colours and letters of a film or a scene; what is nil is as the theme has it.
public struct StoryStyle: Hashable, Sendable {
  /// What is behind all: one colour, or one for the middle and one for the corners; none lets shine through what is below.
  public var ground: [Color]?
  /// Of letters that are read first.
  public var ink: Color?
  /// Of letters that are read next.
  public var soft: Color?
  /// Of lines, bullets and bars.
  public var accent: Color?
  /// The family of all letters, or the path of a file with the font.
  public var font: String?
  /// Of titles.
  public var title: StoryTextStyle?
  /// Of subtitles.
  public var subtitle: StoryTextStyle?
  /// Of headings.
  public var heading: StoryTextStyle?
  /// Of paragraphs and points.
  public var text: StoryTextStyle?
  /// Of tables.
  public var table: StoryTextStyle?
  /// Of captions.
  public var caption: StoryTextStyle?

  /// Creates a style that changes nothing.
  public init() {}
}

extension StoryStyle: Describable {
  /// `style`.
  public static let kind = "style"

  /// Colours, fonts, and the styles of texts.
  public static let options =
    [
      DescriptionOption<Self>(
        "ground", "colours", help: "Behind all: a colour, two of them for the middle and the corners, or none.",
        read: { $0.ground = try ground(parsing: $1) },
        write: { $0.ground.flatMap { colors in colors.isEmpty ? "none" : nil } },
        decode: { style, colors in style.ground = try checked(colors) },
        encode: { (style: Self) in style.ground.map { $0.map(AnyColor.init) } }),
      ColorOption.optional("ink", "Of letters that are read first.", \.ink),
      ColorOption.optional("soft", "Of letters that are read next.", \.soft),
      ColorOption.optional("accent", "Of lines, bullets and bars.", \.accent),
      StoryFont.option(
        "Of all letters: a family that is installed, or a file.", read: { $0.font = $1 }, write: { $0.font }),
    ] + texts.map { text($0.name, $0.help, $0.path) }

  /// The styles of texts, by their names.
  static let texts: [(name: String, help: String, path: any WritableKeyPath<Self, StoryTextStyle?> & Sendable)] = [
    ("title", "The letters of titles.", \.title), ("subtitle", "The letters of subtitles.", \.subtitle),
    ("heading", "The letters of headings.", \.heading), ("text", "The letters of paragraphs and points.", \.text),
    ("table", "The letters of tables.", \.table), ("caption", "The letters of captions.", \.caption),
  ]

  private static func text(
    _ name: String, _ help: String, _ path: any WritableKeyPath<Self, StoryTextStyle?> & Sendable
  ) -> DescriptionOption<Self> {
    DescriptionOption(
      name, "table", help: help,
      read: { _, _ in throw DescriptionError("\(name) is a table such as {font: serif, weight: bold}") },
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
  /// The style of captions, in the font of all letters unless they have their own; nil where nothing is said of it.
  var ofCaptions: StoryTextStyle? {
    guard let font, caption?.font == nil else { return caption }
    var style = caption ?? StoryTextStyle()
    style.font = font
    return style
  }
}

/// A colour as somebody writes it, or as a recipe has it to the last bit.
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

/// The colours of a scene: the theme's, and what its style says instead.
struct StoryColors {
  let ground: (center: Color, edge: Color)?
  let ink: Color
  let soft: Color
  let accent: Color

  init(_ theme: StoryTheme, _ style: StoryStyle) {
    if let colors = style.ground {
      ground = colors.first.map { ($0, colors[colors.count - 1]) }
    } else {
      ground = theme.ground
    }
    ink = style.ink ?? theme.ink
    soft = style.soft ?? style.ink ?? theme.soft
    accent = style.accent ?? theme.accent
  }
}

/// A scene in the theme and the style of a film.
public protocol StyledScene: DescribedScene {
  /// The colours.
  var theme: StoryTheme { get set }
  /// What differs from the theme.
  var style: StoryStyle { get set }
}

extension StyledScene {
  var colors: StoryColors { StoryColors(theme, style) }

  /// The font of a text.
  ///
  /// - Parameters:
  ///   - name: which of the styles counts.
  ///   - size: the size where the style has none, in points.
  ///   - weight: the thickness where the style has none.
  ///   - point: the length of a point.
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

  /// The colour of a text: its style's, or else one of the scene's.
  func color(_ name: KeyPath<StoryStyle, StoryTextStyle?>, _ other: Color) -> Color {
    style[keyPath: name]?.color ?? other
  }

  /// The option for the style.
  static var styleOption: DescriptionOption<Self> {
    DescriptionOption(
      "style", "table", help: "What differs from the theme.",
      read: { _, _ in throw DescriptionError("style is a table such as {ink: navy, font: serif}") },
      write: { _ in nil }, decode: { $0.style = $1 }, encode: { $0.style == StoryStyle() ? nil : $0.style })
  }
}
