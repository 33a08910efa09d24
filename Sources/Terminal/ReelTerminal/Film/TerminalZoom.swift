import ReelGeometry

/// How near a film shows a part of a terminal, and when.
public struct TerminalZoom: Hashable, Sendable {
  /// The part of the screen; nil for none.
  public var region: TerminalRegion?
  /// A text, which is shown from near as long as it is seen; nil for none.
  public var text: String?
  /// When the film begins to go near, in its seconds; nil for its beginning, or where the text comes.
  public var from: Double?
  /// When it begins to go back, in its seconds; nil for never, or where the text goes.
  public var until: Double?

  /// Shows all of the terminal.
  public init() {}

  /// Whether there is a part to be shown from near.
  var isSet: Bool { region != nil || text != nil }

  /// The seconds in which the film goes near, or back.
  static let rampDuration = 0.8
  /// The most that is shown larger: beyond, letters would be all there is.
  static let largestScale = 4.0
}

/// The part of a terminal that a film shows from near, and its course in time.
struct ZoomCourse {
  /// The cells, in rows and columns from 0.
  let cells: (rows: Range<Int>, columns: Range<Int>)
  private let from: Double
  private let until: Double

  /// Looks for the part in a session; nil where there is none, or its text is never seen.
  ///
  /// - Parameters:
  ///   - zoom: What is asked for.
  ///   - session: What happens.
  ///   - timing: When it is shown.
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
      // What comes at one moment is seen together.
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

  /// How far the film has gone at a time of the session's film: 0 is all of the terminal, 1 the part.
  func progress(at time: Double) -> Double {
    func eased(_ start: Double) -> Double {
      let part = min(max((time - start) / TerminalZoom.rampDuration, 0), 1)
      // Begins and ends gently.
      return part * part * part * (part * (6 * part - 15) + 10)
    }
    return max(0, eased(from) - (until < .infinity ? eased(until) : 0))
  }
}
