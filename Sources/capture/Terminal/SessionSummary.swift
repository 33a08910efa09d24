import Reel
import ReelTerminal

/// The summary of the recordings and texts of a session.
struct SessionSummary: TimedSummary {
  /// The first file.
  var file: String
  /// All files, if there are several.
  var outputs: [Output]?
  var duration: Double
  var columns: Int
  var rows: Int
  var bytes: Int
  /// The exit code of the recorded program, as a shell reports it; nil if no program was recorded.
  var exitCode: Int?
  /// Always nil, as nothing is drawn.
  var stages: [StageTime]?

  /// One of several files.
  struct Output: Encodable {
    var file: String
    var bytes: Int
  }

  /// - Precondition: There is a file.
  init(_ files: [Output], of cast: Cast) {
    file = files[0].file
    outputs = files.count > 1 ? files : nil
    (duration, columns, rows, exitCode) = (cast.duration, cast.columns, cast.rows, cast.exitCode)
    bytes = files.reduce(0) { $0 + $1.bytes }
  }

  /// One line: files, duration, size in cells, and bytes.
  var line: String {
    let names = outputs?.map(\.file).joined(separator: ", ") ?? file
    let sizes = (outputs?.map(\.bytes) ?? [bytes]).map { Summary.text(bytes: $0) }.joined(separator: " + ")
    return "\(names): a session of \(fixed(duration, 2)) s, \(columns)x\(rows) cells, \(sizes)"
  }
}
