import ReelCanvas
import ReelDescriptions
import ReelGeometry

/// The style of a text; nil values are the scene's.
public struct StoryTextStyle: Hashable, Sendable {
  /// The treatment of a text that does not fit its page.
  public enum Overflow: String, CaseIterable, Codable, Hashable, Sendable {
    /// The text shrinks until it fits.
    case shrink
    /// It is an error.
    case error
  }

  /// The font family, or the path of a font file.
  public var font: String?
  /// The font size, in points.
  public var size: Double?
  /// The font weight.
  public var weight: Font.Weight?
  /// Whether the text is italic.
  public var italic: Bool?
  /// The colour.
  public var color: Color?
  /// The colour behind a caption; transparent for none.
  public var background: Color?
  /// The alignment of lines.
  public var alignment: TextAlignment?
  /// The treatment of a text that does not fit.
  public var overflow: Overflow?

  /// Creates a style that changes nothing.
  public init() {}
}

extension StoryTextStyle: Describable {
  /// `text-style`.
  public static let kind = "text-style"

  /// The options for the properties.
  public static let options = [
    StoryFont.option(
      "The font: an installed family, or a file.", read: { $0.font = $1 }, write: { (style: Self) in style.font }),
    DescriptionOption(
      "size", "points", help: "The font size; the short side of the film has 1080 points.",
      read: { $0.size = try OptionText.number("size", $1, 8...400) }, write: { $0.size.map { "\($0)" } }),
    DescriptionOption(
      "weight", "weight", help: "The font weight.", choices: weights.map(\.name),
      read: { style, text in
        guard let weight = weights.first(where: { $0.name == text }) else {
          throw InvalidValue("weight", text, expected: OptionText.alternatives(weights.map(\.name)))
        }
        style.weight = weight.weight
      }, write: { style in weights.first { $0.weight == style.weight }?.name }),
    DescriptionOption(
      "italic", "yes or no", help: "Whether the text is italic: true or false.", choices: ["true", "false"],
      read: { $0.italic = try DescriptionText.flag("italic", $1) }, write: { $0.italic.map { "\($0)" } }),
    ColorOption.optional("color", "The colour of the text.", \Self.color),
    ColorOption.optional("background", "The colour behind a caption; transparent for none.", \.background),
    DescriptionOption(
      "align", "side",
      help: "The alignment: start is the left side, or the right side in right-to-left scripts.",
      choices: sides.map(\.name),
      read: { style, text in
        guard let side = sides.first(where: { $0.name == text }) else {
          throw InvalidValue("align", text, expected: OptionText.alternatives(sides.map(\.name)))
        }
        style.alignment = side.alignment
      }, write: { style in sides.first { $0.alignment == style.alignment }?.name }),
    DescriptionOption(
      "overflow", "how", help: "What to do with text that does not fit: shrink makes it smaller, error refuses it.",
      choices: Overflow.allCases.map(\.rawValue),
      read: { $0.overflow = try OptionText.choice("overflow", $1) }, write: { $0.overflow?.rawValue }),
  ]

  private static let weights: [(name: String, weight: Font.Weight)] = [
    ("ultra-light", .ultraLight), ("light", .light), ("regular", .regular), ("medium", .medium),
    ("semibold", .semibold), ("bold", .bold), ("black", .black),
  ]
  private static let sides: [(name: String, alignment: TextAlignment)] = [
    ("start", .leading), ("center", .center), ("end", .trailing),
  ]

  /// Returns a font changed by the style.
  ///
  /// - Parameters:
  ///   - font: The font without the style.
  ///   - point: The length of a point.
  func applied(to font: Font, point: Double) -> Font {
    var font = font
    if let family = self.font { font.family = (try? StoryFont.family(family)) ?? family }
    if let size { font.size = size * point }
    if let weight { font.weight = weight }
    if let italic { font.italic = italic }
    return font
  }
}
