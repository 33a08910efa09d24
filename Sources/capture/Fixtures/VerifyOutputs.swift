import Reel
import ReelFixtures

/// The result files for programs: a JUnit report, and a table of all pictures.
struct VerifyOutputs: Sendable {
  private let junit: OutputFile?
  private let csv: OutputFile?

  /// Checks the paths without writing.
  init(junit: String?, csv: String?, replacing: ReplacementPolicy) throws(OutputError) {
    self.junit = try junit.map { path throws(OutputError) in try OutputFile(path: path, replacing: replacing) }
    self.csv = try csv.map { path throws(OutputError) in try OutputFile(path: path, replacing: replacing) }
    try self.junit?.requireKind("JUnit report", beginning: JUnitReport.beginning)
    try self.csv?.requireKind("table of pictures", beginning: PictureTable.header)
  }

  /// Writes the requested files.
  ///
  /// - Parameters:
  ///   - movies: The results.
  ///   - title: The path of the movie or folder.
  func write(_ movies: [VerifiedFile], title: String) throws(OutputError) {
    try junit?.put(Array(JUnitReport.text(movies, title: title).utf8))
    try csv?.put(Array(PictureTable.text(movies).utf8))
  }
}
