import Foundation
import Reel
import ReelCurves
import ReelTestSupport
import Testing

/// Films that are drawn from a file which describes them.
@Suite struct DescriptionFileTests {
  private static let films: [(name: String, arguments: [String])] = [
    ("snowflake", ["--frames", "12", "--levels", "0...2", "--style", "draw", "--background", "teal"]),
    ("curve", ["curve", "gosper", "--frames", "8", "--angle", "60", "--levels", "0...2", "--ink", "gold,#245"]),
    (
      "curve of one's own",
      ["curve", "--axiom", "F", "--rules", "F=F+F--F+F", "--angle", "60", "--frames", "8", "--style", "draw"]
    ),
    ("zoom", ["zoom", "--frames", "8", "--factor", "5", "--center", "1/7", "--theme", "paper"]),
    ("trace", ["trace", "--letters", "la", "--seconds", "2", "--inside-color", "purple", "--hide", "ring,stars"]),
  ]

  @Test(
    "The file from --recipe draws the film again: check agrees, and a still equals its frame", arguments: films.indices)
  func again(index: Int) async throws {
    let workspace = try Workspace()
    let arguments = Self.films[index].arguments + ["--size", "192x108"]
    let film = try await CaptureProcess.run(
      arguments + ["-o", "pictures/", "--recipe", "film.json"], in: workspace.folder)
    try #require(film.status == 0, "\(film.error)")
    let count = try FileManager.default.contentsOfDirectory(atPath: workspace.url("pictures").path)
      .filter { $0.hasSuffix(".png") && !$0.hasPrefix(".") }.count
    for number in [0, count / 2, count - 1] {
      let rate = Self.films[index].name == "trace" ? 30.0 : 10
      let still = try await workspace.capture("still", "film.json", "--at", "\(Double(number) / rate)", "-o", "-")
      #expect(still.status == 0, "\(still.error)")
      let name = String(format: "pictures/%04d.png", number)
      #expect(try still.output == Data(contentsOf: workspace.url(name)), "\(name)")
    }
    let movie = try await CaptureProcess.run(arguments + ["-o", "film.mp4"], in: workspace.folder)
    try #require(movie.status == 0, "\(movie.error)")
    let check = try await workspace.capture("check", "film.mp4", "--recipe", "film.json")
    #expect(check.status == 0, "\(check.error)")
    // The same description, written once more.
    let bytes = try Data(contentsOf: workspace.url("film.json"))
    let catalog = SceneCatalog.standard.adding(ZoomFilm.self).adding(CurveFilm.self)
    #expect(try FilmDescription(json: [UInt8](bytes), catalog: catalog).json == [UInt8](bytes))
  }

  @Test(
    "The error for a file that is not a recipe says what it is",
    arguments: [
      ("folder", 65, "folder is a folder; a recipe is a text file written by --recipe"),
      ("missing.json", 66, "missing.json: no such file; name a recipe"),
      ("cut.json", 65, "cut.json can't be used: it is neither the manifest of a fixture nor the recipe of a film"),
    ])
  func noRecipe(name: String, status: Int32, message: String) async throws {
    let workspace = try Workspace()
    try FileManager.default.createDirectory(at: workspace.url("folder"), withIntermediateDirectories: false)
    try Data(#"{"film": {"size""#.utf8).write(to: workspace.url("cut.json"))
    let result = try await workspace.capture("check", "film.mp4", "--recipe", name)
    #expect(result.status == status)
    #expect(result.error == "capture: \(message)\n", "\(result.error)")
  }

  @Test("A recipe whose font is a different file on this machine ends every command with 65 and names the font")
  func otherFont() async throws {
    let workspace = try Workspace()
    let film = try await workspace.capture(
      "--frames", "2", "--size", "320x180", "-o", "film.mp4", "--recipe", "film.json")
    try #require(film.status == 0, "\(film.error)")
    let json = try String(contentsOf: workspace.url("film.json"), encoding: .utf8)
    let sum = try #require(json.firstMatch(of: /"md5" : "([0-9a-f]{32})"/)).output.1
    let other = json.replacing(sum, with: String(repeating: "0", count: 32))
    try Data(other.utf8).write(to: workspace.url("film.json"))
    for command in [
      ["still", "film.json"], ["check", "film.mp4", "--recipe", "film.json"], ["film.json", "-o", "again.mp4"],
    ] {
      let result = try await CaptureProcess.run(command, in: workspace.folder)
      #expect(result.status == 65, "\(result.error)")
      #expect(
        result.errorLines.count == 1 && result.error.contains("film.json: its text was drawn with DejaVu Sans"),
        "\(result.error)")
    }
    #expect(try workspace.files == ["film.json", "film.mp4"])
    // A person may draw it with the font that is here.
    let free = other.replacing(/,\s*"fonts" : \[[^\]]*\]/, with: "")
    try #require(free != other)
    try Data(free.utf8).write(to: workspace.url("film.json"))
    #expect(try await workspace.capture("check", "film.mp4", "--recipe", "film.json").status == 0)
  }

  @Test("--text-font chooses the font, the recipe records it, and a missing family ends with 64")
  func textFont() async throws {
    let workspace = try Workspace()
    for command in [["snowflake", "--frames", "2"], ["zoom", "--frames", "2"], ["trace", "--letters", "l"]] {
      let arguments = command + ["--size", "320x240", "-o", "film.mkv", "--recipe", "film.json", "--text-font"]
      let film = try await CaptureProcess.run(arguments + ["DejaVu Serif"], in: workspace.folder)
      try #require(film.status == 0, "\(film.error)")
      #expect(try String(contentsOf: workspace.url("film.json"), encoding: .utf8).contains("DejaVuSerif.ttf"))
      #expect(try await workspace.capture("check", "film.mkv", "--recipe", "film.json").status == 0)
      let missing = try await CaptureProcess.run(arguments + ["No Such Family"], in: workspace.folder)
      #expect(missing.status == 64 && missing.errorLines.count == 1, "\(missing.error)")
      #expect(missing.error.contains("the font No Such Family is not installed here"), "\(missing.error)")
    }
  }

  @Test("A picture of a described film is named after the description")
  func name() async throws {
    let workspace = try Workspace()
    let json = #"{"film": {"seconds": 2, "size": "64x48"}, "scenes": [{"zoom": {}}]}"#
    try Data(json.utf8).write(to: workspace.url("deep.json"))
    #expect(try await workspace.capture("still", "deep.json").status == 0)
    #expect(try workspace.files == ["deep.json", "deep.png"])
  }

  @Test(
    "still ends with 65 for a description that cannot be drawn, 66 for a missing one, and 64 for one with film options",
    arguments: [
      (["still", "film.json"], #"{"scenes": [{"snwflake": {}}]}"#, 65, "did you mean snowflake?"),
      (["still", "film.json"], #"{"scenes": [{"zoom": {}}]}"#, 65, "the film has no end"),
      (["still", "film.json"], "no description", 65, "it is not JSON"),
      (["still", "other.json"], "{}", 66, "no such file"),
      (["still", "film.json", "--levels", "3"], "{}", 64, "leave out --zoom and all film options"),
      (["still", "film.json", "--at", "9"], #"{"film": {"frames": 5}, "scenes": [{"zoom": {}}]}"#, 64, "0.5 seconds"),
      (["still", "film.json", "-o", "film.json"], "{}", 64, "film.json"),
    ])
  func refused(arguments: [String], json: String, status: Int32, says: String) async throws {
    let workspace = try Workspace()
    try Data(json.utf8).write(to: workspace.url("film.json"))
    let result = try await CaptureProcess.run(arguments, in: workspace.folder)
    #expect(result.status == status, "\(result.error)")
    #expect(result.error.contains(says), "\(result.error)")
    #expect(result.errorLines.count == 1)
    #expect(try workspace.files == ["film.json"])
    #expect(try Data(contentsOf: workspace.url("film.json")) == Data(json.utf8))
  }
}
