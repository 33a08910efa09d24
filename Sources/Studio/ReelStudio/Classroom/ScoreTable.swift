import ReelPlatform
import ReelTracing

/// The scores of sessions as a table for spreadsheets: separated values (RFC 4180) in UTF-8.
struct ScoreTable {
  /// How a table is written for the spreadsheets of a language: with a decimal comma, semicolons separate the cells.
  struct Style: Decodable, Sendable {
    /// The decimal separator: a point or a comma.
    var decimal: String?
    /// The names of the columns, in the order of `ScoreTable.columns`.
    var columns: [String]?
    /// The words for complete and not.
    var complete: [String]?

    init() {}

    /// Reads parameters: `decimal=,&columns=name|pupil|…&complete=yes|no`.
    init(_ query: [String: String]) throws(Problem) {
      decimal = query["decimal"]
      columns = query["columns"]?.split(separator: "|").map(String.init)
      complete = query["complete"]?.split(separator: "|").map(String.init)
      try check()
    }

    func check() throws(Problem) {
      guard [nil, ".", ","].contains(decimal) else {
        throw Problem(400, "numbers have a point or a comma as their decimal separator", field: "decimal")
      }
      guard columns == nil || columns?.count == ScoreTable.columns.count else {
        throw Problem(400, "the table has \(ScoreTable.columns.count) columns: name all of them", field: "columns")
      }
      guard complete == nil || complete?.count == 2 else {
        throw Problem(400, "complete needs two words, such as yes and no", field: "complete")
      }
    }
  }

  /// The names of the columns.
  static let columns = [
    "name", "pupil", "date", "complete", "inside", "progress", "seconds", "events", "file", "film", "problem",
  ]

  /// The table so far.
  private(set) var bytes: [UInt8]
  private let style: Style

  /// Creates a table with a row of column names.
  init(_ style: Style = Style()) {
    self.style = style
    // The byte order mark by which spreadsheets recognize UTF-8.
    bytes = Array("\u{FEFF}".utf8)
    add((style.columns ?? Self.columns).map(Self.text))
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
      entry.score.map { style.complete?[$0.isComplete ? 0 : 1] ?? "\($0.isComplete)" } ?? "",
      number(entry.score?.shareInside), number(mean), number(entry.milliseconds / 1000), "\(entry.events)",
      Self.text(entry.id), Self.text(film),
      Self.text(problem ?? entry.problem ?? ""),
    ])
  }

  private mutating func add(_ cells: [String]) {
    let separator = style.decimal == "," ? ";" : ","
    let special = ";\"\r\n" + separator
    let quoted = cells.map { cell in
      cell.unicodeScalars.contains { special.unicodeScalars.contains($0) }
        ? "\"\(cell.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\""))\"" : cell
    }
    bytes += (quoted.joined(separator: separator) + "\r\n").utf8
  }

  private func number(_ number: Double?) -> String {
    let text = number.map { JSONText.number(($0 * 1000).rounded() / 1000) } ?? ""
    return style.decimal == "," ? text.split(separator: ".").joined(separator: ",") : text
  }

  /// A text that no spreadsheet takes for a formula: one that could begin a formula gets an apostrophe in front.
  static func text(_ text: String) -> String {
    let first = text.unicodeScalars.first { !$0.properties.isWhitespace }
    let isFormula = first.map { "=+-@\u{FF1D}\u{FF0B}\u{FF0D}\u{FF20}".unicodeScalars.contains($0) } ?? false
    let isControl = text.unicodeScalars.first.map { $0.value < 0x20 } ?? false
    return isFormula || isControl ? "'" + text : text
  }
}
