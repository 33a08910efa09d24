import Foundation
import ReelTestSupport
import Testing

/// A newcomer can type what a page prints, in its order, in an empty folder.
///
/// With `REEL_ALL_COMMANDS` those are run, too, that take long.
@Suite("Commands in the documentation") struct DocumentCommandsTests {
  private static let root = Repository.root

  private static let runsAll = ProcessInfo.processInfo.environment["REEL_ALL_COMMANDS"] != nil

  /// Every page but the records of decisions and changes, which are of their day.
  static let pages: [String] = {
    let files = FileManager.default
    let folders = ["", "docs", "skills/reel", "Sources"]
    let names = folders.flatMap { folder in
      let path = root.appending(path: folder).path
      let found =
        folder == "Sources" ? files.subpaths(atPath: path) ?? [] : (try? files.contentsOfDirectory(atPath: path)) ?? []
      return found.filter { $0.hasSuffix(".md") }.map { folder.isEmpty ? $0 : "\(folder)/\($0)" }
    }
    return names.filter { !["CHANGELOG.md", "docs/decisions.md"].contains($0) }.sorted()
  }()

  private static func commands(of page: String) throws -> (DocumentCommands, text: String) {
    let text = try String(contentsOf: root.appending(path: page), encoding: .utf8)
    return (DocumentCommands(text), text)
  }

  @Test("The commands of every page run as printed, in order", arguments: pages)
  func run(page: String) async throws {
    let (document, text) = try Self.commands(of: page)
    let workspace = try Workspace()
    if text.contains("clone of Reel") {
      try FileManager.default.createSymbolicLink(
        at: workspace.url("samples"), withDestinationURL: Self.root.appending(path: "samples"))
    }
    let path = CaptureProcess.executable.deletingLastPathComponent().path
    let programs = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    for command in document.commands where command.reason == nil && (Self.runsAll || !command.takesLong) {
      let result = try await Program.runAside(
        "/bin/sh", ["-c", command.text], in: workspace.folder.path, environment: ["PATH": "\(path):\(programs)"],
        seconds: Self.runsAll ? 1200 : Program.limit)
      guard let output = command.output else {
        #expect(result.status == command.status, "\(page), \(command): \(result.status) \(result.error)")
        continue
      }
      // An error that a page shows is the end of its command.
      #expect((result.status != 0) == output.hasPrefix("capture: "), "\(page), \(command)")
      let printed = String(decoding: result.output, as: UTF8.self) + result.error
      #expect(printed == output + "\n", "\(page), \(command)")
    }
  }

  @Test("Few commands are left out, each for a reason, and every comment refers to an existing command")
  func leftOut() throws {
    var counts = (all: 0, leftOut: 0, long: 0)
    for page in Self.pages {
      let document = try Self.commands(of: page).0
      #expect(document.idleMarks.isEmpty, "\(page)")
      counts.all += document.commands.count
      counts.leftOut += document.commands.count { $0.reason != nil }
      counts.long += document.commands.count { $0.takesLong }
    }
    #expect(counts.all > 100 && counts.leftOut <= 32 && counts.long <= 30, "\(counts)")
  }
}
