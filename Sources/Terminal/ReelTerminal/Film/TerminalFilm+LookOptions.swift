import ReelCanvas
import ReelDescriptions
import ReelGeometry

/// Options for the window around a terminal and for its text.
extension TerminalFilm {
  // MARK: The window

  /// Whether the terminal fills the picture.
  public static let noWindow = DescriptionOption<Self>(
    switch: "no-window", help: "Leave out the window; the terminal fills the picture.", \.hasWindow, isOn: false)

  /// The text in the title bar.
  public static let titleOption = DescriptionOption<Self>(
    "title", "text", help: "The text in the title bar.",
    read: { $0.title = $1.onOneLine(limit: 200) }, write: { $0.title })

  /// The bar at the upper edge of the window.
  public static let windowBar = DescriptionOption<Self>(
    "window-bar", "bar", help: "The window's bar, with buttons or rings on the left or right.",
    choices: TerminalWindow.Bar.allCases.map(\.rawValue),
    read: { $0.window.bar = try OptionText.choice("window bar", $1) }, write: { $0.window.bar.rawValue })

  /// The height of that bar.
  public static let windowBarSize = measure("bar-size", "The height of the bar, in 720ths of the picture.", \.barSize)

  /// The space around the window.
  public static let windowMargin = measure("margin", "The space around the window, in 720ths of the picture.", \.margin)

  /// The space within the window.
  public static let windowPadding = measure(
    "padding", "The space between window and text, in 720ths of the picture.", \.padding)

  /// The radius of the window's corners.
  public static let windowRadius = measure(
    "radius", "The radius of the window's corners, in 720ths of the picture.", \.radius)

  private static func measure(
    _ name: String, _ help: String, _ path: any WritableKeyPath<TerminalWindow, Double> & Sendable
  ) -> DescriptionOption<Self> {
    DescriptionOption(
      name, "points", help: help,
      read: { $0.window[keyPath: path] = try OptionText.number(name, $1, TerminalWindow.measures) },
      write: { "\($0.window[keyPath: path])" })
  }

  /// Whether the window has no shadow.
  public static let noShadow = DescriptionOption<Self>(
    switch: "no-shadow", help: "Leave out the window's shadow.", \.window.hasShadow, isOn: false)

  /// Whether the window extends to the margin.
  public static let fillMargin = DescriptionOption<Self>(
    switch: "fill-margin", help: "Extend the window to the margin, without an outline.", \.window.fillsMargin)

  /// The picture behind the window.
  ///
  /// On the command line and in storyboards it is a file, which the command or the storyboard reads.
  public static let backgroundImageOption = DescriptionOption<Self>(
    "background-image", "file", help: "A picture behind the window: PNG, JPEG, WebP or AVIF.", files: .value,
    read: { _, _ in
      throw DescriptionError("background-image is not an image: write it as {\"png\": …}, in Base64")
    },
    write: { _ in nil },
    decode: { film, image in film.backgroundImage = image.png },
    encode: { $0.backgroundImage.map { EmbeddedImage(png: $0) } })

  // MARK: Text and cursor

  /// The font.
  public static let textFontOption = DescriptionOption<Self>(
    "text-font", "family", help: "The font: an installed monospaced family.",
    read: { film, text in
      guard !text.allSatisfy(\.isWhitespace) else {
        throw InvalidValue("text-font", text, expected: "the name of a font family, such as \(standardFamily)")
      }
      film.textFont = text
    },
    write: { $0.textFont })

  /// The font size.
  public static let fontSizeOption = DescriptionOption<Self>(
    "font-size", "points", help: "The font size; text that does not fit is cut off.",
    read: { $0.fontSize = try OptionText.number("font size", $1, 1...500) }, write: { $0.fontSize.map { "\($0)" } })

  /// The line height.
  public static let lineHeightOption = DescriptionOption<Self>(
    "line-height", "factor", help: "The line height, as a multiple of the font size.",
    read: { $0.lineHeight = try OptionText.number("line height", $1, 0.8...3) }, write: { "\($0.lineHeight)" })

  /// The letter spacing.
  public static let letterSpacingOption = DescriptionOption<Self>(
    "letter-spacing", "factor", help: "Extra space between letters, as a multiple of the font size.",
    read: { $0.letterSpacing = try OptionText.number("letter spacing", $1, letterSpacings) },
    write: { "\($0.letterSpacing)" })

  /// Whether the cursor blinks.
  public static let cursorBlink = DescriptionOption<Self>(
    switch: "cursor-blink", help: "Make the cursor blink while nothing happens.", \.cursorBlinks)

  /// Where the film begins.
  public static let loopOffsetOption = DescriptionOption<Self>(
    "loop-offset", "part", help: "Where a looping film begins, as a fraction of its length: 0.4 or 40%.",
    read: { film, text in
      let isPercent = text.hasSuffix("%")
      let number = Double(isPercent ? String(text.dropLast()) : text).map { isPercent ? $0 / 100 : $0 }
      guard let number, loopOffsets.contains(number) else {
        throw InvalidValue("loop-offset", text, expected: "from 0 to 1, or from 0% to 100%")
      }
      film.loopOffset = number
    },
    write: { "\($0.loopOffset)" })
}

/// A picture within a description.
private struct EmbeddedImage: Codable, Hashable, Sendable {
  var png: Bitmap
}
