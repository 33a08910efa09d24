import ReelCanvas
import ReelGeometry

/// The script of a film in which a recorded terminal session is replayed.
///
///     var film = TerminalFilm(try Cast(bytes))
///     film.replay.idleLimit = 2
///     film.theme = .paper
///     let source = try SceneSource(film, size: PixelSize(width: 1280, height: 720), frameRate: 30)
public struct TerminalFilm: Hashable, Sendable {
  /// The session.
  public var cast: Cast
  /// Which part of it is shown, and how fast.
  public var replay = TerminalReplay()
  /// The colours; nil for those that the recording tells, or else `night`.
  public var theme: TerminalTheme?
  /// Colours of your own, instead of the theme's; nil for none.
  public var colors: TerminalPalette?
  /// What is behind the window; nil for the theme's.
  public var background: Color?
  /// The colour to which `background` goes over at the lower edge; nil for one colour.
  public var backgroundEnd: Color?
  /// A picture behind the window, which covers the colours; nil for none.
  public var backgroundImage: Bitmap?
  /// Whether the terminal is in a window with a title; without one it is all of the picture.
  public var hasWindow = true
  /// The measures of the window.
  public var window = TerminalWindow()
  /// Whether keys that were pressed are shown on a plate, where the recording tells them.
  public var showsKeys = false
  /// A text that is outlined wherever it is seen; nil for none.
  public var highlight: String?
  /// A part of the screen that is outlined; nil for none.
  public var highlightRegion: TerminalRegion?
  /// The part of the screen that is seen from near, and when.
  public var zoom = TerminalZoom()
  /// What stands in the title bar; nil for what the program or the recording calls it.
  public var title: String?
  /// The family of the letters, all of one width.
  public var textFont = Self.standardFamily
  /// The size of the letters, in points; nil for as large as fits.
  public var fontSize: Double?
  /// The height of a row, in sizes of the letters.
  public var lineHeight = 1.2
  /// What is added between letters, in sizes of the letters.
  public var letterSpacing = 0.0
  /// Whether the cursor blinks while nothing happens.
  public var cursorBlinks = false
  /// Where in itself the film begins, as a part of its length: it goes on to its end, and then from its beginning.
  public var loopOffset = 0.0

  /// The letters of films that name no others; `make` installs them.
  public static let standardFamily = "DejaVu Sans Mono"

  /// Creates the film of a session, replayed as it was.
  public init(_ cast: Cast) { self.cast = cast }

  /// What may be added between letters, and where a film may begin.
  static let (letterSpacings, loopOffsets) = (-0.3...3.0, 0.0...1)

  /// The time in the session's own film at a time of the film that is shown, which may begin elsewhere.
  func replayTime(at time: Double, length: Double) -> Double {
    guard loopOffset > 0, length > 0 else { return time }
    let moved = time + loopOffset * length
    return moved < length ? moved : moved - length * (moved / length).rounded(.down)
  }

  /// When a moment of the session's own film is shown: the other way round.
  package func shownTime(of moment: Double, length: Double? = nil) -> Double {
    let length = length ?? timing.duration + replay.hold
    guard loopOffset > 0, length > 0 else { return moment }
    let moved = moment - loopOffset * length
    return moved < 0 ? moved + length : moved
  }

  /// When each moment of the session is shown.
  var timing: CastTiming { CastTiming(cast, replay) }

  /// The colours in the terminal.
  var palette: TerminalPalette { colors ?? theme?.palette ?? cast.theme ?? TerminalTheme.night.palette }

  /// The session in a terminal of the size that was asked for.
  var session: Cast { cast.sized(columns: replay.columns, rows: replay.rows) }

  /// The colours behind the window, from the top to the bottom.
  var backdrop: (top: Color, bottom: Color) {
    let usual = (theme ?? .night).backdrop
    return (background ?? usual.top, backgroundEnd ?? background ?? usual.bottom)
  }

  /// Checks the numbers.
  ///
  /// - Throws: `InvalidValue` for one out of range.
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
      throw InvalidValue("zoom-text", zoom.text ?? "", expected: "alone: leave out the text or the region")
    }
    if let until = zoom.until, until < zoom.from ?? 0 {
      throw InvalidValue("zoom-until", until, expected: "after the zoom begins, at \(zoom.from ?? 0)")
    }
    try window.validate()
  }
}
