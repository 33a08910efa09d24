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

  @Test("A recording is filmed by name, by content, gzipped and from standard input, and its recipe draws it again")
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
    "A file that is not a recording is reported in one line with 65, and nothing is left behind",
    arguments: [
      ("", "it is neither an asciicast"), ("{\"version\": 2, \"width\": 9}", "number of columns"),
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

  @Test("A recording becomes a picture of its end, a text of its screens, and a masked recording")
  func screens() async throws {
    let workspace = try Workspace()
    try Data((Self.cast + "\n[9.5, \"m\", \"here\"]\n[9.6, \"o\", \"\\r\\nkey-\"]\n[9.7, \"o\", \"abc\"]").utf8)
      .write(to: workspace.url("demo.cast"))
    let outputs = ["a.png", "a.txt", "a.cast"].flatMap { ["-o", $0] }
    let result = try await CaptureProcess.run(
      ["demo.cast", "--redact", "key-\\w+"] + outputs + Self.options, in: workspace.folder)
    try #require(result.status == 0, "\(result.error)")
    #expect(try workspace.files == ["a.cast", "a.png", "a.txt", "demo.cast"])
    let line = String(repeating: "─", count: 80)
    #expect(
      try String(contentsOf: workspace.url("a.txt"), encoding: .utf8)
        == "$ ls\n世界 │ █\ndone\n\(line)\n$ ls\n世界 │ █\ndone\n*******\n\(line)\n")
    let masked = try String(contentsOf: workspace.url("a.cast"), encoding: .utf8)
    #expect(!masked.contains("abc") && masked.contains("\"title\": \"demo\"") && masked.contains("[9.5, \"m\""))
    let still = try await workspace.capture("still", "a.cast", "--size", "160x120", "--at", "9.8", "-o", "-")
    #expect(try Data(contentsOf: workspace.url("a.png")) == still.output)
    // Pictures of the whole film are unchanged.
    let sheet = try await CaptureProcess.run(
      ["demo.cast", "-o", "b.png", "--sheet", "2x2"] + Self.options, in: workspace.folder)
    #expect(sheet.status == 0, "\(sheet.error)")
    #expect(try Data(contentsOf: workspace.url("b.png")) != Data(contentsOf: workspace.url("a.png")))
  }

  @Test("A picture that is not drawn is named in a warning")
  func images() async throws {
    let workspace = try Workspace()
    let cast = Self.cast + "\n[9.5, \"o\", \"\\u001b_Ga=T,t=f,f=100;AAAA\\u001b\\\\after\"]\n"
    try Data(cast.utf8).write(to: workspace.url("a.cast"))
    let result = try await workspace.capture("a.cast", "-o", "a.txt", "-o", "a.gif", "--fps", "4", "--size", "160x120")
    #expect(result.status == 0 && result.error.contains("warning: a kitty picture is in a file: it is not drawn\n"))
    #expect(try String(contentsOf: workspace.url("a.txt"), encoding: .utf8).contains("doneafter\n"))
  }

  @Test("A beginning after the end is refused")
  func order() async throws {
    let workspace = try Workspace()
    try Data(Self.cast.utf8).write(to: workspace.url("a.cast"))
    let result = try await CaptureProcess.run(
      ["terminal", "a.cast", "--from", "10"] + Self.options, in: workspace.folder)
    #expect(result.status == 64 && result.error.contains("before the end of the film, at 9.00 s"), "\(result.error)")
  }

  @Test(
    "A typescript is filmed with either timing format, in its recorded size",
    .enabled(if: CaptureProcess.find("script") != nil, "needs script of util-linux"))
  func typescript() async throws {
    let workspace = try Workspace()
    let script = try #require(CaptureProcess.find("script"))
    let program = #"printf '\033[41mred\033[m \351\233\252\n'; printf 'end\n'"#
    for (name, form) in [("a", "classic"), ("b", "advanced")] {
      let made = try await CaptureProcess.run(
        executable: script,
        ["-q", "-O", name, "-T", "\(name).tm", "--logging-format", form, "-c", program], in: workspace.folder)
      try #require(made.status == 0, "\(made.error)")
      let film = try await CaptureProcess.run(
        ["terminal", name, "--timing", "\(name).tm", "--speed", "100", "--hold", "0.25", "-o", "\(name).film/"]
          + Self.options, in: workspace.folder)
      #expect(film.status == 0, "\(film.error)")
    }
    // The duration differs, but the last screen does not.
    func last(_ folder: String) throws -> Data {
      let names = try FileManager.default.contentsOfDirectory(atPath: workspace.url(folder).path).sorted()
      return try Data(contentsOf: workspace.url("\(folder)/\(try #require(names.last { $0.hasSuffix(".png") }))"))
    }
    #expect(try last("a.film") == last("b.film"))
    let alone = try await workspace.capture("terminal", "a", "-o", "x.mp4")
    #expect(alone.status == 65 && alone.error.contains("its timing"), "\(alone.error)")
    let swapped = try await workspace.capture("terminal", "a.tm", "--timing", "a", "-o", "x.mp4")
    #expect(swapped.status == 65 && swapped.error.contains("cannot read a: line 1"), "\(swapped.error)")
  }

  @Test("Markers are chapters of the film")
  func chapters() async throws {
    let workspace = try Workspace()
    let cast = Self.cast + "\n[9.5, \"m\", \"The end\"]\n[10, \"o\", \"\"]\n"
    try Data(cast.utf8).write(to: workspace.url("a.cast"))
    let film = try await CaptureProcess.run(
      ["a.cast", "-o", "a.mp4", "--speed", "2"] + Self.options, in: workspace.folder)
    try #require(film.status == 0, "\(film.error)")
    let told = try await CaptureProcess.run(
      executable: try #require(CaptureProcess.find("ffprobe")),
      ["-v", "error", "-show_entries", "chapter=start_time:chapter_tags=title", "-of", "csv=p=0", "a.mp4"],
      in: workspace.folder)
    #expect(String(decoding: told.output, as: UTF8.self) == "0.000000,Start\n4.750000,The end\n")
  }

  @Test("Keys, colours from a file, a size and window options change the picture, and a still shows the same")
  func looks() async throws {
    let workspace = try Workspace()
    let cast = Self.cast + "\n[9.1, \"i\", \"q\"]\n"
    try Data(cast.utf8).write(to: workspace.url("a.cast"))
    let names = ["black", "red", "green", "yellow", "blue", "purple", "cyan", "white"]
    let colors = (names + ["background", "foreground"]).map { "\"\($0)\": \"#40\($0.count)0\($0.count)0\"" }
    try Data("{\(colors.joined(separator: ", "))}".utf8).write(to: workspace.url("theme.json"))
    var green = Bitmap(width: 4, height: 3)
    try green.draw { $0.fill(Rect(x: 0, y: 0, width: 4, height: 3), with: .color(.green)) }
    try Data(green.pngData()).write(to: workspace.url("shot.png"))
    var pictures: Set<Data> = []
    let changes = [
      [], ["--keys"], ["--theme-file", "theme.json"], ["--cols", "30"], ["--rows", "9"], ["--margin", "0"],
      ["--padding", "40"], ["--radius", "60"], ["--no-shadow"], ["--background", "red,blue"], ["--background", "red"],
      ["--window-bar", "colorful-right"], ["--window-bar", "rings"], ["--window-bar", "rings-right"],
      ["--window-bar", "none"], ["--bar-size", "60"], ["--fill-margin"], ["--letter-spacing", "0.3"],
      ["--background-image", "shot.png"], ["--loop-offset", "40%"], ["--hold", "2.3", "--cursor-blink"],
      ["--theme", "Tokyo Night"], ["--zoom-region", "1:1-2:4"], ["--zoom-text", "done"],
      ["--zoom-region", "1:1-2:4", "--zoom-from", "10"], ["--zoom-text", "done", "--zoom-factor", "1.5"],
      ["--highlight", "done"], ["--highlight-region", "1:2-3:4"],
    ]
    for change in changes {
      let film = try await CaptureProcess.run(
        ["terminal", "a.cast", "-o", "a.mp4", "--poster", "a.png", "--recipe", "a.json", "--force"] + change
          + Self.options, in: workspace.folder)
      try #require(film.status == 0, "\(change): \(film.error)")
      let picture = try Data(contentsOf: workspace.url("a.png"))
      pictures.insert(picture)
      let still = try await workspace.capture("still", "a.json", "-o", "-")
      #expect(still.output == picture, "\(change): \(still.error)")
    }
    #expect(pictures.count == changes.count)
    let still = try await workspace.capture("still", "a.cast", "--at", "9.05", "-o", "b.png")
    #expect(still.status == 0 && still.error.contains("1280x720, frame 271 of"), "\(still.error)")
  }

  @Test(
    "Impossible options are refused in one line",
    arguments: [
      ("--keys", 64, "a recording with keys"), ("--cols 0", 64, "from 1 to 1000"),
      ("--rows 5000", 64, "from 1 to 1000"),
      ("--theme-file no.json", 66, "no.json"), ("--theme-file a.cast", 65, "the theme has no"),
      ("--background red,bluish", 64, "bluish"), ("--padding -1", 64, "from 0 to 720"),
      ("--window-bar ring", 64, "did you mean rings?"), ("--loop-offset 140%", 64, "from 0% to 100%"),
      ("--background-image no.png", 66, "no.png"), ("--background-image a.cast", 65, "a.cast"),
      ("--theme dracla", 64, "did you mean dracula?"), ("--theme TokyoNite", 64, "did you mean tokyo-night?"),
      ("--zoom-region 3:1-2:4", 64, "3:1-5:40"), ("--zoom-text a --zoom-factor 9", 64, "from 1 to 8"),
      ("--zoom-text a --zoom-region 1:1-2:2", 64, "leave out"),
      ("--zoom-text a --zoom-from 3 --zoom-until 2", 64, "at 3"),
      ("--timing no.tm", 66, "no.tm"), ("--timing -  --theme-file -", 64, "standard input can be read only once"),
    ])
  func refused(options: String, status: Int32, message: String) async throws {
    let workspace = try Workspace()
    try Data(Self.cast.utf8).write(to: workspace.url("a.cast"))
    let result = try await CaptureProcess.run(
      ["terminal", "a.cast"] + options.split(separator: " ").map(String.init) + Self.options, in: workspace.folder)
    #expect(result.status == status && result.error.contains(message), "\(result.error)")
    #expect(try workspace.files == ["a.cast"])
  }
}
