import Foundation
import ReelTestSupport
import Testing

@Suite("Every promise of docs/reliability.md is held by tests")
struct ReliabilityTests {
  private static let root = Repository.root

  @Test("Every test that is named there exists")
  func namedTestsExist() throws {
    let sources = try Self.testSources()
    let named = try Self.rows().flatMap(\.tests)
    #expect(named.count > 5)
    for (suite, function) in named {
      let isThere = sources.contains { text in
        text.contains("struct \(suite)") && text.contains("func \(function)(")
      }
      #expect(isThere, "docs/reliability.md names \(suite).\(function), which is not a test")
    }
  }

  @Test("Every row names a test or a make target")
  func rowsNameTests() throws {
    for row in try Self.rows() {
      #expect(!row.tests.isEmpty || row.text.contains("`make "), "nothing holds: \(row.text)")
    }
  }

  /// The rows of all tables, without their heads, and the tests that each names as `Suite.function`.
  private static func rows() throws -> [(text: Substring, tests: [(suite: Substring, function: Substring)])] {
    let text = try String(contentsOf: root.appending(path: "docs/reliability.md"), encoding: .utf8)
    return text.split(separator: "\n").filter {
      $0.hasPrefix("|") && !$0.hasPrefix("| promise") && !$0.hasPrefix("|---")
    }
    .map { row in
      let names = row.matches(of: /`([A-Z]\w*Tests)\.(\w+)`/)
      return (row, names.map { ($0.output.1, $0.output.2) })
    }
  }

  private static func testSources() throws -> [String] {
    let folder = root.appending(path: "Tests")
    let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
    return try files.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
      .map { try String(contentsOf: $0, encoding: .utf8) }
  }
}
