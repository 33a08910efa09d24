import ReelCanvas
import ReelGeometry

/// The film of a recorded terminal session.
///
///     var film = TerminalFilm(try Cast(bytes))
///     film.replay.idleLimit = 2
///     film.theme = .paper
///     let source = try SceneSource(film, size: PixelSize(width: 1280, height: 720), frameRate: 30)
public struct TerminalFilm: Hashable, Sendable {
  /// The session.
  public var cast: Cast
  /// The part of it to show, and how fast.
  public var replay = TerminalReplay()
  /// The theme; nil for the recording's colours, or `night` if it has none.
  public var theme: TerminalTheme?
  /// Colours that replace the theme's; nil for none.
  public var colors: TerminalPalette?
  /// The colour behind the window; nil for the theme's.
  public var background: Color?
  /// The colour at the lower edge of a gradient from `background`; nil for a single colour.
  public var backgroundEnd: Color?
  /// A picture behind the window that covers the colours; nil for none.
  public var backgroundImage: Bitmap?
  /// Whether the terminal is in a window with a title bar; otherwise it fills the picture.
  public var hasWindow = true
  /// The measures of the window.
  public var window = TerminalWindow()
  /// Whether pressed keys are shown on a plate, if the recording includes them.
  public var showsKeys = false
  /// A text to outline wherever it appears; nil for none.
  public var highlight: String?
  /// A part of the screen to outline; nil for none.
  public var highlightRegion: TerminalRegion?
  /// The part of the screen to zoom in on, and when.
  public var zoom = TerminalZoom()
  /// The text in the title bar; nil for the program's or the recording's title.
  public var title: String?
  /// The font family, which must be monospaced.
  public var textFont = Self.standardFamily
  /// The font size, in points; nil for the largest that fits.
  public var fontSize: Double?
  /// The line height, as a multiple of the font size.
  public var lineHeight = 1.2
  /// Extra space between letters, as a multiple of the font size.
  public var letterSpacing = 0.0
  /// Whether the cursor blinks while nothing happens.
  public var cursorBlinks = false
  /// Where a looping film begins, as a fraction of its length; it plays to its end and then from its beginning.
  public var loopOffset = 0.0

  /// The default font family; `make` installs it.
  public static let standardFamily = "DejaVu Sans Mono"

  /// Creates the film of a session, replayed unchanged.
  public init(_ cast: Cast) { self.cast = cast }

  /// The ranges of letter spacing and loop offset.
  static let (letterSpacings, loopOffsets) = (-0.3...3.0, 0.0...1)

  /// The time in the film without a loop offset at a time of the film.
  func replayTime(at time: Double, length: Double) -> Double {
    guard loopOffset > 0, length > 0 else { return time }
    let moved = time + loopOffset * length
    return moved < length ? moved : moved - length * (moved / length).rounded(.down)
  }

  /// The inverse: the time in the film of a moment in the film without a loop offset.
  package func shownTime(of moment: Double, length: Double? = nil) -> Double {
    let length = length ?? timing.duration + replay.hold
    guard loopOffset > 0, length > 0 else { return moment }
    let moved = moment - loopOffset * length
    return moved < 0 ? moved + length : moved
  }

  /// The time in the film of each event.
  var timing: CastTiming { CastTiming(cast, replay) }

  /// The colours of the terminal.
  var palette: TerminalPalette { colors ?? theme?.palette ?? cast.theme ?? TerminalTheme.night.palette }

  /// The session in a terminal of the requested size.
  var session: Cast { cast.sized(columns: replay.columns, rows: replay.rows) }

  /// The colours behind the window, from top to bottom.
  var backdrop: (top: Color, bottom: Color) {
    let usual = (theme ?? .night).backdrop
    return (background ?? usual.top, backgroundEnd ?? background ?? usual.bottom)
  }

  /// Checks that all numbers are in range.
  ///
  /// - Throws: `InvalidValue` if one is out of range.
  func validate() throws {
    guard (0.01...100).contains(replay.speed) else {
      throw InvalidValue("speed", replay.speed, expected: "from 0.01 to 100")
    }
    let end = replay.to ?? cast.duration
    guard replay.from >= 0, replay.from <= end else {
      throw InvalidValue("from", replay.from, expected: "from 0 to \(end), where the film ends")
    }
    if let limit = replay.idleLimit, !(limit >= 0) {
      throw InvalidValue("idle-limit", limit, expected: "0 or more seconds")
    }
    guard (0...3600).contains(replay.hold) else {
      throw InvalidValue("hold", replay.hold, expected: "from 0 to 3600")
    }
    if let fontSize, !(1...500).contains(fontSize) {
      throw InvalidValue("font-size", fontSize, expected: "from 1 to 500")
    }
    guard (0.8...3).contains(lineHeight) else {
      throw InvalidValue("line-height", lineHeight, expected: "from 0.8 to 3")
    }
    guard Self.letterSpacings.contains(letterSpacing) else {
      throw InvalidValue("letter-spacing", letterSpacing, expected: "from -0.3 to 3")
    }
    guard Self.loopOffsets.contains(loopOffset) else {
      throw InvalidValue("loop-offset", loopOffset, expected: "from 0 to 1")
    }
    let session = session
    guard Terminal.sides.contains(session.columns), Terminal.sides.contains(session.rows) else {
      throw InvalidValue("columns and rows", "\(session.columns)x\(session.rows)", expected: "from 1 to 1000")
    }
    guard zoom.region == nil || zoom.text == nil else {
      throw InvalidValue(
        "zoom-text", zoom.text ?? "", expected: "",
        sentence: "zoom-text and zoom-region can't be combined: leave out one of them")
    }
    if let factor = zoom.factor, !TerminalZoom.factors.contains(factor) {
      throw InvalidValue("zoom-factor", factor, expected: "from 1 to 8")
    }
    if let until = zoom.until, until < zoom.from ?? 0 {
      throw InvalidValue("zoom-until", until, expected: "after the zoom begins, at \(zoom.from ?? 0)")
    }
    try window.validate()
  }
}
