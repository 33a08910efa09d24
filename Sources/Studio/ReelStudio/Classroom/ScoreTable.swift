import ReelPlatform
import ReelTracing

/// The scores of sessions as a table for spreadsheets: comma-separated values (RFC 4180) in UTF-8.
struct ScoreTable {
  /// The names of the columns.
  static let columns = [
    "name", "pupil", "date", "complete", "inside", "progress", "seconds", "events", "file", "film", "problem",
  ]

  /// The table so far.
  private(set) var bytes: [UInt8]

  /// Creates a table with a row of column names.
  init() {
    // The byte order mark by which spreadsheets recognize UTF-8.
    bytes = Array("\u{FEFF}".utf8)
    add(Self.columns)
  }

  /// Adds the row of a session.
  ///
  /// - Parameters:
  ///   - entry: the session.
  ///   - film: the name of its film beside the table; empty if there is none.
  ///   - problem: the reason why it was not filmed.
  mutating func add(_ entry: SessionEntry, film: String = "", problem: String? = nil) {
    let progress = entry.score?.progress ?? []
    let mean = progress.isEmpty ? nil : progress.reduce(0, +) / Double(progress.count)
    add([
      Self.text(entry.name), Self.text(entry.pupil),
      Date(timeIntervalSince1970: (entry.modified / 1000).rounded(.down)).ISO8601Format(),
      entry.score.map { "\($0.isComplete)" } ?? "", Self.number(entry.score?.shareInside), Self.number(mean),
      Self.number(entry.milliseconds / 1000), "\(entry.events)", Self.text(entry.id), Self.text(film),
      Self.text(problem ?? entry.problem ?? ""),
    ])
  }

  private mutating func add(_ cells: [String]) {
    let quoted = cells.map { cell in
      cell.unicodeScalars.contains { ",;\"\r\n".unicodeScalars.contains($0) }
        ? "\"\(cell.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\""))\"" : cell
    }
    bytes += (quoted.joined(separator: ",") + "\r\n").utf8
  }

  private static func number(_ number: Double?) -> String {
    number.map { JSONText.number(($0 * 1000).rounded() / 1000) } ?? ""
  }

  /// A text that no spreadsheet takes for a formula: one that could begin a formula gets an apostrophe in front.
  static func text(_ text: String) -> String {
    let first = text.unicodeScalars.first { !$0.properties.isWhitespace }
    let isFormula = first.map { "=+-@\u{FF1D}\u{FF0B}\u{FF0D}\u{FF20}".unicodeScalars.contains($0) } ?? false
    let isControl = text.unicodeScalars.first.map { $0.value < 0x20 } ?? false
    return isFormula || isControl ? "'" + text : text
  }
}
