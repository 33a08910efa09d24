import Foundation
import ReelTestSupport
import Testing

@Suite("Arguments of the process") struct ArgumentsTests {
  private static let faketime = ["/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib"].map {
    $0 + "/faketime/libfaketime.so.1"
  }.first { FileManager.default.fileExists(atPath: $0) }

  @Test(
    "Arguments arrive even if a preloaded library has moved the environment",
    .enabled(if: faketime != nil, "needs libfaketime"))
  func movedEnvironment() async throws {
    let workspace = try Workspace()
    let result = try await workspace.capture(
      "trace", "mine.jsonl", environment: ["LD_PRELOAD": Self.faketime ?? "", "FAKETIME": "+1d"])
    #expect(result.status == 66, "\(result.error)")
    #expect(result.error.contains("mine.jsonl"), "\(result.error)")
    #expect(try workspace.files.isEmpty)
  }

  @Test("A start without arguments, not even the program's name, records nothing")
  func none() async throws {
    let workspace = try Workspace()
    let compiler = try #require(["cc", "clang", "gcc"].lazy.compactMap(Program.find).first)
    let source = "#include <unistd.h>\nint main(int c, char **v) { char *n[] = {0}; return execve(v[1], n, n); }\n"
    try Data(source.utf8).write(to: workspace.url("start.c"))
    #expect(try Program.run(compiler, ["-o", "start", "start.c"], in: workspace.folder.path).status == 0)
    let result = try await CaptureProcess.run(
      executable: workspace.url("start"), [CaptureProcess.executable.path], in: workspace.folder)
    #expect(result.status == 71)
    #expect(result.error.contains("the arguments are missing"), "\(result.error)")
    #expect(try workspace.files == ["start", "start.c"])
  }
}
