import Foundation
import ReelTestSupport
import Testing

/// Holds the README and the pages in `docs` to the command and to the tree.
@Suite("The pages") struct PageTests {
  private static let root = Repository.root

  /// The pages at the top, that for agents, and all in `docs` but the records of decisions, which tell of their day.
  static let pages: [String] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: root.appending(path: "docs").path)) ?? []
    let docs = names.filter { $0.hasSuffix(".md") && $0 != "decisions.md" }.sorted().map { "docs/\($0)" }
    return ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "RELEASE.md", "skills/reel/SKILL.md"] + docs
  }()

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// The calls of the command in the blocks of a page, each without its comment.
  private static func calls(in page: String) -> [String] {
    page.split(separator: "\n").compactMap { line in
      guard line.hasPrefix("    capture ") else { return nil }
      let end = line.range(of: "  #")?.lowerBound ?? line.endIndex
      return line[..<end].trimmingCharacters(in: .whitespaces)
    }
  }

  /// The name of the help text that has the options of a call: its subcommand, or the one that its file or its options choose.
  private static func help(of words: [Substring]) -> String {
    let first = words.dropFirst().first.map(String.init) ?? ""
    if FileManager.default.fileExists(atPath: file("capture-\(first)").path) { return "capture-\(first)" }
    let commands = [
      (".cast", "terminal"), (".tape", "terminal"), (".yaml", "play"), (".jsonl", "trace"), (".mp4", "convert"),
      ("/", "convert"),
    ]
    for (ending, command) in commands {
      if first.hasSuffix(ending) { return "capture-\(command)" }
    }
    return first == "help" ? "capture" : "capture-snowflake"
  }

  private static func file(_ help: String) -> URL { root.appending(path: "Tests/capture/Help/\(help).txt") }

  @Test("The command has every option that a page shows", arguments: pages)
  func options(page: String) throws {
    for call in Self.calls(in: try Self.text(page)) {
      let words = call.split(separator: " ").prefix { !["|", "||", "&&", "--"].contains($0) }
      let help = try Self.text("Tests/capture/Help/\(Self.help(of: Array(words))).txt")
      let known = Set(help.split { !($0.isLetter || $0.isNumber || $0 == "-") })
      for word in words where word.hasPrefix("-") && word.count > 1 {
        let option = word.split(separator: "=").first ?? word
        let isKnown = known.contains(option)
        #expect(isKnown, "\(option) in “\(call)” is not in its help")
      }
    }
  }

  @Test("Every file that a page links to is there", arguments: pages)
  func links(page: String) throws {
    let text = try Self.text(page)
    let folder = Self.root.appending(path: page).deletingLastPathComponent()
    let links = text.matches(of: #/\]\(([^)#\s]+)[^)]*\)|src="([^"]+)"/#).compactMap { $0.output.1 ?? $0.output.2 }
    for link in links where !link.contains("://") {
      let isThere = FileManager.default.fileExists(atPath: folder.appending(path: link).path)
      #expect(isThere, "\(page) links to \(link)")
    }
  }
}
