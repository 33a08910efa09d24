import ReelCanvas
import ReelGeometry
import ReelTerminal

extension TapeSettings {
  /// The film of a session with the look that the tape asks for, as far as terminals here have it.
  package func film(of cast: Cast) -> TerminalFilm {
    var film = TerminalFilm(cast)
    film.fontSize = fontSize
    if let installedFamily { film.textFont = installedFamily }
    // A row of the font's own height is 1.17 times as high as its letters are large.
    film.lineHeight = min(max(1.17 * lineHeight, 0.8), 3)
    film.hasWindow = windowBar != nil || margin > 0
    if let marginFill, let color = try? Color(parsing: marginFill) { film.background = color }
    switch theme {
    case .palette(let palette): film.cast.theme = palette
    case .named(let name): film.theme = TerminalTheme(rawValue: name.lowercased())
    case nil: film.theme = .night
    }
    // A tape says itself how long its last picture stays.
    film.replay.hold = 0
    return film
  }

  /// The first of the families that is installed here.
  private var installedFamily: String? {
    let families = fontFamily?.split(separator: ",").map { String($0.trimmed) } ?? []
    return families.first { Font($0, size: 16).isInstalled }
  }

  /// How many cells there are.
  ///
  /// - Throws: `InvalidValue` where there is no room for any.
  package func cells() throws(InvalidValue) -> (columns: Int, rows: Int) {
    let around = 2 * (padding + (marginFill == nil ? 0 : margin))
    let size = Size(
      width: Double(width - around), height: Double(height - around - (windowBar == nil ? 0 : windowBarSize)))
    guard size.width > 0, size.height > 0, let cells = film(of: Cast()).cells(in: size), cells.columns > 0,
      cells.rows > 0
    else {
      throw InvalidValue(
        "size", "\(width)x\(height)",
        sentence:
          "a picture of \(width)x\(height) pixels leaves no room for a letter of size \(Int(fontSize)) within its "
          + "padding and margin: set a larger Width and Height, or less Padding")
    }
    return (min(cells.columns, Terminal.sides.upperBound), min(cells.rows, Terminal.sides.upperBound))
  }

  /// The colours that programs are told when they ask.
  package var palette: TerminalPalette { film(of: Cast()).shownPalette }

  /// What the tape sets and films here do not have, for people.
  package var ignored: [String] {
    var ignored: [String] = []
    let usual = TapeSettings()
    if letterSpacing != usual.letterSpacing { ignored.append("LetterSpacing") }
    if borderRadius != usual.borderRadius { ignored.append("BorderRadius") }
    if loopOffset != usual.loopOffset { ignored.append("LoopOffset") }
    if let marginFill, (try? Color(parsing: marginFill)) == nil { ignored.append("the MarginFill \(marginFill)") }
    if let fontFamily, installedFamily == nil { ignored.append("the font \(fontFamily)") }
    if case .named(let name) = theme, TerminalTheme(rawValue: name.lowercased()) == nil {
      ignored.append("the theme \(name)")
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
