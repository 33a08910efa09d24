import ReelCanvas
import ReelDescriptions
import ReelGeometry
import ReelScenes

extension TerminalFilm: DescribedScene {
  /// `terminal`.
  public static let kind = "terminal"

  /// The options for the session, its replay, and its look.
  public static let options = [
    castOption, speed, idleLimit, from, to, hold, columnsOption, rowsOption, keysOption, highlightOption,
    highlightRegionOption, zoomRegionOption, zoomTextOption, zoomFactorOption, zoomFromOption, zoomUntilOption,
    themeOption, colorsOption,
    backgroundOption, backgroundImageOption, noWindow, titleOption, windowBar, windowBarSize, windowMargin,
    windowPadding, windowRadius, fillMargin, noShadow, textFontOption, fontSizeOption, lineHeightOption,
    letterSpacingOption, cursorBlink, loopOffsetOption,
  ]

  /// A film needs a session.
  public static let requiredOptions: Set<String> = ["cast"]

  /// Creates the film of an empty session.
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

  /// The playback speed.
  public static let speed = DescriptionOption<Self>(
    "speed", "factor", help: "Play the session this many times as fast.",
    read: { $0.replay.speed = try OptionText.number("speed", $1, 0.01...100) }, write: { "\($0.replay.speed)" })

  /// The longest pause.
  public static let idleLimit = DescriptionOption<Self>(
    "idle-limit", "seconds", help: "Shorten longer pauses to this.",
    read: { $0.replay.idleLimit = try OptionText.seconds("longest pause", $1, 0...86_400) },
    write: { $0.replay.idleLimit.map { "\($0)" } })

  /// Where the film begins.
  public static let from = DescriptionOption<Self>(
    "from", "seconds", help: "Begin at this time of the session.",
    read: { $0.replay.from = try OptionText.seconds("beginning", $1, 0...1e9) }, write: { "\($0.replay.from)" })

  /// Where the film ends.
  public static let to = DescriptionOption<Self>(
    "to", "seconds", help: "End at this time of the session.",
    read: { $0.replay.to = try OptionText.seconds("end", $1, 0...1e9) }, write: { $0.replay.to.map { "\($0)" } })

  /// How long the last picture stays.
  public static let hold = DescriptionOption<Self>(
    "hold", "seconds", help: "How long the last picture stays.",
    read: { $0.replay.hold = try OptionText.seconds("hold", $1, 0...3600) }, write: { "\($0.replay.hold)" })

  /// The number of columns.
  public static let columnsOption = side("cols", "The columns of the terminal, instead of the recording's.", \.columns)

  /// The number of rows.
  public static let rowsOption = side("rows", "The rows of the terminal, instead of the recording's.", \.rows)

  private static func side(
    _ name: String, _ help: String, _ path: any WritableKeyPath<TerminalReplay, Int?> & Sendable
  ) -> DescriptionOption<Self> {
    DescriptionOption(
      name, "number", help: help,
      read: { $0.replay[keyPath: path] = try OptionText.whole(name, $1, Terminal.sides) },
      write: { $0.replay[keyPath: path].map { "\($0)" } })
  }

  /// Whether keys are shown.
  public static let keysOption = DescriptionOption<Self>(
    switch: "keys", help: "Show pressed keys, including passwords, if the recording has them.",
    \.showsKeys)

  /// A text to outline.
  public static let highlightOption = DescriptionOption<Self>(
    "highlight", "text", help: "Outline this text wherever it appears within a row.",
    read: { $0.highlight = $1.isEmpty ? nil : $1 }, write: { $0.highlight })

  /// A part of the screen to outline.
  public static let highlightRegionOption = DescriptionOption<Self>(
    "highlight-region", "cells", help: "Outline a part of the screen: its first and last cell as row:column, 3:1-5:40.",
    read: { $0.highlightRegion = try TerminalRegion(parsing: $1) }, write: { $0.highlightRegion.map { "\($0)" } })

  /// A part of the screen to zoom in on.
  public static let zoomRegionOption = DescriptionOption<Self>(
    "zoom-region", "cells", help: "Zoom in on a part of the screen: its first and last cell as row:column, 3:1-5:40.",
    read: { $0.zoom.region = try TerminalRegion(parsing: $1) }, write: { $0.zoom.region.map { "\($0)" } })

  /// A text to zoom in on.
  public static let zoomTextOption = DescriptionOption<Self>(
    "zoom-text", "text", help: "Zoom in on the line with this text when it appears, and out when it disappears.",
    read: { $0.zoom.text = $1.isEmpty ? nil : $1 }, write: { $0.zoom.text })

  /// How far to zoom in.
  public static let zoomFactorOption = DescriptionOption<Self>(
    "zoom-factor", "factor", help: "The magnification of a zoom, from 1 to 8.",
    read: { $0.zoom.factor = try OptionText.number("zoom factor", $1, TerminalZoom.factors) },
    write: { $0.zoom.factor.map { "\($0)" } })

  /// When to zoom in.
  public static let zoomFromOption = DescriptionOption<Self>(
    "zoom-from", "seconds", help: "When to zoom in, in the film's time.",
    read: { $0.zoom.from = try OptionText.seconds("beginning of the zoom", $1, 0...1e9) },
    write: { $0.zoom.from.map { "\($0)" } })

  /// When to zoom out.
  public static let zoomUntilOption = DescriptionOption<Self>(
    "zoom-until", "seconds", help: "When to zoom out, in the film's time.",
    read: { $0.zoom.until = try OptionText.seconds("end of the zoom", $1, 0...1e9) },
    write: { $0.zoom.until.map { "\($0)" } })

  /// Custom colours.
  public static let colorsOption = DescriptionOption<Self>(
    "colors", "colours",
    help: "Colours that replace the theme's: text, background, cursor, and 8 or 16 others, separated by spaces.",
    read: { film, text in
      guard let colors = TerminalPalette(optionText: text) else {
        throw InvalidValue(
          "colors", text, expected: "11 or 19 colours: text, background, cursor, and 8 or 16 others from black on")
      }
      film.colors = colors
    },
    write: { $0.colors?.optionText })

  /// The colour theme.
  public static let themeOption = DescriptionOption<Self>(
    "theme", "theme", help: "A colour theme by name, in any spelling: Tokyo Night, tokyonight.",
    choices: TerminalTheme.allCases.map(\.rawValue),
    read: { $0.theme = try TerminalTheme(named: $1) }, write: { $0.theme?.rawValue })

  /// The colours behind the window.
  public static let backgroundOption = DescriptionOption<Self>(
    "background", "colour",
    help:
      "The colour behind the window: a CSS name, #rgb or #rrggbb; two with a comma for a gradient from top to bottom.",
    read: { film, text in
      let parts = text.split(separator: ",", maxSplits: 1).map { $0.filter { $0 != " " } }
      film.background = try Color(parsing: parts.first ?? "")
      film.backgroundEnd = try parts.count > 1 ? Color(parsing: parts[1]) : nil
    },
    write: { film in film.background.map { color in "\(color)" + (film.backgroundEnd.map { ",\($0)" } ?? "") } })
}
