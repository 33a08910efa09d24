import ReelGeometry

/// Writes the results as JUnit XML for CI servers.
///
/// Each movie is a suite with one test for each check, and one for each expectation of the user. A check with a
/// difference is a failure with one line for each difference; an unreadable movie is a single test with an error.
public enum JUnitReport {
  /// The beginning of every report.
  package static let beginning = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>"

  /// The findings that are never differences.
  private static let remarks: [Finding.Kind] = [.startOffset, .indistinct]

  /// A test: a check, with the differences that it found.
  private struct Case {
    var name: String
    var differences: [Verification.Difference] = []
  }

  /// Returns the report.
  ///
  /// - Parameters:
  ///   - movies: The movies, in order.
  ///   - title: The path of the movie or folder that was verified.
  public static func text(_ movies: [VerifiedFile], title: String) -> String {
    let suites = movies.map { movie in (movie: movie, cases: movie.verification.map(cases)) }
    let tests = suites.reduce(0) { $0 + ($1.cases?.count ?? 1) }
    let failures = suites.reduce(0) { $0 + ($1.cases ?? []).count { !$0.differences.isEmpty } }
    let errors = suites.count { $0.cases == nil }
    var lines = [
      beginning,
      "<testsuites name=\"capture verify \(escapedXML(title))\" \(counts(tests, failures, errors))>",
    ]
    for suite in suites { lines += text(suite.movie, suite.cases) }
    return (lines + ["</testsuites>"]).joined(separator: "\n") + "\n"
  }

  private static func counts(_ tests: Int, _ failures: Int, _ errors: Int) -> String {
    "tests=\"\(tests)\" failures=\"\(failures)\" errors=\"\(errors)\""
  }

  /// The checks of a movie, without those that an expectation replaces, and the expectations.
  private static func cases(_ verification: Verification) -> [Case] {
    let demanded = verification.expectations.flatMap(\.measure.kinds)
    var cases = Finding.Kind.allCases.filter { !demanded.contains($0) && !remarks.contains($0) }
      .map { Case(name: $0.rawValue) }
    cases += verification.expectations.map { Case(name: $0.description) }
    for difference in verification.differences {
      let name =
        switch difference {
        case .unexpected(let finding), .missing(let finding): finding.kind.rawValue
        case .demand(let expectation, _): expectation.description
        }
      if let index = cases.firstIndex(where: { $0.name == name }) {
        cases[index].differences.append(difference)
      } else {
        cases.append(Case(name: name, differences: [difference]))
      }
    }
    return cases
  }

  private static func text(_ movie: VerifiedFile, _ cases: [Case]?) -> [String] {
    let name = escapedXML(movie.name)
    let time = movie.seconds.map { " time=\"\(fixed($0, 3))\"" } ?? ""
    let failed = (cases ?? []).count { !$0.differences.isEmpty }
    let start =
      "  <testsuite name=\"\(name)\" \(counts(cases?.count ?? 1, failed, cases == nil ? 1 : 0))\(time)>"
    guard let verification = movie.verification, let cases else {
      return [
        start, "    <testcase classname=\"\(name)\" name=\"readable\"\(time)>",
        "      <error message=\"\(escapedXML(movie.failure ?? "not readable"))\"/>", "    </testcase>",
        "  </testsuite>",
      ]
    }
    var lines = [start]
    // A movie is decoded once for all checks, which share the time.
    let share = movie.seconds.map { " time=\"\(fixed($0 / Double(max(1, cases.count)), 3))\"" } ?? ""
    for test in cases {
      let head = "    <testcase classname=\"\(name)\" name=\"\(escapedXML(test.name))\"\(share)"
      guard let first = test.differences.first else {
        lines.append(head + "/>")
        continue
      }
      let text = test.differences.map(\.description).joined(separator: "\n")
      lines += [
        head + ">",
        "      <failure type=\"difference\" message=\"\(escapedXML(first.topic))\">\(escapedXML(text))</failure>",
        "    </testcase>",
      ]
    }
    return lines + ["    <system-out>\(escapedXML(verification.text))</system-out>", "  </testsuite>"]
  }

  /// Escapes XML markup and removes control characters that XML cannot represent.
  private static func escapedXML(_ text: String) -> String {
    escaped(String(text.unicodeScalars.filter { $0.value >= 0x20 || $0 == "\n" || $0 == "\t" }.map(Character.init)))
  }
}
