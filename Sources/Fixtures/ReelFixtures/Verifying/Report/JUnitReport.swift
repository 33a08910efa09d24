/// Writes the results as JUnit XML for CI servers.
///
/// Each movie is a test case. A movie that is not as expected is a failure with one line for each difference; an
/// unreadable movie is an error.
public enum JUnitReport {
  /// The beginning of every report.
  package static let beginning = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>"

  /// Returns the report.
  ///
  /// - Parameters:
  ///   - movies: The movies, in order.
  ///   - title: The path of the movie or folder that was verified.
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

  /// Escapes XML markup and removes control characters that XML cannot represent.
  private static func escapedXML(_ text: String) -> String {
    escaped(String(text.unicodeScalars.filter { $0.value >= 0x20 || $0 == "\n" || $0 == "\t" }.map(Character.init)))
  }
}
