import Foundation
import ReelTestSupport
import Testing

@Suite("Paths in ARCHITECTURE.md") struct FilePathTests {
  private static let root = Repository.root

  @Test("Every source file that the page names is there")
  func sourceFiles() throws {
    let page = try String(contentsOf: Self.root.appending(path: "ARCHITECTURE.md"), encoding: .utf8)
    let folder = Self.root.appending(path: "Sources")
    let sources = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
    let paths = sources.compactMap { ($0 as? URL)?.path }
    let named = page.matches(of: /`([A-Za-z0-9+\/]+\.swift)`/).map(\.output.1).filter { $0 != "Package.swift" }
    #expect(named.count > 20)
    for file in named {
      #expect(paths.contains { $0.hasSuffix("/" + file) }, "ARCHITECTURE.md names \(file)")
    }
  }

  @Test("The page fits in one head")
  func size() throws {
    let page = try String(contentsOf: Self.root.appending(path: "ARCHITECTURE.md"), encoding: .utf8)
    #expect(page.utf8.count <= 10 << 10)
  }

  /// The rows of the map: modules, and the line that says what they are.
  private static func map() throws -> [(modules: [String], line: String)] {
    let page = try String(contentsOf: root.appending(path: "ARCHITECTURE.md"), encoding: .utf8)
    return page.split(separator: "\n").filter { $0.hasPrefix("|") }.compactMap { row in
      let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard let index = cells.lastIndex(where: { $0.wholeMatch(of: /`\w+`(, `\w+`)*/) != nil }), index + 1 < cells.count
      else { return nil }
      return (cells[index].matches(of: /\w+/).map { String($0.output) }, cells[index + 1])
    }
  }

  @Test("The map has each module once, below all that it imports, and says in one line what it is")
  func modules() throws {
    let map = try Self.map()
    let names = map.flatMap(\.modules)
    #expect(names.sorted() == ModuleRules.allowed.keys.sorted())
    for (index, name) in names.enumerated() {
      let below = (ModuleRules.allowed[name] ?? []).intersection(names).subtracting(names[..<index])
      #expect(below.isEmpty, "\(name) stands above \(below.sorted())")
    }
    for (modules, line) in map { #expect(!line.isEmpty && !line.contains(" and "), "\(modules)") }
  }

  @Test("Every decision has a date, a context, a decision and a consequence")
  func decisions() throws {
    let page = try String(contentsOf: Self.root.appending(path: "docs/decisions.md"), encoding: .utf8)
    let records = page.split(separator: "\n### ").dropFirst()
    #expect(records.count > 30)
    for record in records {
      let lines = record.split(separator: "\n", omittingEmptySubsequences: false)
      #expect(lines.count > 1 && lines[1].wholeMatch(of: /\d{4}-\d\d-\d\d/) != nil, "no date: \(lines[0])")
      for part in ["Context", "Decision", "Consequence"] {
        #expect(record.ranges(of: "- **\(part):** ").count == 1, "\(part) of \(lines[0])")
      }
    }
  }
}
