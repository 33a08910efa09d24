import Foundation
import Reel
import ReelTestSupport
import Testing

/// Pictures of a frame, and where they go.
@Suite struct StillTests {
  private static let still = ["still", "--at", "9", "--size", "320x180"]

  @Test("play and still report the parts of an SVG that shapes leave out, a line each")
  func leftOut() async throws {
    let workspace = try Workspace()
    let svg = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><path id='p' d='M1 1L8 8' stroke='red'/>\n"
    try Data("\(svg)<foreignObject/><foreignObject/><use href='#p'/>\n<image href='b.png'/><text>a</text></svg>".utf8)
      .write(to: workspace.url("a.svg"))
    try Data("film: {size: 64x64}\nscenes: [{shapes: a.svg, seconds: 1}]\n".utf8).write(to: workspace.url("a.yaml"))
    let start = "a.yaml:2: the shapes: line"
    let notes = [
      "\(start) 2 of its SVG: <foreignObject> can't be drawn and is left out (2 times)",
      "\(start) 3 of its SVG: <image> refers to another file, which is not read: embed it",
    ]
    for command in [["still", "a.yaml", "--at", "0.5", "-o", "a.png"], ["play", "a.yaml", "--dry-run"]] {
      let told = try await CaptureProcess.run(command, in: workspace.folder)
      #expect(told.status == 0 && told.errorLines.prefix(2).map(String.init) == notes, "\(told.error)")
      #expect(try await CaptureProcess.run(command + ["-q"], in: workspace.folder).error.isEmpty)
    }
  }

  @Test("A frame of a movie and a picture can be marked for a report")
  func marked() async throws {
    let workspace = try Workspace()
    let film = ["--size", "320x180", "--frames", "20", "--fps", "10", "-q"]
    #expect(
      try await CaptureProcess.run(
        film + ["-o", "a.mp4", "--lossless", "--pixel-format", "yuv444p"], in: workspace.folder
      ).status == 0)
    #expect(
      try await CaptureProcess.run(["still"] + film + ["--at", "0.5", "-o", "a.png"], in: workspace.folder).status == 0)
    let drawn = try Bitmap(contentsOf: workspace.url("a.png"))
    let plain = try await CaptureProcess.run(["still", "a.mp4", "--at", "0.55", "-o", "b.png"], in: workspace.folder)
    #expect(plain.status == 0 && plain.error.contains("b.png: 320x180, frame 5 of 20"), "\(plain.error)")
    #expect(try Bitmap(contentsOf: workspace.url("b.png")).isClose(to: drawn, tolerance: 3))
    let marks = ["--box", "60x40+20+20", "--arrow", "200,150-90,50", "--blur", "100x60+200+100", "--note=10,120:Here"]
    let runs = [
      ["still", "a.mp4", "--at", "0.5"], ["still", "b.png"],
      ["still", "curve", "dragon", "--size", "320x180", "-q", "--at", "0.5"],
    ]
    for (index, words) in runs.enumerated() {
      let result = try await CaptureProcess.run(words + marks + ["-o", "\(index).png"], in: workspace.folder)
      #expect(result.status == 0, "\(result.error)")
      let picture = try Bitmap(contentsOf: workspace.url("\(index).png"))
      // The line of the box, and the tip of the arrow.
      for pixel in [picture[50, 20], picture[94, 53]] {
        #expect(pixel.red > 200 && pixel.blue < 90 && (70..<150).contains(pixel.green), "\(words): \(pixel)")
      }
    }
    #expect(try Data(contentsOf: workspace.url("b.png")) != Data(contentsOf: workspace.url("1.png")))
  }

  @Test("With --json, the frame is reported, and what a terminal shows in it")
  func json() async throws {
    let workspace = try Workspace()
    try Data("{\"version\":2,\"width\":20,\"height\":4}\n[1,\"o\",\"one\"]\n[3,\"o\",\" two\"]\n".utf8)
      .write(to: workspace.url("a.cast"))
    func report(_ words: String...) async throws -> [String: Any] {
      let result = try await CaptureProcess.run(["still"] + words + ["--json"], in: workspace.folder)
      #expect(result.status == 0 && result.error.isEmpty, "\(words): \(result.error)")
      return try #require(try JSONSerialization.jsonObject(with: result.output) as? [String: Any])
    }
    func text(_ report: [String: Any]) -> String? { (report["state"] as? [String: Any])?["viewport_text"] as? String }
    let still = try await report("a.cast", "--at", "2", "-o", "a.png", "--size", "320x180")
    #expect(still["frame"] as? Int == 60 && still["width"] as? Int == 320 && still["file"] as? String == "a.png")
    #expect(still["bytes"] as? Int == (try Data(contentsOf: workspace.url("a.png")).count) && text(still) == "one\n")
    let command = try await report("terminal", "a.cast", "--at", "2", "--speed", "2", "-o", "b.png")
    #expect(text(command) == "one two\n")
    // The terminal after another scene.
    let recipe = ["terminal", "a.cast", "--size", "64x64", "--recipe", "film.json", "-o", "c.gif", "-q"]
    #expect(try await CaptureProcess.run(recipe, in: workspace.folder).status == 0)
    let data = try Data(contentsOf: workspace.url("film.json"))
    var film = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    film["scenes"] = [["snowflake": [String: String](), "seconds": 5]] + (film["scenes"] as? [[String: Any]] ?? [])
    try JSONSerialization.data(withJSONObject: film).write(to: workspace.url("film.json"))
    #expect(try text(await report("film.json", "--at", "7", "-o", "c.png")) == "one\n")
    #expect(try await report("film.json", "--at", "4", "-o", "d.png")["state"] == nil)
    #expect(try await report("--at", "2", "-o", "e.png", "--size", "64x64")["state"] == nil)
    let piped = try await CaptureProcess.run(["still", "a.cast", "-o", "-", "--json"], in: workspace.folder)
    #expect(piped.output.starts(with: [0x89, 0x50]) && piped.error.contains("\"viewport_text\":\"one two\\n\""))
  }

  @Test("A PNG on standard output equals the one in a file, with nothing else")
  func standardOutput() async throws {
    let workspace = try Workspace()
    let file = try await CaptureProcess.run(Self.still + ["-o", "a.png"], in: workspace.folder)
    let piped = try await CaptureProcess.run(Self.still + ["-o", "-"], in: workspace.folder)
    #expect(file.status == 0 && piped.status == 0 && piped.error.isEmpty, "\(piped.error)")
    #expect(try piped.output == Data(contentsOf: workspace.url("a.png")))
    #expect(try workspace.files == ["a.png"])
  }

  @Test(
    "No picture or film is printed to a terminal",
    .enabled(if: CaptureProcess.find("script") != nil, "needs script of util-linux"),
    arguments: [("still --size 64x64", "picture"), ("--frames 2 --size 64x64", "film"), ("zoom --frames 2", "film")])
  func terminal(words: String, what: String) async throws {
    let workspace = try Workspace()
    let script = try #require(CaptureProcess.find("script"))
    let result = try await CaptureProcess.run(
      executable: script, ["-qec", "'\(CaptureProcess.executable.path)' \(words) -o -", "/dev/null"],
      in: workspace.folder)
    #expect(result.status == 73)
    let said = String(decoding: result.output, as: UTF8.self)
    #expect(said.contains("it is a terminal: redirect the \(what) to a file or a program"), "\(said)")
  }

  @Test(
    "A JPEG has the colours of the PNG in another decoder",
    .enabled(if: CaptureProcess.find("ffmpeg") != nil, "needs ffmpeg"), arguments: ["a.jpg", "a.JPEG"])
  func jpeg(name: String) async throws {
    let workspace = try Workspace()
    let ffmpeg = try #require(CaptureProcess.find("ffmpeg"))
    for output in [name, "a.png"] {
      let made = try await CaptureProcess.run(
        Self.still + ["--background", "#c02040", "-o", output], in: workspace.folder)
      #expect(made.status == 0, "\(made.error)")
    }
    #expect(try Data(contentsOf: workspace.url(name)).starts(with: [0xFF, 0xD8, 0xFF]))
    func pixels(_ file: String) async throws -> [UInt8] {
      let shown = try await CaptureProcess.run(
        executable: ffmpeg, ["-v", "error", "-f", "image2", "-i", file, "-f", "rawvideo", "-pix_fmt", "rgb24", "-"],
        in: workspace.folder)
      #expect(shown.error.isEmpty, "\(shown.error)")
      return [UInt8](shown.output)
    }
    let (jpeg, png) = (try await pixels(name), try await pixels("a.png"))
    try #require(jpeg.count == 320 * 180 * 3 && png.count == jpeg.count)
    // A corner is plain background; the mean tells of everything else.
    for channel in 0..<3 { #expect(abs(Int(jpeg[channel]) - Int(png[channel])) <= 3) }
    let sum = zip(jpeg, png).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
    #expect(Double(sum) / Double(png.count) < 1.5, "\(Double(sum) / Double(png.count))")
  }

  @Test(
    "A described film is drawn in the requested size",
    arguments: ["story.yaml", "recipe.json", "demo.cast"],
    [["--size", "320x180"], ["--size", "160x90", "--scale", "2"]])
  func size(film: String, size: [String]) async throws {
    let workspace = try Workspace()
    try "film: {size: 640x360, fps: 10}\nscenes:\n  - title: Letters\n    seconds: 1\n".write(
      to: workspace.url("story.yaml"), atomically: true, encoding: .utf8)
    try #"{"version":2,"width":20,"height":5}"#.appending("\n[0.5,\"o\",\"hello\"]\n").write(
      to: workspace.url("demo.cast"), atomically: true, encoding: .utf8)
    let recorded = try await workspace.capture(
      "--frames", "2", "--size", "640x360", "-o", "film.mp4", "--recipe", "recipe.json")
    #expect(recorded.status == 0, "\(recorded.error)")
    let still = try await CaptureProcess.run(["still", film, "-o", "a.png"] + size, in: workspace.folder)
    #expect(still.status == 0, "\(still.error)")
    #expect(try Bitmap(contentsOf: workspace.url("a.png")).size == PixelSize(width: 320, height: 180))
    let colors = try await CaptureProcess.run(["still", film, "--theme", "paper", "-o", "b.png"], in: workspace.folder)
    #expect(colors.status == 64 && colors.error.contains("already describes the film"), "\(colors.error)")
  }

  @Test("--export and --score do both, and no film is made")
  func exportAndScore() async throws {
    let workspace = try Workspace()
    let result = try await workspace.capture("trace", "--letters", "l", "--export", "l.jsonl", "--score")
    #expect(result.status == 0, "\(result.error)")
    let object = try JSONSerialization.jsonObject(with: result.output) as? [String: Any]
    #expect(object?["isComplete"] as? Bool == true)
    #expect(try workspace.files == ["l.jsonl"])
    let again = try await workspace.capture("trace", "l.jsonl", "--score")
    #expect(again.output == result.output)
  }

  @Test("The error for a missing session has the given name and advice")
  func missing() async throws {
    let workspace = try Workspace()
    let result = try await workspace.capture("trace", "nosuch.jsonl")
    #expect(result.error == "capture: nosuch.jsonl: no such file; check its name\n")
    #expect(result.status == 66)
  }
}
