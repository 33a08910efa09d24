import ReelCanvas
import ReelGeometry
import ReelLayers

/// The layers of a session's film, which follow its time.
final class TerminalFilmLayer: Layer {
  private var player: CastPlayer
  private let film: TerminalFilm
  private let metrics: TerminalMetrics
  private let unit: Double
  private let window: TerminalWindowLayer?
  private let grid: TerminalGridLayer
  private let highlights: TerminalHighlightLayer?
  private var zoom: TerminalZoomLayer?
  /// The state shown last: the number of events, cursor visibility, and whether blinking text is dark.
  private var shown: (count: Int, hasCursor: Bool, isDark: Bool)?
  /// Whether any text blinks after a number of events.
  private var blinking: (count: Int, isThere: Bool) = (0, false)
  /// The length of the film, in seconds.
  private let length: Double
  /// The colours that the program has set.
  private var colors = TerminalColors()
  /// The terminal's size in the current layout, in cells.
  private var laidOut: (columns: Int, rows: Int)?

  init(_ film: TerminalFilm, frame: Rect) {
    self.film = film
    let session = film.session
    let timing = film.timing
    player = CastPlayer(session, timing)
    let length = timing.duration + film.replay.hold
    self.length = length
    unit = min(frame.width, frame.height) / 720
    let largest = session.largest
    let room = Self.room(in: frame.size, film, unit)
    metrics =
      film.fontSize.map { TerminalMetrics(film, fontSize: $0) }
      ?? TerminalMetrics(film, fitting: largest.columns, largest.rows, in: room)
    let palette = film.palette
    grid = TerminalGridLayer(palette, metrics)
    window = film.hasWindow ? TerminalWindowLayer(film, unit: unit) : nil
    let isHighlighted = film.highlight != nil || film.highlightRegion != nil
    highlights = isHighlighted ? TerminalHighlightLayer(film, metrics, unit: unit) : nil
    super.init(frame: frame)
    if let window {
      window.frame = bounds
      addSublayer(window)
    } else {
      backgroundColor = film.background ?? palette.background
    }
    addSublayer(grid)
    if let highlights { addSublayer(highlights) }
    if film.zoom.isSet, let course = ZoomCourse(film.zoom, session, timing) {
      let zoom = TerminalZoomLayer(film, course, metrics, frame: bounds, window: window, highlights: highlights)
      addSublayer(zoom)
      self.zoom = zoom
    }
    if film.showsKeys {
      addSublayer(
        TerminalKeysLayer(PressedKeys(session, timing), frame: bounds, unit: unit) {
          film.replayTime(at: $0, length: length)
        })
    }
  }

  /// Shows a moment of the film, in any order.
  override func update(at time: Double) {
    // The times of frames and events are rounded.
    let moment = film.replayTime(at: time, length: length) + 1e-9
    player.show(moment)
    var terminal = player.terminal
    if laidOut.map({ $0 != (terminal.columns, terminal.rows) }) ?? true {
      layOut(terminal.columns, terminal.rows)
      laidOut = (terminal.columns, terminal.rows)
    }
    window?.title = film.title ?? (terminal.title.isEmpty ? film.cast.title ?? "" : terminal.title)
    if film.cursorBlinks, Self.isDark(moment - player.lastChange) { terminal.showsCursor = false }
    if blinking.count != player.next { blinking = (player.next, terminal.hasBlinkingText) }
    let isDark = blinking.isThere && Self.isDark(moment)
    if isDark { terminal.concealBlinkingText() }
    if terminal.colors != colors { recolor(terminal.colors) }
    grid.show(terminal)
    highlights?.show(terminal)
    let now = (count: player.next, hasCursor: terminal.showsCursor, isDark: isDark)
    zoom?.show(terminal, in: grid.frame, at: moment, hasChanged: shown.map { $0 != now } ?? true)
    shown = now
  }

  /// The rectangle of the cells, as they are magnified.
  var cells: Rect {
    guard let view = zoom?.view else { return grid.frame }
    let frame = grid.frame
    return Rect(
      x: view.a * frame.minX + view.tx, y: view.d * frame.minY + view.ty, width: view.a * frame.width,
      height: view.d * frame.height)
  }

  /// Gives what surrounds the cells the colours that the program has set.
  private func recolor(_ next: TerminalColors) {
    colors = next
    let palette = film.palette.with(next)
    window?.palette = palette
    if window == nil { backgroundColor = film.background ?? palette.background }
  }

  /// Whether a blinking element is dark at this age.
  ///
  /// A cursor's blinking restarts with each event, as in xterm.js; text blinks with the film.
  private static func isDark(_ seconds: Double) -> Bool { Int(clamping: max(0, seconds) / 0.6) % 2 == 1 }

  /// The space between the window's edge and the cells, in pixels.
  private static func padding(_ film: TerminalFilm, _ unit: Double) -> Double { (film.window.padding * unit).rounded() }

  /// The space available to the grid.
  private static func room(in size: Size, _ film: TerminalFilm, _ unit: Double) -> Size {
    guard film.hasWindow else { return size }
    let edge = 2 * (film.window.margin * unit).rounded() + 2 * padding(film, unit)
    return Size(width: max(1, size.width - edge), height: max(1, size.height - edge - barHeight(film, unit)))
  }

  /// The height of the window's bar, in pixels.
  private static func barHeight(_ film: TerminalFilm, _ unit: Double) -> Double {
    film.hasWindow ? (film.window.barHeight * unit).rounded() : 0
  }

  /// Centres a grid of a size, with the window around it.
  private func layOut(_ columns: Int, _ rows: Int) {
    let size = Size(width: Double(columns * metrics.cellWidth), height: Double(rows * metrics.cellHeight))
    let bar = Self.barHeight(film, unit)
    let x = ((bounds.width - size.width) / 2).rounded(.down)
    let y = ((bounds.height - size.height + bar) / 2).rounded(.down)
    grid.frame = Rect(x: x, y: y, width: size.width, height: size.height)
    highlights?.frame = grid.frame
    let padding = Self.padding(film, unit)
    var body = Rect(
      x: x - padding, y: y - padding - bar, width: size.width + 2 * padding, height: size.height + 2 * padding + bar)
    if film.window.fillsMargin { body = bounds.inset(by: (film.window.margin * unit).rounded()).union(body) }
    window?.surround(body)
    window?.hidden = grid.isOpaque ? grid.frame : nil
  }
}
