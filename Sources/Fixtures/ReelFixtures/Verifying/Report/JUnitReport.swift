/// Writes the results as JUnit XML, for CI servers.
///
/// Each movie is a test. One that is not as expected has failed, with each difference on a line; one that could not be read is an error.
public enum JUnitReport {
  /// How every report begins.
  package static let beginning = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>"

  /// Writes the report.
  ///
  /// - Parameters:
  ///   - movies: the movies, in their order.
  ///   - title: what was verified: the name of a movie or a folder.
  public static func text(_ movies: [VerifiedFile], title: String) -> String {
    let errors = movies.count { $0.verification == nil }
    let failures = movies.count { $0.verification?.isAsExpected == false }
    let counts = "tests=\"\(movies.count)\" failures=\"\(failures)\" errors=\"\(errors)\""
    var lines = [
      beginning, "<testsuites name=\"capture verify\" \(counts)>",
      "  <testsuite name=\"\(escapedXML(title))\" \(counts)>",
    ]
    for movie in movies { lines += testCase(movie) }
    return (lines + ["  </testsuite>", "</testsuites>"]).joined(separator: "\n") + "\n"
  }

  private static func testCase(_ movie: VerifiedFile) -> [String] {
    let start = "    <testcase classname=\"capture verify\" name=\"\(escapedXML(movie.name))\">"
    guard let verification = movie.verification else {
      return [start, "      <error message=\"\(escapedXML(movie.failure ?? "not readable"))\"/>", "    </testcase>"]
    }
    var lines = [start]
    if !verification.isAsExpected {
      let topics = verification.differences.map(\.topic).joined(separator: ", ")
      let text = verification.differences.map(\.description).joined(separator: "\n")
      lines.append("      <failure type=\"difference\" message=\"\(escapedXML(topics))\">\(escapedXML(text))</failure>")
    }
    lines.append("      <system-out>\(escapedXML(verification.text))</system-out>")
    return lines + ["    </testcase>"]
  }

  /// Escapes what XML reads as markup, and takes out the control characters that it has no way to write.
  private static func escapedXML(_ text: String) -> String {
    escaped(String(text.unicodeScalars.filter { $0.value >= 0x20 || $0 == "\n" || $0 == "\t" }.map(Character.init)))
  }
}
