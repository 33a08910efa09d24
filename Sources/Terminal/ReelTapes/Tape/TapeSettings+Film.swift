import ReelCanvas
import ReelGeometry
import ReelTerminal

extension TapeSettings {
  /// The film of a session, with the look that the tape sets, as far as it is supported.
  package func film(of cast: Cast) -> TerminalFilm {
    var film = TerminalFilm(cast)
    film.fontSize = fontSize
    if let installedFamily { film.textFont = installedFamily }
    // A font's natural line height is 1.17 times its size.
    film.lineHeight = min(max(1.17 * lineHeight, 0.8), 3)
    // In vhs, a letter spacing of 1 adds nothing.
    film.letterSpacing = min(max((letterSpacing - 1) / fontSize, -0.3), 3)
    film.cursorBlinks = cursorBlinks
    film.loopOffset = loopOffset
    film.hasWindow = windowBar != nil || margin > 0 || borderRadius > 0
    film.window = window
    // Without a window, the padding has the terminal's colour.
    film.background = film.hasWindow ? marginFill.flatMap { Color($0) } ?? Self.usualMarginFill : nil
    switch theme {
    case .palette(let palette): film.cast.theme = palette
    case .named(let name): film.theme = TerminalTheme(rawValue: name)
    case nil: film.theme = .night
    }
    // The tape itself decides how long its last picture stays.
    film.replay.hold = 0
    return film
  }

  /// The window.
  ///
  /// A tape gives its measures in pixels of its own size.
  private var window: TerminalWindow {
    let unit = Double(min(width, height)) / 720
    func points(_ pixels: Int) -> Double { min(Double(pixels) / unit, 720) }
    var window = TerminalWindow()
    (window.fillsMargin, window.hasShadow) = (true, false)
    (window.margin, window.padding, window.radius) = (points(margin), points(padding), points(borderRadius))
    (window.bar, window.barSize) = (windowBar?.bar ?? .none, points(windowBarSize))
    return window
  }

  /// The colour around the window if the tape does not set one.
  private static let usualMarginFill = Color("#171717")

  /// The path of the picture around the window; nil for none.
  package var marginImage: String? { marginFill.flatMap { Color($0) == nil ? $0 : nil } }

  /// The first installed family of the list; nil for none.
  private var installedFamily: String? {
    let families = fontFamily?.split(separator: ",").map { String($0.trimmed) } ?? []
    return families.first { Font($0, size: 16).isInstalled }
  }

  /// The number of cells that fit the picture.
  ///
  /// - Throws: `InvalidValue` if not a single cell fits.
  package func cells() throws(InvalidValue) -> (columns: Int, rows: Int) {
    let around = 2 * (padding + margin)
    let size = Size(
      width: Double(width - around), height: Double(height - around - (windowBar == nil ? 0 : windowBarSize)))
    guard size.width > 0, size.height > 0, let cells = film(of: Cast()).cells(in: size), cells.columns > 0,
      cells.rows > 0
    else {
      throw InvalidValue(
        "size", "\(width)x\(height)",
        sentence:
          "a picture of \(width)x\(height) pixels leaves no room for a letter of size \(Int(clamping: fontSize)) within its "
          + "padding and margin: set a larger Width and Height, or less Padding")
    }
    return (min(cells.columns, Terminal.sides.upperBound), min(cells.rows, Terminal.sides.upperBound))
  }

  /// The colours that queries are answered with.
  package var palette: TerminalPalette { film(of: Cast()).shownPalette }

  /// The settings that are ignored, as messages.
  package var ignored: [String] {
    var ignored: [String] = []
    if let fontFamily, installedFamily == nil { ignored.append("the font \(fontFamily) (not installed)") }
    if case .named(let name) = theme, TerminalTheme(rawValue: name) == nil {
      let nearest = TerminalTheme.nearest(to: name).map { "did you mean \($0)? " } ?? ""
      ignored.append("the theme \(name) (\(nearest)use --theme-file for others)")
    }
    return ignored
  }
}

extension Substring {
  fileprivate var trimmed: Substring {
    let text = drop { $0 == " " }
    return text.prefix(text.count - text.reversed().prefix { $0 == " " }.count)
  }
}
