import Foundation
import ReelTestSupport
import Testing

@Suite("The articles of the documentation") struct ArticleTests {
  private static let root = Repository.root

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

  /// The articles that show code, and the folder of tests that has it.
  static let articles = [
    ("Core/Reel/Reel.docc/AddAScene", "House/DocumentationTests"),
    ("Core/Reel/Reel.docc/AddAnOutput", "House/DocumentationTests"),
    ("Core/Reel/Reel.docc/AnimateLayers", "House/DocumentationTests"),
    ("Interaction/ReelInteraction/ReelInteraction.docc/RecordLive", "House/DocumentationTests"),
    ("Core/Reel/Reel.docc/RecordYourOwnDrawing", "House/DocumentationTests"),
    ("Core/Reel/Reel.docc/ReplayATrace", "House/DocumentationTests"),
    ("Core/Reel/Reel.docc/VerifyAPipeline", "House/DocumentationTests"),
    ("Testing/ReelTesting/ReelTesting.docc/TestADrawing", "Core/SamplesTests"),
    ("Testing/ReelTesting/ReelTesting.docc/TestAnApp", "Core/SamplesTests/Interaction"),
  ]

  @Test("What an article shows is compiled and run", arguments: articles)
  func compiled(article: String, tests: String) throws {
    try Self.expectCompiled("Sources/\(article).md", in: [tests])
  }

  @Test("What the page on the library shows is compiled and run")
  func library() throws {
    try Self.expectCompiled("docs/library.md", in: ["House/DocumentationTests", "Storyboards/ReelStoryboardsTests"])
  }

  /// Expects that the lines of every block of Swift on a page are in a file of tests.
  private static func expectCompiled(_ page: String, in folders: [String]) throws {
    let sources = try folders.flatMap { try files(in: "Tests/\($0)", ending: "swift") }.map { file in
      "\n" + lines(try String(contentsOf: file, encoding: .utf8)).joined(separator: "\n") + "\n"
    }
    let text = try String(contentsOf: root.appending(path: page), encoding: .utf8)
    let blocks = text.components(separatedBy: "```swift\n").dropFirst().compactMap {
      $0.components(separatedBy: "```").first
    }
    #expect(!blocks.isEmpty)
    // A test does not have lines of a manifest.
    for block in blocks where !block.hasPrefix(".testTarget(") {
      let wanted = "\n" + lines(block).joined(separator: "\n") + "\n"
      #expect(sources.contains { $0.contains(wanted) }, "no test has these lines: \(block)")
    }
  }

  @Test("Code of every article that shows any is among them")
  func all() throws {
    for catalog in [
      "Core/Reel/Reel.docc", "Interaction/ReelInteraction/ReelInteraction.docc", "Testing/ReelTesting/ReelTesting.docc",
    ] {
      for file in try Self.files(in: "Sources/\(catalog)", ending: "md") {
        guard try String(contentsOf: file, encoding: .utf8).contains("```swift") else { continue }
        let article = "\(catalog)/\(file.deletingPathExtension().lastPathComponent)"
        #expect(Self.articles.contains { $0.0 == article }, "\(article)")
      }
    }
  }

  @Test("The landing page links every module and every article, and every link leads to one")
  func links() throws {
    let page = try String(contentsOf: Self.root.appending(path: "Sources/Core/Reel/Reel.docc/Reel.md"), encoding: .utf8)
    let linked = Set(page.matches(of: /<doc:(\w+)>/).map { String($0.output.1) })
    let articles = try Self.files(in: "Sources/Core/Reel/Reel.docc", ending: "md").map {
      $0.deletingPathExtension().lastPathComponent
    }
    #expect(linked == Set(articles).subtracting(["Reel"]))
    // Those of other modules; `make docs` refuses one that leads nowhere.
    let elsewhere = Set(page.matches(of: /<doc:\/([\w\/]+)>/).map { String($0.output.1) })
    let exported = try String(contentsOf: Self.root.appending(path: "Sources/Core/Reel/Reel.swift"), encoding: .utf8)
      .matches(of: /@_exported import (\w+)/).map { String($0.output.1) }
    #expect(
      elsewhere
        == Set(
          exported + [
            "ReelCurves", "ReelInk", "ReelTerminal", "ReelStoryboards", "ReelClips", "ReelFixtures", "ReelStudio",
            "ReelConversion", "ReelInteraction", "ReelInteraction/RecordLive", "ReelTesting",
            "ReelTesting/TestADrawing",
            "ReelTesting/TestAnApp", "ReelViews",
          ]))
  }
}
