import ReelCanvas
import ReelDescriptions
import ReelGeometry
import ReelScenes

extension CurveFilm: DescribedScene {
  /// The kind `curve`.
  public static let kind = "curve"

  /// The name.
  public static let mainOption: String? = "name"

  /// The curve, its appearance, and its look.
  public static let options = [
    nameOption, axiomOption, rulesOption, angleOption, headingOption, penOption, seconds, levelsOption, styleOption,
    growthOption, inkOption, themeOption, backgroundOption, noCaption,
    textFontOption,
  ]

  /// Creates the film of the dragon curve.
  public init() { self.init(name: nil) }

  /// The name.
  public static let nameOption = DescriptionOption<Self>(
    "name", "name", help: "The name of a curve. (default: dragon)", choices: LSystem.Named.allCases.map(\.rawValue),
    read: { film, text in film.name = try LSystem.Named(parsing: text) }, write: { $0.name?.rawValue })

  /// The text of level 0.
  public static let axiomOption = DescriptionOption<Self>(
    "axiom", "text", help: "The text of level 0: letters, + and - to turn left and right, | around, [ and ] to branch.",
    read: { $0.axiom = $1 }, write: { $0.axiom })

  /// The replacement rules.
  public static let rulesOption = DescriptionOption<Self>(
    "rules", "rules", help: "The replacement of each letter at each level: F=F+F--F+F, or A=AB,B=A.",
    read: { film, text in film.rules = try rules(parsing: text) },
    write: { film in film.rules.map { rules in rules.map { "\($0)=\($1)" }.sorted().joined(separator: ",") } },
    decode: { film, table in film.rules = try rules(of: table) },
    encode: { (_: CurveFilm) -> [String: String]? in nil })

  /// The turn.
  public static let angleOption = DescriptionOption<Self>(
    "angle", "degrees", help: "How far + and - turn.",
    read: { film, text in film.angle = try OptionText.number("angle", text, LSystem.angles) },
    write: { $0.angle.map { "\($0)" } })

  /// The first heading.
  public static let headingOption = DescriptionOption<Self>(
    "heading", "degrees", help: "The first heading: 0 is to the right, 90 upwards.",
    read: { film, text in film.heading = try OptionText.number("heading", text, LSystem.angles) },
    write: { $0.heading.map { "\($0)" } })

  /// The letters that draw a line.
  public static let penOption = DescriptionOption<Self>(
    "pen", "letters", help: "The letters that draw a line; f moves without one.",
    read: { $0.pen = $1 }, write: { $0.pen })

  /// The duration of the growth.
  public static let seconds = DescriptionOption<Self>(
    "seconds", "seconds", help: "The duration of the growth, for all levels together.",
    read: { film, text in film.duration = try OptionText.seconds("length", text, 0.001...86_400) },
    write: { $0.duration.map { "\($0)" } })

  /// The range of levels.
  public static let levelsOption = DescriptionOption<Self>(
    "levels", "first...last",
    help:
      "The levels in sequence, each for an equal share of the time. (default: those whose lines are clearly visible)",
    read: { film, text in film.levels = try LevelRange.parse(text, legal: LSystem.levels) },
    write: { $0.levels.map(LevelRange.text) })

  /// The style in which a level appears.
  public static let styleOption = DescriptionOption<Self>(
    "style", "style",
    help: "grow: each level rises out of the one before; step: levels change at once; draw: a turtle walks the curve.",
    choices: SnowflakeFilm.Style.allCases.map(\.rawValue),
    read: { film, text in film.style = try OptionText.choice("style", text) }, write: { $0.style.rawValue })

  /// The fraction of a level's time in which it grows.
  public static let growthOption = DescriptionOption<Self>(
    "growth", "part",
    help: "The part of each level's time in which it grows, 0 to 1. (default: 0.6, for --style draw 0.85)",
    read: { film, text in film.growth = try OptionText.number("growth", text, 0...1) },
    write: { $0.growth.map { "\($0)" } })

  /// The colours of the line.
  public static let inkOption = DescriptionOption<Self>(
    "ink", "colours",
    help: "The colours along the line: teal, or gold,tomato,#245. (default: the theme's)",
    read: { film, text in film.ink = try ink(parsing: text) },
    write: { film in
      film.ink.flatMap { colors in
        colors.allSatisfy { Color($0.description) == $0 } ? colors.map(\.description).joined(separator: ",") : nil
      }
    },
    decode: { film, colors in film.ink = colors },
    encode: { film in film.ink })

  /// The look of everything except the line.
  public static let themeOption = FlakeLook<Self>.theme(\.theme)

  /// A plain background.
  public static let backgroundOption = FlakeLook<Self>.background(\.background)

  /// Whether the caption is omitted.
  public static let noCaption = FlakeLook<Self>.noCaption(\.showsCaption)

  /// The font of the caption.
  public static let textFontOption = TextFont<Self>.option(\.textFont)

  /// Parses `F=F+G,G=F-G`.
  private static func rules(parsing text: String) throws(InvalidValue) -> [Character: String] {
    var table: [String: String] = [:]
    for rule in text.split(whereSeparator: { ",;\n".contains($0) }) where !rule.allSatisfy(\.isWhitespace) {
      let parts = rule.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let letter = parts[0].filter { !$0.isWhitespace }
      guard parts.count == 2, letter.count == 1 else {
        throw InvalidValue("rule", String(rule), expected: "a letter, = and its replacement, such as F=F+F--F+F")
      }
      guard table.updateValue(parts[1].filter { !$0.isWhitespace }, forKey: letter) == nil else {
        throw InvalidValue("rules", text, expected: "one rule for each letter: \(letter) has two")
      }
    }
    return try rules(of: table)
  }

  private static func rules(of table: [String: String]) throws(InvalidValue) -> [Character: String] {
    guard !table.isEmpty else { throw InvalidValue("rules", "", expected: "at least one, such as F=F+F--F+F") }
    var rules: [Character: String] = [:]
    for (letter, body) in table.sorted(by: { $0.key < $1.key }) {
      guard let only = letter.first, letter.count == 1, only.isASCII, only.isLetter else {
        throw InvalidValue(
          "rule", "\(letter)=\(body)", expected: "a letter, = and its replacement, such as F=F+F--F+F")
      }
      rules[only] = body
    }
    return rules
  }

  private static func ink(parsing text: String) throws(InvalidValue) -> [Color] {
    let words = text.split(whereSeparator: { ", ".contains($0) })
    let colors = words.compactMap { Color(String($0)) }
    guard !words.isEmpty, colors.count == words.count, colors.count <= 64, colors.allSatisfy({ $0.alpha == 1 }) else {
      let wrong = words.lazy.map(String.init).first { Color($0) == nil }
      throw InvalidValue(
        "ink", wrong ?? text, among: Color.names,
        otherwise: "opaque colours with commas between them: CSS names such as teal, #rgb or #rrggbb")
    }
    return colors
  }
}
