import Foundation
import ReelTestSupport
import Testing

/// Pairs of options of every command, by scripts/test-pairs.py.
@Suite struct OptionPairsTests {
  @Test(
    "Each pair of options ends with a documented exit code, explains a refusal in one line, and spares other files",
    .enabled(if: Program.python(with: "json") != nil, "needs python3"))
  func pairs() async throws {
    let workspace = try Workspace()
    let python = try #require(Program.python(with: "json"))
    let script = Repository.root.appending(path: "scripts/test-pairs.py").path
    let result = try await CaptureProcess.run(
      executable: URL(fileURLWithPath: python), [script, CaptureProcess.executable.path, "40", "6"],
      in: workspace.folder)
    #expect(result.status == 0, "\(String(decoding: result.output, as: UTF8.self))\(result.error)")
  }
}
