import Foundation
import ReelTestSupport
import Testing

/// `make` is the first thing that runs on a fresh machine, where only git, make and Swift are.
@Suite("The Makefile on a fresh machine")
struct MakefileTests {
  private static let root = Repository.root

  /// Targets that need nothing beyond make, git and Swift.
  private static let plain: Set<String> = ["help", "lint", "format", "clean", "uninstall"]

  @Test("Every target installs what it needs before it does anything else")
  func setUpFirst() throws {
    let make = try #require(Program.find("make"), "make is not installed")
    let text = try String(contentsOf: Self.root.appending(path: "Makefile"), encoding: .utf8)
    let phony = try #require(text.split(separator: "\n").first { $0.hasPrefix(".PHONY:") })
    let targets = phony.split(separator: " ").dropFirst().map(String.init)
    #expect(targets.count > 20)
    for target in targets where !Self.plain.contains(target) {
      // As if nothing had been built yet.
      let result = try Program.run(
        make, ["--dry-run", "--no-print-directory", target, "STAGE=/nonexistent/stage"], in: Self.root.path)
      let lines = String(decoding: result.output, as: UTF8.self).split(separator: "\n")
      #expect(result.status == 0, "make \(target): \(result.error)")
      #expect(
        lines.first?.hasPrefix("scripts/setup.sh") == true,
        "make \(target) begins with \(lines.first ?? "nothing"), before anything is installed")
    }
  }

  @Test("Nothing that set-up installs is asked while the Makefile is read")
  func nothingAskedBefore() throws {
    let text = try String(contentsOf: Self.root.appending(path: "Makefile"), encoding: .utf8)
    let calls = text.matches(of: /^(?!\t).*\$\(shell\s+([a-z0-9_-]+)/.anchorsMatchLineEndings())
    #expect(!calls.isEmpty)
    for call in calls {
      #expect(["uname", "find"].contains(call.output.1), "the Makefile asks \(call.output.1) when it is read")
    }
  }
}
