import ReelGeometry

/// The part of a terminal that a film zooms in on, and when.
public struct TerminalZoom: Hashable, Sendable {
  /// The part of the screen; nil for none.
  public var region: TerminalRegion?
  /// A text to zoom in on while it is visible; nil for none.
  public var text: String?
  /// The magnification; nil for as much as keeps the region, or the whole line of the text, in view.
  public var factor: Double?
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
  /// The largest magnification without a factor; more would show hardly more than single letters.
  static let largestScale = 4.0
  /// The range of factors.
  static let factors = 1.0...8
}

/// The part of a terminal that a film zooms in on, and its course over time.
struct ZoomCourse {
  /// Rows and columns of cells, from 0.
  typealias Cells = (rows: Range<Int>, columns: Range<Int>)

  /// The part to keep in view: the region, or the whole line of the text.
  let cells: Cells
  /// The region or the text itself, in the middle where a factor leaves no room for the line.
  let focus: Cells
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
      focus = cells
      (from, until) = (zoom.from ?? 0, zoom.until ?? .infinity)
      return
    }
    guard let text = zoom.text else { return nil }
    var player = CastPlayer(session, timing)
    var found: (text: Cells, line: Cells, from: Double)?
    var gone = Double.infinity
    for time in [0] + timing.times where time >= zoom.from ?? 0 && time <= zoom.until ?? .infinity {
      // Events at the same moment appear together.
      player.show(time)
      let seen = player.terminal.occurrences(of: text)
      guard let known = found else {
        guard let first = seen.first else { continue }
        found = (
          (first.row..<first.row + 1, first.columns), player.terminal.line(around: first.row, first.columns), time
        )
        continue
      }
      guard seen.contains(where: { $0.row == known.text.rows.lowerBound && $0.columns == known.text.columns }) else {
        gone = time
        break
      }
      // The line may grow while it is in view.
      let line = player.terminal.line(around: known.text.rows.lowerBound, known.text.columns)
      found?.line = (known.line.rows.union(line.rows), known.line.columns.union(line.columns))
    }
    guard let found else { return nil }
    (cells, focus) = (found.line, found.text)
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

extension Terminal {
  /// The rows and columns, from 0, of the line that a text is in, with the rows that it continues in.
  fileprivate func line(around row: Int, _ columns: Range<Int>) -> ZoomCourse.Cells {
    var (first, last) = (row, row)
    while first > 0, screen.lines[first - 1].isWrapped { first -= 1 }
    while last + 1 < rows, screen.lines[last].isWrapped { last += 1 }
    var all = columns
    for line in screen.lines[first...last] {
      guard let start = line.cells.firstIndex(where: { !$0.isBlank }),
        let end = line.cells.lastIndex(where: { !$0.isBlank || $0.width == 0 })
      else { continue }
      all = all.union(start..<end + 1)
    }
    return (first..<last + 1, all)
  }
}

extension Range<Int> {
  fileprivate func union(_ other: Range<Int>) -> Range<Int> {
    Swift.min(lowerBound, other.lowerBound)..<Swift.max(upperBound, other.upperBound)
  }
}
