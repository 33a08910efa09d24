import ReelGeometry

/// The part of a terminal that a film zooms in on, and when.
public struct TerminalZoom: Hashable, Sendable {
  /// The part of the screen; nil for none.
  public var region: TerminalRegion?
  /// A text to zoom in on while it is visible; nil for none.
  public var text: String?
  /// When the film zooms in, in its seconds; nil for its beginning, or when the text appears.
  public var from: Double?
  /// When the film zooms out, in its seconds; nil for never, or when the text disappears.
  public var until: Double?

  /// Shows the whole terminal.
  public init() {}

  /// Whether there is a part to zoom in on.
  var isSet: Bool { region != nil || text != nil }

  /// The seconds it takes to zoom in or out.
  static let rampDuration = 0.8
  /// The largest magnification; more would show hardly more than single letters.
  static let largestScale = 4.0
}

/// The part of a terminal that a film zooms in on, and its course over time.
struct ZoomCourse {
  /// The rows and columns of the cells, from 0.
  let cells: (rows: Range<Int>, columns: Range<Int>)
  private let from: Double
  private let until: Double

  /// Finds the part in a session; nil for none, or if its text never appears.
  ///
  /// - Parameters:
  ///   - zoom: The requested zoom.
  ///   - session: The session.
  ///   - timing: The time in the film of each event.
  init?(_ zoom: TerminalZoom, _ session: Cast, _ timing: CastTiming) {
    if let region = zoom.region {
      cells = (
        region.rows.lowerBound - 1..<region.rows.upperBound, region.columns.lowerBound - 1..<region.columns.upperBound
      )
      (from, until) = (zoom.from ?? 0, zoom.until ?? .infinity)
      return
    }
    guard let text = zoom.text else { return nil }
    var player = CastPlayer(session, timing)
    var found: (cells: (rows: Range<Int>, columns: Range<Int>), from: Double)?
    var gone = Double.infinity
    for time in [0] + timing.times where time >= zoom.from ?? 0 && time <= zoom.until ?? .infinity {
      // Events at the same moment appear together.
      player.show(time)
      let seen = player.terminal.occurrences(of: text)
      if let found,
        !seen.contains(where: { $0.row == found.cells.rows.lowerBound && $0.columns == found.cells.columns })
      {
        gone = time
        break
      }
      if found == nil, let first = seen.first { found = ((first.row..<first.row + 1, first.columns), time) }
    }
    guard let found else { return nil }
    cells = found.cells
    (from, until) = (found.from, min(gone, zoom.until ?? .infinity))
  }

  /// The progress of the zoom at a time of the film without a loop offset: 0 is the whole terminal, 1 the part.
  func progress(at time: Double) -> Double {
    func eased(_ start: Double) -> Double {
      let part = min(max((time - start) / TerminalZoom.rampDuration, 0), 1)
      // Eases in and out.
      return part * part * part * (part * (6 * part - 15) + 10)
    }
    return max(0, eased(from) - (until < .infinity ? eased(until) : 0))
  }
}
