import Foundation
import Reel
import Testing

@Suite("capture play") struct PlayCommandTests {
  private static let story = """
    film: {size: 160x90, fps: 10}
    scenes:
      - title: {text: Hello, subtitle: There}
        seconds: 1
        transition: {kind: page-curl, seconds: 0.5}
      - text: And good bye
        seconds: 1.5
        caption: The end

    """

  private func workspace() throws -> Workspace {
    let workspace = try Workspace()
    try Data(Self.story.utf8).write(to: workspace.url("story.yaml"))
    return workspace
  }

  @Test(
    "A storyboard gives the same frames with and without the command's name, from standard input, and from its recipe"
  )
  func film() async throws {
    let workspace = try workspace()
    let lossless = ["--lossless", "--pixel-format", "yuv444p", "-q"]
    let runs: [[String]] = [
      ["story.yaml", "-o", "a.mp4", "--recipe", "film.json"], ["play", "story.yaml", "-o", "b.mp4"],
      ["film.json", "-o", "c.mp4"],
    ]
    for run in runs {
      let result = try await CaptureProcess.run(run + lossless, in: workspace.folder)
      #expect(result.status == 0, "\(run): \(result.error)")
    }
    let movies = try ["a.mp4", "b.mp4", "c.mp4"].map { try Data(contentsOf: workspace.url($0)) }
    #expect(movies[0] == movies[1])
    #expect(movies[0] == movies[2])
  }

  @Test("A still of a storyboard equals the frame of its film")
  func still() async throws {
    let workspace = try workspace()
    let film = try await workspace.capture("story.yaml", "-q", "-o", "frames/")
    #expect(film.status == 0, "\(film.error)")
    let still = try await workspace.capture("still", "story.yaml", "--at", "0.7", "-q")
    #expect(still.status == 0, "\(still.error)")
    let frames = try workspace.shown("frames")
    #expect(frames.count == 20)
    let (alone, whole) = try (
      Bitmap(contentsOf: workspace.url("story.png")), Bitmap(contentsOf: workspace.url("frames/" + frames[7]))
    )
    #expect(alone == whole)
  }

  @Test("--dry-run prints when everything begins and ends, and makes nothing")
  func timeline() async throws {
    let workspace = try workspace()
    let result = try await workspace.capture("play", "story.yaml", "--dry-run")
    #expect(result.status == 0, "\(result.error)")
    #expect(
      String(decoding: result.output, as: UTF8.self).split(separator: "\n") == [
        "    0.000 –     1.000  title", "    0.500 –     1.000  transition: page-curl", "    0.500 –     2.000  text",
        "    0.800 –     2.000  caption: The end", "20 frames of 160x90 at 10 a second",
      ])
    #expect(try workspace.files == ["story.yaml"])
  }

  @Test("Each mistake is reported in one line, with 65, and nothing is written")
  func wrong() async throws {
    let workspace = try workspace()
    try Data("scenes:\n  - titel: a\n  - title: b\n    secnods: 1\n".utf8).write(to: workspace.url("bad.yaml"))
    for arguments in [
      ["bad.yaml"], ["play", "bad.yaml", "-o", "x.mp4"], ["still", "bad.yaml"], ["play", "bad.yaml", "--dry-run"],
    ] {
      let result = try await CaptureProcess.run(arguments, in: workspace.folder)
      #expect(result.status == 65)
      #expect(result.errorLines.count == 2, "\(result.error)")
      #expect(
        result.error.hasPrefix("bad.yaml:2:5: unknown key “titel” in a scene: did you mean title?"), "\(result.error)")
    }
    #expect(try workspace.files == ["bad.yaml", "story.yaml"])
    let missing = try await workspace.capture("missing.yaml")
    #expect(missing.status == 66)
    #expect(missing.error.hasPrefix("capture: missing.yaml: no such file"), "\(missing.error)")
    let unnamed = try await workspace.capture("play", "missing")
    #expect(unnamed.status == 66)
    let own = try await workspace.capture("story.yaml", "-o", "story.yaml")
    #expect(own.status == 64)
    #expect(try Data(contentsOf: workspace.url("story.yaml")) == Data(Self.story.utf8))
  }

  @Test("A table makes a film for each row, with its values, number and date in the name")
  func data() async throws {
    let workspace = try workspace()
    try Data("film: {size: 160x90, fps: 10}\nscenes: [{title: '${name}', seconds: 1}]\n".utf8)
      .write(to: workspace.url("row.yaml"))
    try Data("\u{FEFF}name,age\r\nAda,3\r\n\"Bob\",4\r\n".utf8).write(to: workspace.url("pupils.csv"))
    let films = try await workspace.capture(
      "row.yaml", "--data", "pupils.csv", "-q", "-o", "{date:yyyyMMdd}-{n:2}-{name}.mp4", "--recipe", "{name}.json",
      "--date", "2026-05-18")
    #expect(films.status == 0, "\(films.error)")
    #expect(
      try workspace.files == [
        "20260518-01-Ada.mp4", "20260518-02-Bob.mp4", "Ada.json", "Bob.json", "pupils.csv", "row.yaml", "story.yaml",
      ])
    // Each film shows its own row.
    let first = try await workspace.capture("still", "row.yaml", "--set", "vars.name=Ada", "-q")
    #expect(first.status == 0, "\(first.error)")
    let again = try await workspace.capture("still", "Ada.json", "-q")
    #expect(again.status == 0, "\(again.error)")
    #expect(try Data(contentsOf: workspace.url("row.png")) == Data(contentsOf: workspace.url("Ada.png")))
    let unnamed = try await workspace.capture("row.yaml", "--data", "pupils.csv", "-q")
    #expect(unnamed.status == 0, "\(unnamed.error)")
    #expect(try workspace.files.contains("row-2.mp4"))
  }

  @Test(
    "Invalid tables, equal names, and values that lead to other folders are refused before work begins",
    arguments: [
      ("a\n1\n2\n", "x.mp4", 64, "all of them would be named x.mp4"), ("a\n1\n1\n", "{a}.mp4", 64, "names 1.mp4 twice"),
      ("a\n../x\n", "{a}.mp4", 65, "cannot read rows.csv: row 1"), ("a,b\n1\n", "{n}.mp4", 65, "rows.csv:2:1: "),
      ("a\n1\n", "{b}.mp4", 64, "has the unknown field {b}"), ("a\n", "{n}.mp4", 65, "rows.csv:1:1: "),
    ])
  func badData(table: String, output: String, status: Int32, message: String) async throws {
    let workspace = try workspace()
    try Data(table.utf8).write(to: workspace.url("rows.csv"))
    let result = try await workspace.capture("story.yaml", "--data", "rows.csv", "-o", output, "-q")
    #expect(result.status == status)
    #expect(result.error.contains(message), "\(result.error)")
    #expect(try workspace.files == ["rows.csv", "story.yaml"])
  }

  @Test(
    "No film of a table is made if any of them cannot be",
    arguments: [("Bob.mp4", ["--no-clobber"]), ("Bob.json", []), ("Bob-%d.png", [])])
  func takenName(name: String, options: [String]) async throws {
    let workspace = try workspace()
    try Data("name\nAda\nBob\n".utf8).write(to: workspace.url("rows.csv"))
    try Data("precious".utf8).write(to: workspace.url(name.replacing("%d", with: "0")))
    let before = try workspace.files
    let outputs =
      name.hasSuffix(".json")
      ? ["-o", "{name}.mp4", "--recipe", "{name}.json"] : ["-o", name.replacing("Bob", with: "{name}")]
    let result = try await CaptureProcess.run(
      ["story.yaml", "--data", "rows.csv", "-q"] + outputs + options, in: workspace.folder)
    #expect(result.status == 73 && result.errorLines.count == 1, "\(result.error)")
    #expect(result.error.contains(name.replacing("%d", with: "0")), "\(result.error)")
    #expect(try workspace.files == before)
  }

  @Test("No output replaces a file that the storyboard reads")
  func inputs() async throws {
    let workspace = try workspace()
    try Data("repeat 4 [fd 100 rt 90]".utf8).write(to: workspace.url("box.logo"))
    try Data("vars: {a: 1}\n".utf8).write(to: workspace.url("house.yaml"))
    try Data(
      "include: house.yaml\nfilm: {size: 160x90}\nscenes: [{turtle: box.logo, seconds: 1}, {each: rows.csv, title: a}]"
        .utf8
    ).write(to: workspace.url("read.yaml"))
    try Data("a\n1\n".utf8).write(to: workspace.url("rows.csv"))
    for name in ["box.logo", "house.yaml", "rows.csv"] {
      for arguments in [["play", "read.yaml", "-o", "a.mp4", "--recipe", name], ["play", "read.yaml", "-o", name]] {
        let before = try Data(contentsOf: workspace.url(name))
        let result = try await CaptureProcess.run(arguments + ["--force"], in: workspace.folder)
        #expect(result.status == 64, "\(result.error)")
        #expect(result.error.contains("are both the file \(name)"), "\(result.error)")
        #expect(try Data(contentsOf: workspace.url(name)) == before)
      }
    }
    #expect(try !workspace.files.contains("a.mp4"))
  }

  @Test("No output replaces a file that the film shows, for a storyboard or its recipe")
  func shownInputs() async throws {
    let workspace = try workspace()
    let film = ["--frames", "3", "--size", "64x64", "-q", "-o"]
    for output in ["in.mp4", "fr/"] {
      let made = try await CaptureProcess.run(film + [output], in: workspace.folder)
      #expect(made.status == 0, "\(made.error)")
    }
    try Data("film: {size: 64x64, fps: 5}\nscenes: [{movie: in.mp4, chapter: fr}, {frames: fr}]\n".utf8)
      .write(to: workspace.url("shown.yaml"))
    let recipe = try await workspace.capture("shown.yaml", "-q", "-o", "a.mp4", "--recipe", "shown.json")
    #expect(recipe.status == 0, "\(recipe.error)")
    func bytes() throws -> [Data] {
      try ["in.mp4", "fr/0000.png", "fr/0001.png", "fr/0002.png"].map { try Data(contentsOf: workspace.url($0)) }
    }
    let before = try bytes()
    for source in ["shown.yaml", "shown.json"] {
      for outputs in [
        ["-o", "in.mp4"], ["-o", "fr/"], ["-o", "./fr/%04d.png"], ["-o", "b.mp4", "--poster", "fr/0001.png"],
        ["-o", "{chapter}/", "--split", "chapters"],
      ] {
        let result = try await CaptureProcess.run([source, "-q", "--force"] + outputs, in: workspace.folder)
        #expect(result.status == 64, "\(source) \(outputs): \(result.error)")
        #expect(result.error.contains("are both the file"), "\(result.error)")
        #expect(try bytes() == before, "\(source) \(outputs)")
      }
    }
    let still = try await workspace.capture("still", "shown.json", "-q", "-o", "fr/0001.png")
    #expect(still.status == 64, "\(still.error)")
    #expect(try bytes() == before)
  }

  @Test("A storyboard can come from standard input, and use allowed files outside its folder")
  func standardInput() async throws {
    let workspace = try workspace()
    try Data("repeat 4 [fd 100 rt 90]".utf8).write(to: workspace.url("box.logo"))
    let inner = workspace.url("inner")
    try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: false)
    try Data("film: {size: 160x90, fps: 10}\nscenes: [{turtle: \(workspace.url("box.logo").path), seconds: 1}]".utf8)
      .write(to: workspace.url("piped.yaml"))
    func piped(_ arguments: [String]) async throws -> CaptureProcess {
      try await CaptureProcess.run(
        executable: URL(fileURLWithPath: "/bin/sh"),
        ["-c", #"exec "$0" "$@" < ../piped.yaml"#, CaptureProcess.executable.path] + arguments, in: inner)
    }
    let refused = try await piped(["play", "-", "-q", "-o", "a.mp4"])
    #expect(refused.status == 65)
    #expect(refused.error.contains("is outside the storyboard's folder"), "\(refused.error)")
    for arguments in [["play", "-", "-q", "-o", "a.mp4"], ["still", "-", "-q"], ["play", "-", "-q"]] {
      let result = try await piped(arguments + ["--allow-path", workspace.folder.path])
      #expect(result.status == 0, "\(result.error)")
    }
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: inner.path).sorted() == [
        "a.mp4", "storyboard.mp4", "storyboard.png",
      ])
  }

  @Test("--set replaces values, and a session given first is replayed")
  func settings() async throws {
    let workspace = try workspace()
    let set = try await workspace.capture(
      "play", "story.yaml", "--set", "film.size=64x64", "--set", "scenes.0.seconds=2", "--dry-run")
    #expect(String(decoding: set.output, as: UTF8.self).contains("30 frames of 64x64"), "\(set.error)")
    let export = try await workspace.capture("trace", "--letters", "I", "--export", "session.jsonl", "-q")
    #expect(export.status == 0, "\(export.error)")
    let session = try await workspace.capture("session.jsonl", "--seconds", "2", "-q", "-o", "t.mp4")
    #expect(session.status == 0, "\(session.error)")
    #expect(try workspace.files.contains("t.mp4"))
  }
}
