import ReelCanvas
import ReelDescriptions
import ReelGeometry

/// Options of the window around a terminal, and of its letters.
extension TerminalFilm {
  // MARK: The window

  /// Whether the terminal is all of the picture.
  public static let noWindow = DescriptionOption<Self>(
    switch: "no-window", help: "Leave out the window: the terminal is all of the picture.", \.hasWindow, isOn: false)

  /// What stands in the title bar.
  public static let titleOption = DescriptionOption<Self>(
    "title", "text", help: "What stands in the title bar.",
    read: { $0.title = $1.onOneLine(limit: 200) }, write: { $0.title })

  /// What is at the upper edge of the window.
  public static let windowBar = DescriptionOption<Self>(
    "window-bar", "bar", help: "The bar of the window, with buttons or rings, on the left or on the right.",
    choices: TerminalWindow.Bar.allCases.map(\.rawValue),
    read: { $0.window.bar = try OptionText.choice("window bar", $1) }, write: { $0.window.bar.rawValue })

  /// The height of that bar.
  public static let windowBarSize = measure("bar-size", "The height of the bar, in 720ths of the picture.", \.barSize)

  /// The space around the window.
  public static let windowMargin = measure("margin", "The space around the window, in 720ths of the picture.", \.margin)

  /// The space within the window.
  public static let windowPadding = measure(
    "padding", "The space between window and text, in 720ths of the picture.", \.padding)

  /// The roundness of the window.
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
    switch: "no-shadow", help: "Leave out the shadow of the window.", \.window.hasShadow, isOn: false)

  /// Whether the window reaches to the margin.
  public static let fillMargin = DescriptionOption<Self>(
    switch: "fill-margin", help: "Have the window reach to the margin, without an outline.", \.window.fillsMargin)

  /// The picture behind the window.
  ///
  /// On the command line and in storyboards it is a file, which those who read them look for.
  public static let backgroundImageOption = DescriptionOption<Self>(
    "background-image", "file", help: "A picture behind the window: PNG, JPEG, WebP or AVIF.", files: .value,
    read: { _, _ in
      throw DescriptionError("background-image is not an image: write it as {\"png\": …}, in Base64")
    },
    write: { _ in nil },
    decode: { film, image in film.backgroundImage = image.png },
    encode: { $0.backgroundImage.map { EmbeddedImage(png: $0) } })

  // MARK: Letters and the cursor

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

  /// What is added between letters.
  public static let letterSpacingOption = DescriptionOption<Self>(
    "letter-spacing", "factor", help: "What is added between letters, in sizes of the letters.",
    read: { $0.letterSpacing = try OptionText.number("letter spacing", $1, letterSpacings) },
    write: { "\($0.letterSpacing)" })

  /// Whether the cursor blinks.
  public static let cursorBlink = DescriptionOption<Self>(
    switch: "cursor-blink", help: "Have the cursor blink while nothing happens.", \.cursorBlinks)

  /// Where the film begins.
  public static let loopOffsetOption = DescriptionOption<Self>(
    "loop-offset", "part", help: "Where the film begins, for one that is played in a loop: a part of it, 0.4 or 40%.",
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
