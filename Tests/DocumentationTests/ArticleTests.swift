import Foundation
import Testing

@Suite("The articles of the documentation") struct ArticleTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// A file that no other test has.
  func temporary(_ name: String) -> URL {
    FileManager.default.temporaryDirectory.appending(path: "reel-article-\(UUID())-\(name)")
  }

  /// The lines of a text without indentation and blank lines.
  private static func lines(_ text: String) -> [String] {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
  }

  private static func files(in folder: String, ending: String) throws -> [URL] {
    try FileManager.default.contentsOfDirectory(
      at: root.appending(path: folder), includingPropertiesForKeys: nil
    ).filter { $0.pathExtension == ending }.sorted { $0.path < $1.path }
  }

  /// The articles whose code is compiled here; `RecordLive` is that of `samples/touches`.
  static let articles = [
    "AddAScene", "AddAnOutput", "AnimateLayers", "RecordYourOwnDrawing", "ReplayATrace", "VerifyAPipeline",
  ]

  @Test("What an article shows is compiled and run", arguments: articles)
  func compiled(article: String) throws {
    let sources = try Self.files(in: "Tests/DocumentationTests", ending: "swift").map { file in
      "\n" + Self.lines(try String(contentsOf: file, encoding: .utf8)).joined(separator: "\n") + "\n"
    }
    let text = try String(
      contentsOf: Self.root.appending(path: "Sources/Reel/Reel.docc/\(article).md"), encoding: .utf8)
    let blocks = text.components(separatedBy: "```swift\n").dropFirst().compactMap {
      $0.components(separatedBy: "```").first
    }
    #expect(!blocks.isEmpty)
    for block in blocks {
      let wanted = "\n" + Self.lines(block).joined(separator: "\n") + "\n"
      #expect(sources.contains { $0.contains(wanted) }, "no test has these lines: \(block)")
    }
  }

  @Test("The landing page links every article, and every link leads to one")
  func links() throws {
    let page = try String(contentsOf: Self.root.appending(path: "Sources/Reel/Reel.docc/Reel.md"), encoding: .utf8)
    let linked = Set(page.matches(of: /<doc:(\w+)>/).map { String($0.output.1) })
    let articles = try Self.files(in: "Sources/Reel/Reel.docc", ending: "md").map {
      $0.deletingPathExtension().lastPathComponent
    }
    #expect(linked == Set(articles).subtracting(["Reel"]))
  }
}
