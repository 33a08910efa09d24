import Foundation
import Reel
import ReelTestSupport
import Testing

@Suite("Traces of ink in other formats") struct TracedInkTests {
  @Test("A font's letters come first, and built-in ones where it has none")
  func font() async throws {
    let workspace = try Workspace()
    let font = #"<svg><font horiz-adv-x="500"><glyph unicode="H" d="M0 0V700M400 0V700M0 350H400"/></font></svg>"#
    try Data(font.utf8).write(to: workspace.url("font.svg"))
    let result = try await workspace.capture(
      "trace", "--letters", "Hä", "--font", "font.svg", "--export", "a.jsonl", "-q")
    #expect(result.status == 0, "\(result.error)")
    let header = try TraceSession(contentsOf: workspace.url("a.jsonl")).header
    #expect(header.expected.count == 6)
  }

  @Test("Ink in another format is filmed, and --expect gives it paths")
  func otherFormats() async throws {
    let workspace = try Workspace()
    let ink = #"{"word":"line","drawing":[[[0,50,100],[0,0,0],[0,400,800]]]}"#
    try Data(ink.utf8).write(to: workspace.url("ink.ndjson"))
    let paths = #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path d="M0 5H10"/></svg>"#
    try Data(paths.utf8).write(to: workspace.url("paths.svg"))
    let plain = try await workspace.capture("trace", "ink.ndjson", "--export", "plain.jsonl")
    #expect(plain.status == 0, "\(plain.error)")
    #expect(try TraceSession(contentsOf: workspace.url("plain.jsonl")).header.expected.isEmpty)
    let judged = try await workspace.capture("trace", "ink.ndjson", "--expect", "paths.svg", "--score")
    #expect(judged.status == 0, "\(judged.error)")
    #expect(String(decoding: judged.output, as: UTF8.self).contains("\"isComplete\" : true"))
    let traced = try await workspace.capture("trace", "paths.svg", "--frames-nothing")
    #expect(traced.status == 64)
    let film = try await workspace.capture("trace", "paths.svg", "--fps", "5", "-q", "-o", "hand.mp4")
    #expect(film.status == 0, "\(film.error)")
    #expect(try MovieReader(url: workspace.url("hand.mp4")).nextFrame() != nil)
  }

  @Test("Ink and sessions are also read from standard input, gzipped or not")
  func standardInput() async throws {
    let workspace = try Workspace()
    let shell = URL(fileURLWithPath: "/bin/sh")
    func trace(_ input: String, _ options: String) async throws -> CaptureProcess {
      try await CaptureProcess.run(
        executable: shell, ["-c", "\(input) | \"$0\" trace - \(options)", CaptureProcess.executable.path],
        in: workspace.folder)
    }
    try Data(#"{"drawing":[[[0,50],[0,9],[0,400]]]}"#.utf8).write(to: workspace.url("ink.ndjson"))
    for (input, name) in [("cat ink.ndjson", "a.jsonl"), ("gzip -c ink.ndjson", "b.jsonl")] {
      let result = try await trace(input, "--export \(name)")
      #expect(result.status == 0, "\(result.error)")
    }
    #expect(try Data(contentsOf: workspace.url("a.jsonl")) == Data(contentsOf: workspace.url("b.jsonl")))
    let session = try await trace("cat a.jsonl", "--export c.jsonl -q")
    #expect(session.status == 0, "\(session.error)")
    #expect(try TraceSession(contentsOf: workspace.url("c.jsonl")).events.count == 3)
    let broken = try await trace("echo '{\"drawing\":'", "--export d.jsonl")
    #expect(broken.status == 65 && broken.error.contains("standard input:"), "\(broken.error)")
    let twice = try await trace("cat ink.ndjson", "--expect -")
    #expect(twice.status == 64 && twice.error.contains("only once"), "\(twice.error)")
  }

  @Test("Ink determines the shape of its canvas unless the film has one, and --flip-y flips it")
  func ownShape() async throws {
    let workspace = try Workspace()
    let stroke = ".PEN_DOWN\n0 0 0\n10 20 50\n.PEN_UP\n"
    try Data((stroke + stroke).utf8).write(to: workspace.url("ink.dat"))
    func session(_ options: String...) async throws -> (TraceSession, String) {
      let result = try await CaptureProcess.run(
        ["trace", "ink.dat", "--export", "out.jsonl"] + options, in: workspace.folder)
      #expect(result.status == 0, "\(result.error)")
      return (try TraceSession(contentsOf: workspace.url("out.jsonl")), result.error)
    }
    let (own, advice) = try await session()
    #expect(own.header.canvas == Size(width: 720, height: 1296))
    #expect(own.events[0].point.y > own.events[1].point.y)
    #expect(advice.contains("ink.dat: it looks upside down; try --flip-y\n"), "\(advice)")
    let (flipped, silence) = try await session("--flip-y")
    #expect(flipped.events[0].point.y < flipped.events[1].point.y && !silence.contains("upside"), "\(silence)")
    #expect(try await session("--size", "square").0.header.canvas == Size(width: 720, height: 720))
  }

  @Test("Close paths get a narrower corridor, and a recorded session keeps its own")
  func closePaths() async throws {
    let workspace = try Workspace()
    let rows = (0..<15).map { "<path d='M0 \($0 * 40)L576 \($0 * 40)'/>" }.joined()
    try Data("<svg>\(rows)</svg>".utf8).write(to: workspace.url("rows.svg"))
    func distance(_ arguments: String...) async throws -> Double {
      let result = try await CaptureProcess.run(
        ["trace", "--export", "out.jsonl", "--force"] + arguments, in: workspace.folder)
      #expect(result.status == 0, "\(result.error)")
      return try TraceSession(contentsOf: workspace.url("out.jsonl")).header.maxDistance
    }
    let narrow = try await distance("rows.svg")
    #expect(narrow >= 12 && narrow < 20)
    #expect(try await distance("--expect", "rows.svg") == narrow)
    #expect(try await distance("rows.svg", "--max-distance", "24") == 24)
    let recorded = #"{"format":"reel-trace","version":1,"canvas":[720,720],"maxDistance":23,"expected":["M0 0L9 9"]}"#
    try Data("\(recorded)\n[0,\"began\",1,1,0]\n[9,\"ended\",2,2,0]\n".utf8).write(to: workspace.url("own.jsonl"))
    #expect(try await distance("own.jsonl", "--expect", "rows.svg") == 23)
  }

  @Test("Untraceable paths are an error of their file, or of the option if that alone is the cause")
  func untraceable() async throws {
    let workspace = try Workspace()
    // Across the canvas and back, sixty thousand times: more than a million waypoints.
    let path = "M0 0" + (0..<60_000).map { "L\($0 % 2 == 0 ? 1000 : 0) \($0 % 1000)" }.joined()
    try Data("<svg><path d='\(path)'/></svg>".utf8).write(to: workspace.url("long.svg"))
    let file = try await workspace.capture("trace", "long.svg", "--score")
    #expect(file.status == 65 && file.errorLines.count == 1, "\(file.error)")
    #expect(file.error.contains("long.svg") && file.error.contains("can't be traced"), "\(file.error)")
    try Data("<svg><path d='M0 0L9 9'/></svg>".utf8).write(to: workspace.url("short.svg"))
    let both = try await workspace.capture("trace", "short.svg", "--max-distance", "0.1", "--expect", "long.svg")
    #expect(both.status == 65 && both.errorLines.count == 1, "\(both.error)")
    // At the usual distance these lines need some hundred thousand waypoints.
    let fine = "M0 0" + (0..<2000).map { "L\($0 % 2 == 0 ? 1000 : 0) \($0)" }.joined()
    try Data("<svg><path d='\(fine)'/></svg>".utf8).write(to: workspace.url("fine.svg"))
    let option = try await workspace.capture("trace", "fine.svg", "--max-distance", "0.1", "--score")
    #expect(option.status == 64 && option.errorLines.count == 1, "\(option.error)")
    #expect(option.error.contains("a larger distance"), "\(option.error)")
  }

  @Test("A missing font is named, and nothing is written")
  func missingFont() async throws {
    let workspace = try Workspace()
    let result = try await workspace.capture("trace", "--letters", "A", "--font", "missing.svg")
    #expect(
      result.status == 66 && result.errorLines.count == 1 && result.error.contains("missing.svg"), "\(result.error)")
    #expect(try workspace.files.isEmpty)
  }
}
