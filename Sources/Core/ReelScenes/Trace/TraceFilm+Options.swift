import ReelCanvas
import ReelDescriptions
import ReelGeometry
import ReelTracing

extension TraceFilm: DescribedScene {
  /// The kind `trace`.
  public static let kind = "trace"

  /// The session, its replay, and its look.
  ///
  /// Colours follow the theme and the background, which they override.
  public static let options =
    [sessionOption, speed, maxPause, hold, seconds, themeOption, hide, background] + colors + [
      backgroundImageOption, keyImageOption, live, guideOption, lineWidthOption, textFontOption,
    ]

  /// The session is required.
  public static let requiredOptions: Set<String> = ["session"]

  /// Creates the film of an empty sheet.
  public init() { self.init(TraceSession(header: .init(canvas: Size(width: 720, height: 720)))) }

  /// The session.
  public static let sessionOption = DescriptionOption<Self>(
    "session", "text", help: "The session: the lines of its file in Reel's own format.",
    read: { film, text in film.session = try TraceSession(Array(text.utf8), name: "the session") },
    write: { film in (try? film.session.text()).map { String(decoding: $0, as: UTF8.self) } })

  /// The speed of the replay.
  public static let speed = DescriptionOption<Self>(
    "speed", "factor", help: "The speed of the replay, relative to the finger.",
    read: { $0.replay.speed = try OptionText.number("speed", $1, 0.01...100) },
    write: { "\($0.replay.speed)" })

  /// The maximum pause.
  public static let maxPause = DescriptionOption<Self>(
    "max-pause", "seconds", help: "Shorten longer pauses to this.",
    read: { $0.replay.maxPause = try OptionText.seconds("longest pause", $1, 0...86_400) },
    write: { $0.replay.maxPause.map { "\($0)" } })

  /// How long the finished picture is held.
  public static let hold = DescriptionOption<Self>(
    "hold", "seconds", help: "How long the finished picture is held.",
    read: { $0.replay.hold = try OptionText.seconds("hold", $1, 0...3600) },
    write: { "\($0.replay.hold)" })

  /// The length of the film.
  public static let seconds = DescriptionOption<Self>(
    "seconds", "seconds", help: "Fit the whole film into a length, instead of --speed.",
    read: { $0.replay.length = try OptionText.seconds("length", $1, 0.01...86_400) },
    write: { $0.replay.length.map { "\($0)" } })

  /// The colours.
  public static let themeOption = DescriptionOption<Self>(
    "theme", "theme", help: "The colours: classic, night or paper.", choices: TraceTheme.Name.allCases.map(\.rawValue),
    read: { film, text in
      let name: TraceTheme.Name = try OptionText.choice("theme", text)
      film.theme = name.theme
    },
    write: { film in TraceTheme.Name.allCases.first { $0.theme == film.theme }?.rawValue },
    decode: { $0.theme = $1 }, encode: { $0.theme })

  /// The omitted parts.
  public static let hide = DescriptionOption<Self>(
    "hide", "parts", help: "Parts to leave out, separated by commas: guide, path, stars, fingertip, ring, time.",
    read: { film, text in
      film.parts = Set(Part.allCases)
      for word in text.split(separator: ",", omittingEmptySubsequences: false) {
        guard let part = Part(rawValue: String(word)) else {
          let parts = Part.allCases.map(\.rawValue).joined(separator: ", ")
          throw InvalidValue("part", word, expected: "one of \(parts)")
        }
        film.parts.remove(part)
      }
    },
    write: { film in
      let hidden = Part.allCases.filter { !film.parts.contains($0) }.map(\.rawValue)
      return hidden.isEmpty ? nil : hidden.joined(separator: ",")
    })

  /// The colour of the sheet, to which the other colours adapt.
  public static let background = DescriptionOption<Self>(
    "background", "colour", help: "The colour of the sheet; none for a transparent one.",
    read: { film, text in
      if text == "none" {
        // The surround becomes transparent too. Lines keep the theme's colours, because the picture behind them is unknown.
        (film.theme.background, film.theme.surround) = (.clear, .clear)
      } else {
        film.theme = film.theme.on(try Color(parsing: text))
      }
    }, write: { _ in nil })

  /// The colours of lines and corridor, which the theme stores.
  public static let (insideColor, outsideColor, completeColor, guideColor) = (
    color("inside-color", "The colour of lines in bounds.", \.inside),
    color("outside-color", "The colour of lines out of bounds.", \.outside),
    color("complete-color", "The colour of lines once everything is traced.", \.complete),
    color("guide-color", "The colour of the corridor.", \.guide)
  )
  private static let colors = [insideColor, outsideColor, completeColor, guideColor]

  private static func color(
    _ name: String, _ help: String, _ path: any WritableKeyPath<TraceTheme, Color> & Sendable
  ) -> DescriptionOption<Self> {
    // The theme is written with all of its colours.
    DescriptionOption(
      name, "colour", help: help, read: { $0.theme[keyPath: path] = try Color(parsing: $1) }, write: { _ in nil })
  }

  /// Whether the film runs like the recording.
  public static let live = DescriptionOption<Self>(
    switch: "live", help: "Run like the recording: from time 0, with a clock that does not stop.", \.replay.isLive)

  /// Whether to show how to write.
  public static let guideOption = DescriptionOption<Self>(
    switch: "guide", help: "Show how to write: the next stroke, where each begins, its direction and its number.",
    \.showsGuide)

  /// The width of unjudged lines.
  public static let lineWidthOption = DescriptionOption<Self>(
    "line-width", "points", help: "The width of lines that are not judged, on the session's canvas.",
    read: { $0.lineWidth = try OptionText.number("line width", $1, 1e-6...1e6) },
    write: { $0.lineWidth.map { "\($0)" } })

  /// The font of the time.
  public static let textFontOption = TextFont<Self>.option(\.textFont)

  /// The image on the sheet.
  public static let backgroundImageOption = image(
    "background-image", "An image on the sheet, as large as fits.", \.backgroundImage)

  /// The image on key points.
  public static let keyImageOption = image("key-image", "An image for key points instead of stars.", \.keyImage)

  private static func image(
    _ name: String, _ help: String, _ path: any WritableKeyPath<Self, Bitmap?> & Sendable
  ) -> DescriptionOption<Self> {
    DescriptionOption(
      name, "file.png", help: help, files: .value,
      read: { _, _ in throw DescriptionError("\(name) is not an image: write it as {\"png\": …}, in Base64") },
      write: { _ in nil },
      decode: { film, image in film[keyPath: path] = image.png },
      encode: { film in film[keyPath: path].map { EmbeddedImage(png: $0) } })
  }
}

/// An image within a description.
private struct EmbeddedImage: Codable {
  var png: Bitmap
}
