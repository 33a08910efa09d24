import ReelCanvas
import ReelDescriptions
import ReelGeometry
import ReelScenes

extension TerminalFilm: DescribedScene {
  /// `terminal`.
  public static let kind = "terminal"

  /// The session, how it is replayed, and its look.
  public static let options = [
    castOption, speed, idleLimit, from, to, hold, themeOption, backgroundOption, noWindow, titleOption, textFontOption,
    fontSizeOption, lineHeightOption,
  ]

  /// Without a session there is nothing to replay.
  public static let requiredOptions: Set<String> = ["cast"]

  /// The film of a terminal in which nothing happens.
  public init() { self.init(Cast()) }

  /// The session.
  public static let castOption = DescriptionOption<Self>(
    "cast", "text", help: "The session: the lines of an asciicast.",
    read: { film, text in
      do throws(CastError) {
        film.cast = try Cast(Array(text.utf8))
      } catch {
        throw DescriptionError("the cast cannot be read: \(error)")
      }
    },
    write: { $0.cast.text })

  /// How fast.
  public static let speed = DescriptionOption<Self>(
    "speed", "factor", help: "How much faster than the session.",
    read: { $0.replay.speed = try OptionText.number("speed", $1, 0.01...100) }, write: { "\($0.replay.speed)" })

  /// The longest pause.
  public static let idleLimit = DescriptionOption<Self>(
    "idle-limit", "seconds", help: "Cut longer pauses to this.",
    read: { $0.replay.idleLimit = try OptionText.seconds("longest pause", $1, 0...86_400) },
    write: { $0.replay.idleLimit.map { "\($0)" } })

  /// Where the film begins.
  public static let from = DescriptionOption<Self>(
    "from", "seconds", help: "Where in the session the film begins.",
    read: { $0.replay.from = try OptionText.seconds("beginning", $1, 0...1e9) }, write: { "\($0.replay.from)" })

  /// Where the film ends.
  public static let to = DescriptionOption<Self>(
    "to", "seconds", help: "Where in the session the film ends.",
    read: { $0.replay.to = try OptionText.seconds("end", $1, 0...1e9) }, write: { $0.replay.to.map { "\($0)" } })

  /// How long the last picture stays.
  public static let hold = DescriptionOption<Self>(
    "hold", "seconds", help: "How long the last picture stays.",
    read: { $0.replay.hold = try OptionText.seconds("hold", $1, 0...3600) }, write: { "\($0.replay.hold)" })

  /// The colours.
  public static let themeOption = DescriptionOption<Self>(
    "theme", "theme", help: "The colours: night, paper or classic.",
    choices: TerminalTheme.allCases.map(\.rawValue),
    read: { $0.theme = try OptionText.choice("theme", $1) as TerminalTheme }, write: { $0.theme?.rawValue })

  /// What is behind the window.
  public static let backgroundOption = DescriptionOption<Self>(
    "background", "colour", help: "Behind the window: a CSS name, #rgb or #rrggbb.",
    read: { $0.background = try Color(parsing: $1) }, write: { $0.background.map { "\($0)" } })

  /// Whether the terminal is all of the picture.
  public static let noWindow = DescriptionOption<Self>(
    switch: "no-window", help: "Leave out the window: the terminal is all of the picture.", \.hasWindow, isOn: false)

  /// What stands in the title bar.
  public static let titleOption = DescriptionOption<Self>(
    "title", "text", help: "What stands in the title bar.",
    read: { $0.title = $1.onOneLine(limit: 200) }, write: { $0.title })

  /// The letters.
  public static let textFontOption = DescriptionOption<Self>(
    "text-font", "family", help: "The font: an installed family whose letters are all of one width.",
    read: { film, text in
      guard !text.allSatisfy(\.isWhitespace) else {
        throw InvalidValue("text-font", text, expected: "the name of a font family, such as \(standardFamily)")
      }
      film.textFont = text
    },
    write: { $0.textFont })

  /// The size of the letters.
  public static let fontSizeOption = DescriptionOption<Self>(
    "font-size", "points", help: "Of the letters; what does not fit is cut off.",
    read: { $0.fontSize = try OptionText.number("font size", $1, 1...500) }, write: { $0.fontSize.map { "\($0)" } })

  /// The height of a row.
  public static let lineHeightOption = DescriptionOption<Self>(
    "line-height", "factor", help: "The height of a row, in sizes of the letters.",
    read: { $0.lineHeight = try OptionText.number("line height", $1, 0.8...3) }, write: { "\($0.lineHeight)" })
}
