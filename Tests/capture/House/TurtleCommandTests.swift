import Foundation
import Reel
import ReelTestSupport
import Testing

/// Films of Logo programs.
@Suite struct TurtleCommandTests {
  private static let options = ["--frames", "6", "--size", "160x120", "-q"]
  private static let program = "to spi :n\n if :n > 60 [stop]\n setpc \"tomato fd :n rt 89 spi :n + 2\nend\nspi 1\n"

  @Test("A program is filmed from a file and from standard input, and its recipe draws the film again")
  func film() async throws {
    let workspace = try Workspace()
    try Data(Self.program.utf8).write(to: workspace.url("spiral.logo"))
    let film = try await CaptureProcess.run(
      ["turtle", "spiral.logo", "-o", "a/", "--recipe", "film.json"] + Self.options, in: workspace.folder)
    try #require(film.status == 0, "\(film.error)")
    let piped = try await CaptureProcess.run(
      executable: URL(fileURLWithPath: "/bin/sh"),
      [
        "-c", "exec \"$0\" turtle - -o b/ \(Self.options.joined(separator: " ")) < spiral.logo",
        CaptureProcess.executable.path,
      ],
      in: workspace.folder)
    try #require(piped.status == 0, "\(piped.error)")
    for number in 0..<6 {
      let name = String(format: "%04d.png", number)
      let picture = try Data(contentsOf: workspace.url("a/" + name))
      #expect(try picture == Data(contentsOf: workspace.url("b/" + name)))
      let still = try await workspace.capture("still", "film.json", "--at", "\(Double(number) / 10)", "-o", "-")
      #expect(still.output == picture, "\(still.error)")
    }
    #expect(
      try Data(contentsOf: workspace.url("a/0000.png")) != Data(contentsOf: workspace.url("a/0005.png")))
    let movie = try await CaptureProcess.run(["turtle", "spiral.logo"] + Self.options, in: workspace.folder)
    try #require(movie.status == 0, "\(movie.error)")
    let check = try await workspace.capture("check", "turtle.mp4", "--recipe", "film.json")
    #expect(check.status == 0, "\(check.error)")
  }

  @Test(
    "An error in a program is reported with file, line and column, ends with 65, and leaves nothing behind",
    arguments: [
      ("fd 10\n  forwrd 20", "p.logo:2:3: unknown word forwrd: did you mean forward?"),
      (
        "setpc \"rde fd 1", "p.logo:1:1: unknown colour rde: did you mean red?"
      ),
      (
        "forever [rt 1]",
        "p.logo:1:10: the program has not ended after 10000000 steps: give it an if with a stop"
      ),
      ("", "p.logo: the program draws nothing: forward draws while the pen is down"),
      ("\u{1}é", "p.logo:1:2: unknown word é: define it with to é … end"),
    ])
  func faults(text: String, message: String) async throws {
    let workspace = try Workspace()
    try Data(text.utf8).write(to: workspace.url("p.logo"))
    let result = try await CaptureProcess.run(["turtle", "p.logo"] + Self.options, in: workspace.folder)
    #expect(result.status == 65)
    #expect(result.errorLines.map(String.init) == ["capture: " + message])
    #expect(try workspace.files == ["p.logo"])
    let description = #"{"film": {"frames": 2, "size": "64x64"}, "scenes": [{"turtle": {"program": "fdd 3"}}]}"#
    try Data(description.utf8).write(to: workspace.url("film.json"))
    let still = try await workspace.capture("still", "film.json")
    #expect(still.status == 65 && still.error.contains("1:1: unknown word fdd"), "\(still.error)")
  }

  @Test("The samples draw", arguments: ["tree", "squares", "rays"])
  func samples(name: String) async throws {
    let workspace = try Workspace()
    let file = Repository.root.appendingPathComponent("samples/logo/\(name).logo")
    let result = try await CaptureProcess.run(["turtle", file.path] + Self.options, in: workspace.folder)
    #expect(result.status == 0, "\(result.error)")
  }
}
