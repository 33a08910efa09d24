import Foundation
import ReelTestSupport
import Testing

/// Films of programs on a real X server without a screen.
///
/// A run ends for these tests when the last process that has its output is gone, so nothing has to be waited for.
@Suite(
  "capture desktop",
  .enabled(if: CaptureProcess.find("Xvfb") != nil && CaptureProcess.find("xeyes") != nil, "no Xvfb or xeyes"))
struct DesktopTests {
  private let workspace: Workspace
  /// The variable that marks every process of this test, and the folder of their private files.
  private let environment: [String: String]

  init() throws {
    workspace = try Workspace()
    let folder = workspace.url("private")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    environment = ["TMPDIR": folder.path]
  }

  /// Films a shell script.
  private func film(_ options: [String], _ script: String, output: String = "a.mp4") async throws -> CaptureProcess {
    try await CaptureProcess.run(
      ["desktop", "--size", "320x200", "-o", output] + options + ["--", "sh", "-c", script], in: workspace.folder,
      environment: environment)
  }

  /// The processes that are left of this test.
  private var leftProcesses: [String] {
    let mark = Data("TMPDIR=\(workspace.url("private").path)".utf8)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.filter { name in
      guard Int(name) != nil, let variables = FileManager.default.contents(atPath: "/proc/\(name)/environ") else {
        return false
      }
      return variables.range(of: mark) != nil
    }
  }

  private func requireNothingLeft() throws {
    #expect(leftProcesses.isEmpty)
    #expect(try FileManager.default.contentsOfDirectory(atPath: workspace.url("private").path).isEmpty)
  }

  /// The colour of a pixel of a picture, or of a movie's last one, as red, green, blue.
  private func color(_ picture: String, x: Int, y: Int) async throws -> [UInt8] {
    try await colors(picture, x: x, y: y).last ?? []
  }

  /// The colours of a pixel in all pictures of a movie.
  private func colors(_ picture: String, x: Int, y: Int) async throws -> [[UInt8]] {
    let ffmpeg = try #require(CaptureProcess.find("ffmpeg"))
    let result = try await CaptureProcess.run(
      executable: ffmpeg,
      [
        "-v", "error", "-i", picture, "-vf", "format=rgb24,crop=1:1:\(x):\(y)", "-f", "rawvideo", "-pix_fmt", "rgb24",
        "-",
      ], in: workspace.folder)
    let bytes = Array(result.output)
    return stride(from: 0, to: bytes.count - 2, by: 3).map { Array(bytes[$0..<$0 + 3]) }
  }

  private func chapters(of film: String) async throws -> String {
    let ffprobe = try #require(CaptureProcess.find("ffprobe"))
    let result = try await CaptureProcess.run(
      executable: ffprobe, ["-v", "error", "-show_chapters", "-of", "compact", film], in: workspace.folder)
    return String(decoding: result.output, as: UTF8.self)
  }

  @Test("a window is filmed in the middle of the screen, until the screen is still")
  func window() async throws {
    let result = try await film(
      ["--until-still", "1s", "--codec", "ffv1", "--pixel-format", "bgra"],
      "xsetroot -solid '#0000ff'; exec xeyes -geometry 100x60", output: "a.mkv")
    #expect(result.status == 0, "\(result.error)")
    #expect(try await color("a.mkv", x: 5, y: 5) == [0, 0, 255])
    // Between the eyes there is the window's own colour, or the black of a line.
    let middle = try await color("a.mkv", x: 135, y: 100)
    #expect(middle != [0, 0, 255] && middle.count == 3)
    #expect(!result.error.contains("no window"))
    try requireNothingLeft()
  }

  @Test("the exit code is the program's, and a program without a window gets a hint")
  func exitCode() async throws {
    let result = try await film([], "echo out; echo err >&2; exit 3")
    #expect(result.status == 3)
    #expect(String(decoding: result.output, as: UTF8.self) == "out\n")
    #expect(result.error.contains("err\n"))
    #expect(result.error.contains("--headed"))
    #expect(FileManager.default.fileExists(atPath: workspace.url("a.mp4").path))
    try requireNothingLeft()
  }

  @Test("a program that a signal ends has the exit code of shells")
  func killedProgram() async throws {
    #expect(try await film(["-q"], "kill -KILL $$").status == 137)
    try requireNothingLeft()
  }

  @Test("without Xvfb nothing starts, and the error names its package")
  func missingServer() async throws {
    let result = try await CaptureProcess.run(
      ["desktop", "-o", "a.mp4", "--", "/bin/sh", "-c", "echo run"], in: workspace.folder,
      environment: ["PATH": workspace.folder.path])
    #expect(result.status == 69)
    #expect(result.error.contains("apt-get install xvfb"))
    #expect(result.output.isEmpty)
    #expect(try workspace.files == ["private"])
  }

  @Test("a program that is not installed is refused before anything starts")
  func missingProgram() async throws {
    let result = try await CaptureProcess.run(
      ["desktop", "-o", "a.mp4", "--", "no-such-program"], in: workspace.folder, environment: environment)
    #expect(result.status == 69)
    #expect(result.error.contains("no-such-program"))
    try requireNothingLeft()
  }

  @Test("--keep failure keeps the film of a program that failed, and leaves an older film alone otherwise")
  func keep() async throws {
    #expect(try await film(["--keep", "failure", "-q"], "exit 1").status == 1)
    let film = try Data(contentsOf: workspace.url("a.mp4"))
    #expect(try await self.film(["--keep", "failure", "-q"], "exit 0").status == 0)
    #expect(try Data(contentsOf: workspace.url("a.mp4")) == film)
    #expect(try workspace.files == ["a.mp4", "private"])
  }

  @Test("lines in the file of REEL_MARKS become chapters, and other lines are ignored")
  func marks() async throws {
    let result = try await film(
      ["--until-still", "1s", "-q"],
      """
      echo '{"kind": "chapter", "text": "Sign in"}' >> "$REEL_MARKS"
      echo 'no JSON' >> "$REEL_MARKS"
      head -c 100000 /dev/zero | tr '\\0' x >> "$REEL_MARKS"
      echo >> "$REEL_MARKS"
      echo '{"text": "Pay", "kind": "chapter"}' >> "$REEL_MARKS"
      exec xeyes
      """)
    #expect(result.status == 0, "\(result.error)")
    let chapters = try await chapters(of: "a.mp4")
    #expect(chapters.contains("Pay"))
    #expect(!chapters.contains("JSON"))
    try requireNothingLeft()
  }

  @Test("after a kill of the supervisor everything is ended, and the film is whole")
  func killedSupervisor() async throws {
    let result = try await film([], "kill -KILL $PPID; exec xeyes")
    #expect(result.status == 70)
    #expect(result.error.contains("supervises"))
    #expect(FileManager.default.fileExists(atPath: workspace.url("a.mp4").path))
    try requireNothingLeft()
  }

  @Test("after a kill of Xvfb the film is whole")
  func killedServer() async throws {
    let result = try await film([], "pkill -KILL -P $PPID Xvfb; exec sleep 100")
    #expect(result.status == 70)
    #expect(result.error.contains("X server"))
    #expect(FileManager.default.fileExists(atPath: workspace.url("a.mp4").path))
    try requireNothingLeft()
  }

  @Test("after a kill of capture nothing runs any more")
  func killedCapture() async throws {
    let result = try await film([], "kill -KILL $(ps -o ppid= -p $PPID); exec xeyes")
    #expect(result.status != 0)
    // The supervisor has none of the output; it still cleans up.
    let tail = try #require(CaptureProcess.find("tail"))
    for process in leftProcesses {
      _ = try await CaptureProcess.run(
        executable: tail, ["--pid=\(process)", "-f", "/dev/null"], in: workspace.folder)
    }
    try requireNothingLeft()
  }

  @Test("what a program leaves running is ended with the film")
  func leftBehind() async throws {
    let result = try await film(["-q"], "(trap '' TERM; setsid sleep 100) & (setsid setsid sleep 100 &) ; exit 0")
    #expect(result.status == 0)
    try requireNothingLeft()
  }

  @Test("a program may change the size of its screen")
  func otherSize() async throws {
    let result = try await film(
      ["--until-still", "1s", "--codec", "ffv1", "--pixel-format", "bgra", "-q"],
      """
      xsetroot -solid '#0000ff'
      xrandr --newmode small 1 160 161 162 163 100 101 102 103 && xrandr --addmode screen small &&
      xrandr --output screen --mode small && exec xeyes -geometry 50x30
      """, output: "a.mkv")
    #expect(result.status == 0, "\(result.error)")
    #expect(try await color("a.mkv", x: 5, y: 5) == [0, 0, 255])
    #expect(try await color("a.mkv", x: 300, y: 190) == [0, 0, 0])
    try requireNothingLeft()
  }

  @Test("eight films at once have displays of their own")
  func many() async throws {
    let codes = try await withThrowingTaskGroup(of: Int32.self) { group in
      for number in 0..<8 {
        group.addTask {
          try await film(["-q", "--fps", "5"], "exec sh -c 'exit \(number)'", output: "\(number).mp4").status
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(codes.sorted() == Array(0..<8))
    try requireNothingLeft()
  }

  @Test("--artifacts keeps film, last picture and log of a run that fails, and nothing of another")
  func artifacts() async throws {
    func run(_ script: String) async throws -> CaptureProcess {
      try await CaptureProcess.run(
        ["desktop", "--size", "320x200", "--artifacts", "kept", "--", "sh", "-c", script], in: workspace.folder,
        environment: environment)
    }
    #expect(try await run("echo out; echo err >&2").status == 0)
    #expect(try workspace.files == ["private"])
    let result = try await run("echo out; echo err >&2; exit 3")
    #expect(result.status == 3)
    #expect(String(decoding: result.output, as: UTF8.self) == "out\n")
    #expect(result.error.contains("err\n"))
    let runs = try FileManager.default.contentsOfDirectory(atPath: workspace.url("kept").path)
    let name = try #require(runs.count == 1 ? runs.first : nil)
    #expect(result.error.contains("kept/\(name)"))
    let folder = workspace.url("kept/\(name)")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == [
        "film.mp4", "log.txt", "screen.png",
      ])
    let log = try String(contentsOf: folder.appending(path: "log.txt"), encoding: .utf8)
    #expect(log.contains("out\n") && log.contains("err\n"))
    try requireNothingLeft()
  }

  /// Takes the screen for itself, for some seconds.
  private static let grab = """
    #include <stdlib.h>
    #include <unistd.h>
    #include <xcb/xcb.h>
    int main(int count, char **words) {
      xcb_connection_t *c = xcb_connect(0, 0);
      xcb_grab_server(c);
      free(xcb_get_input_focus_reply(c, xcb_get_input_focus(c), 0));
      sleep(atoi(words[1]));
      return 0;
    }
    """

  @Test(
    "a program that takes the screen for itself shortens no film, and outlives none",
    .enabled(if: CaptureProcess.find("cc") != nil, "needs a C compiler"),
    arguments: [("3", [], 30), ("3600", ["--seconds", "3"], 90)] as [(String, [String], Int)])
  func grabbed(seconds: String, options: [String], frames: Int) async throws {
    try Data(Self.grab.utf8).write(to: workspace.url("grab.c"))
    let cc = try #require(CaptureProcess.find("cc"))
    let made = try await CaptureProcess.run(
      executable: cc, ["grab.c", "-lxcb", "-o", "grab"], in: workspace.folder)
    try #require(made.status == 0, "\(made.error)")
    let result = try await film(options + ["--json"], "exec ./grab \(seconds)")
    #expect(result.status == 0, "\(result.error)")
    struct Summary: Decodable { var frames, missed: Int }
    let summary = try JSONDecoder().decode(Summary.self, from: result.output)
    // At 30 a second. A busy machine may take long to start the program.
    #expect(options.isEmpty ? summary.frames >= frames : summary.frames == frames)
    #expect(summary.missed > 20)
    try requireNothingLeft()
  }

  private static let threeChapters = """
    mark() { echo "{\\"kind\\": \\"$1\\", \\"text\\": \\"$2\\"}" >> "$REEL_MARKS"; }
    mark chapter 'First/one'; mark chapter second; mark failure no; mark chapter third
    """

  @Test("--split chapters makes a film of each chapter, also of one that is over at once")
  func split() async throws {
    let result = try await film(["--split", "chapters"], Self.threeChapters, output: "{n}-{chapter}.mp4")
    #expect(result.status == 0, "\(result.error)")
    let names = ["1-First-one.mp4", "2-second.mp4", "3-third.mp4"]
    #expect(try workspace.files == names + ["private"])
    for name in names { #expect(try await !colors(name, x: 5, y: 5).isEmpty) }
    // The first two are over before the next frame, and the summary is that of the chapters, not of the run.
    #expect(result.error.contains("1-First-one.mp4 (0.03 s), 2-second.mp4 (0.03 s), 3-third.mp4 ("), "\(result.error)")
    try requireNothingLeft()
  }

  @Test(
    "--split chapters --keep failure keeps the chapters that failed, or else the last of a program that failed",
    arguments: [
      (Self.threeChapters, 0, ["second.mp4"]), (Self.threeChapters + "\nexit 7", 7, ["second.mp4"]),
      ("for name in a b; do echo '{\"text\": \"'$name'\"}' >> $REEL_MARKS; done; exit 5", 5, ["b.mp4"]),
      ("echo '{\"text\": \"a\"}' >> $REEL_MARKS", 0, []),
    ] as [(String, Int32, [String])])
  func splitFailures(script: String, status: Int32, files: [String]) async throws {
    let result = try await film(
      ["--split", "chapters", "--keep", "failure"], script, output: "{chapter}.mp4")
    #expect(result.status == status, "\(result.error)")
    #expect(try workspace.files == (files + ["private"]).sorted())
    #expect(files.isEmpty == result.error.contains("no film was kept"))
    try requireNothingLeft()
  }

  @Test("--split chapters without a chapter says how to make one")
  func noChapters() async throws {
    let result = try await film(["--split", "chapters"], "exit 0", output: "{n}.mp4")
    #expect(result.status == 65)
    #expect(result.error.contains("REEL_MARKS"))
    try requireNothingLeft()
  }

  @Test("a film without a known length has a poster")
  func poster() async throws {
    let result = try await film(
      ["--poster", "a.png", "--until-still", "0.5s", "-q"], "xsetroot -solid '#0000ff'; exec xeyes")
    #expect(result.status == 0, "\(result.error)")
    #expect(try await color("a.png", x: 5, y: 195) == [0, 0, 255])
  }

  /// A line of a session's events.
  private struct Event: Decodable {
    var kind: String
    var text, file: String?
    var x, y: Double?
    var width: Int?
  }

  @Test(
    "clicks and keys that the screen receives are shown and written down, and the session's film is without them",
    .enabled(if: CaptureProcess.find("xdotool") != nil, "no xdotool"))
  func input() async throws {
    let result = try await film(
      ["--session", "session", "--keys", "--until-still", "3s", "-q"],
      """
      xsetroot -solid '#0000ff'; xeyes -geometry 60x40+250+150 &
      xdotool search --sync --onlyvisible --name xeyes
      xdotool mousemove 100 80 click 1 type 'aB ('; xdotool key ctrl+s; wait
      """)
    #expect(result.status == 0, "\(result.error)")
    let lines = try String(contentsOf: workspace.url("session/events.jsonl"), encoding: .utf8).split(separator: "\n")
    let events = try lines.map { try JSONDecoder().decode(Event.self, from: Data($0.utf8)) }
    #expect(events.first?.kind == "screen" && events.first?.width == 320)
    #expect(events.filter { $0.kind == "key" }.map(\.text) == ["a", "B", " ", "(", "Ctrl+S"])
    let clicks = events.filter { $0.kind == "click" }
    #expect(clicks.count == 1 && clicks[0].x == 100 && clicks[0].y == 80)
    #expect(events.contains { $0.kind == "focus" && $0.text == "xeyes" })
    #expect(events.contains { $0.kind == "pointer" && $0.x == 100 })
    let cursor = try #require(events.last { $0.kind == "cursor" }?.file)
    #expect(FileManager.default.fileExists(atPath: workspace.url("session/\(cursor)").path))
    let still = try await CaptureProcess.run(
      ["still", "session/screen.mp4", "-o", "end.png", "--json"], in: workspace.folder)
    let report = try #require(try JSONSerialization.jsonObject(with: still.output) as? [String: Any], "\(still.error)")
    let state = try #require(report["state"] as? [String: Any])
    #expect(state["window"] as? String == "xeyes" && state["size"] as? [Int] == [320, 200])
    #expect((state["pointer"] as? [String: Any])?["x"] as? Double == 100)
    // The label of the keys is in the film alone; the screen there is blue.
    func isBlue(_ color: [UInt8]) -> Bool { color[0] < 8 && color[1] < 8 && color[2] > 247 }
    let (film, screen) = (
      try await colors("a.mp4", x: 160, y: 162), try await colors("session/screen.mp4", x: 160, y: 162)
    )
    #expect(film.contains { !isBlue($0) && $0 != [0, 0, 0] } && film.count == screen.count && film.count > 30)
    #expect(screen.drop { !isBlue($0) }.allSatisfy(isBlue))
    try requireNothingLeft()
  }

  @Test("a session goes into a folder without one")
  func session() async throws {
    #expect(try await film(["--session", "s", "-q"], "exit 0").status == 0)
    let again = try await film(["--session", "s", "-q"], "exit 0", output: "b.mp4")
    #expect(again.status == 73)
    #expect(again.error.contains("s/events.jsonl"))
    try requireNothingLeft()
  }

  @Test(
    "a server that is killed before it reports its display leaves no socket",
    .enabled(if: CaptureProcess.find("python3") != nil, "no python3"))
  func earlyServer() async throws {
    // A number that no server takes by itself.
    let number = 5000 + Int(getpid()) % 20_000
    let programs = workspace.url("programs")
    try FileManager.default.createDirectory(at: programs, withIntermediateDirectories: true)
    let server = programs.appending(path: "Xvfb")
    try """
    #!/usr/bin/env python3
    import os, signal, socket
    socket.socket(socket.AF_UNIX).bind("/tmp/.X11-unix/X\(number)")
    os.kill(os.getpid(), signal.SIGKILL)
    """.write(to: server, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: server.path)
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let result = try await CaptureProcess.run(
      ["desktop", "-o", "a.mp4", "--", "true"], in: workspace.folder,
      environment: environment.merging(["PATH": "\(programs.path):\(path)"]) { $1 })
    #expect(result.status == 69)
    #expect(!FileManager.default.fileExists(atPath: "/tmp/.X11-unix/X\(number)"))
    try requireNothingLeft()
  }

  @Test("options that contradict each other are refused")
  func contradictions() async throws {
    for options in [
      [], ["--region", "8x8+0+0", "--window", "a", "--display", ":0"],
      ["--display", ":0", "--dpi", "96", "--", "true"],
      ["--window", "a", "--", "true"], ["--fps", "61", "--", "true"],
      ["--artifacts", "a", "-o", "b.mp4", "--", "true"], ["--artifacts", "a", "--display", ":0"],
      ["--split", "chapters", "-o", "a.mp4", "--", "true"], ["--keep", "failure", "--display", ":0"],
    ] {
      let result = try await CaptureProcess.run(["desktop"] + options, in: workspace.folder, environment: environment)
      #expect(result.status == 64, "\(options): \(result.error)")
    }
  }
}
