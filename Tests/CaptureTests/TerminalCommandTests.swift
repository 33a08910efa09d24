import Foundation
import Reel
import ReelTestSupport
import Testing

/// Films of recorded terminals.
@Suite struct TerminalCommandTests {
  private static let options = ["--fps", "4", "--size", "160x120", "-q"]
  private static let cast = """
    {"version": 2, "width": 12, "height": 4, "title": "demo"}
    [0.5, "o", "$ \\u001b[32mls\\u001b[m\\r\\n"]
    [1.0, "o", "世界 │ █\\r\\n"]
    [9.0, "o", "done"]
    """

  @Test("A recording is filmed by name, by its content, packed and from standard input, and its recipe draws it again")
  func film() async throws {
    let workspace = try Workspace()
    try Data(Self.cast.utf8).write(to: workspace.url("demo.cast"))
    let film = try await CaptureProcess.run(
      ["terminal", "demo.cast", "-o", "a/", "--recipe", "film.json", "--idle-limit", "1", "--hold", "0.5"]
        + Self.options,
      in: workspace.folder)
    try #require(film.status == 0, "\(film.error)")
    // 0.5 s, 0.5 s, one second instead of eight, and half a second of hold.
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: workspace.url("a").path).filter { $0.hasSuffix(".png") }.count
        == 10)
    let command =
      "gzip -k demo.cast && exec \"$0\" demo.cast.gz -o b/ --idle-limit 1 --hold 0.5 \(Self.options.joined(separator: " "))"
    let packed = try await CaptureProcess.run(
      executable: URL(fileURLWithPath: "/bin/sh"), ["-c", command, CaptureProcess.executable.path], in: workspace.folder
    )
    try #require(packed.status == 0, "\(packed.error)")
    for number in 0..<10 {
      let name = String(format: "%04d.png", number)
      let picture = try Data(contentsOf: workspace.url("a/" + name))
      #expect(try picture == Data(contentsOf: workspace.url("b/" + name)))
      let still = try await workspace.capture("still", "film.json", "--at", "\(Double(number) / 4)", "-o", "-")
      #expect(still.output == picture, "\(still.error)")
    }
    #expect(try Data(contentsOf: workspace.url("a/0000.png")) != Data(contentsOf: workspace.url("a/0009.png")))
  }

  @Test(
    "What is no recording is told in a line and ends with 65, and leaves nothing behind",
    arguments: [
      ("", "it is no asciicast"), ("{\"version\": 2, \"width\": 9}", "how many columns"),
      (
        "{\"version\": 2, \"width\": 9, \"height\": 2}\n[1, \"o\n[2, \"o\", \"b\"]\n",
        "line 2: expected the end of the text"
      ),
    ])
  func faults(text: String, message: String) async throws {
    let workspace = try Workspace()
    try Data(text.utf8).write(to: workspace.url("a.cast"))
    let result = try await CaptureProcess.run(["terminal", "a.cast"] + Self.options, in: workspace.folder)
    #expect(result.status == 65)
    #expect(result.errorLines.count == 1 && result.error.contains(message), "\(result.error)")
    #expect(try workspace.files == ["a.cast"])
  }

  @Test("A beginning behind the end is refused")
  func order() async throws {
    let workspace = try Workspace()
    try Data(Self.cast.utf8).write(to: workspace.url("a.cast"))
    let result = try await CaptureProcess.run(
      ["terminal", "a.cast", "--from", "10"] + Self.options, in: workspace.folder)
    #expect(result.status == 64 && result.error.contains("before the end of the film, at 9.00 s"), "\(result.error)")
  }
}
