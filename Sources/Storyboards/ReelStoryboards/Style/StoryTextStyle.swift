import ReelCanvas
import ReelDescriptions
import ReelGeometry

/// What letters look like; what is nil is as the scene has it.
public struct StoryTextStyle: Hashable, Sendable {
  /// What becomes of a text that is too long for its page.
  public enum Overflow: String, CaseIterable, Codable, Hashable, Sendable {
    /// Its letters get smaller until it fits.
    case shrink
    /// It is an error.
    case error
  }

  /// The family, or the path of a file with the font.
  public var font: String?
  /// The size, in points.
  public var size: Double?
  /// The thickness.
  public var weight: Font.Weight?
  /// Whether the letters slant.
  public var italic: Bool?
  /// The colour.
  public var color: Color?
  /// What is behind the letters of a caption; transparent for nothing.
  public var background: Color?
  /// Where lines stand.
  public var alignment: TextAlignment?
  /// What becomes of a text that is too long.
  public var overflow: Overflow?

  /// Creates a style that changes nothing.
  public init() {}
}

extension StoryTextStyle: Describable {
  /// `text-style`.
  public static let kind = "text-style"

  /// The properties.
  public static let options = [
    StoryFont.option(
      "A family that is installed, or a file.", read: { $0.font = $1 }, write: { (style: Self) in style.font }),
    DescriptionOption(
      "size", "points", help: "Of the letters; the short side of the film has 1080 points.",
      read: { $0.size = try OptionText.number("size", $1, 8...400) }, write: { $0.size.map { "\($0)" } }),
    DescriptionOption(
      "weight", "weight", help: "The thickness.", choices: weights.map(\.name),
      read: { style, text in
        guard let weight = weights.first(where: { $0.name == text }) else {
          throw InvalidValue("weight", text, expected: OptionText.alternatives(weights.map(\.name)))
        }
        style.weight = weight.weight
      }, write: { style in weights.first { $0.weight == style.weight }?.name }),
    DescriptionOption(
      "italic", "yes or no", help: "Whether the letters slant: true or false.", choices: ["true", "false"],
      read: { $0.italic = try DescriptionText.flag("italic", $1) }, write: { $0.italic.map { "\($0)" } }),
    ColorOption.optional("color", "Of the letters.", \Self.color),
    ColorOption.optional("background", "Behind the letters of a caption; transparent for nothing.", \.background),
    DescriptionOption(
      "align", "side",
      help: "Where lines stand: start is the left side, and the right one where the script goes to the left.",
      choices: sides.map(\.name),
      read: { style, text in
        guard let side = sides.first(where: { $0.name == text }) else {
          throw InvalidValue("align", text, expected: OptionText.alternatives(sides.map(\.name)))
        }
        style.alignment = side.alignment
      }, write: { style in sides.first { $0.alignment == style.alignment }?.name }),
    DescriptionOption(
      "overflow", "how", help: "Of a text that is too long: shrink makes its letters smaller, error refuses it.",
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

  /// Returns a font with what the style says of it.
  ///
  /// - Parameters:
  ///   - font: what it is where the style says nothing.
  ///   - point: the length of a point.
  func applied(to font: Font, point: Double) -> Font {
    var font = font
    if let family = self.font { font.family = (try? StoryFont.family(family)) ?? family }
    if let size { font.size = size * point }
    if let weight { font.weight = weight }
    if let italic { font.italic = italic }
    return font
  }
}
