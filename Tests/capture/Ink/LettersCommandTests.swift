import Foundation
import Reel
import ReelInk
import Testing

@Suite("Traces of letters") struct LettersCommandTests {
  @Test("--letters needs no recorded data, and the same seed gives the same session")
  func letters() async throws {
    let workspace = try Workspace()
    for (seed, name) in [("5", "a.jsonl"), ("5", "b.jsonl"), ("6", "c.jsonl")] {
      let result = try await workspace.capture("trace", "--letters", "Aa", "--seed", seed, "--export", name)
      #expect(result.status == 0, "\(result.error)")
    }
    let sessions = try ["a.jsonl", "b.jsonl", "c.jsonl"].map { try Data(contentsOf: workspace.url($0)) }
    #expect(sessions[0] == sessions[1])
    #expect(sessions[0] != sessions[2])
    let session = try TraceSession(contentsOf: workspace.url("a.jsonl"))
    #expect(session.header.name == "Aa")
    #expect(try TraceScore(session).isComplete)
  }

  @Test("The hand is neat by default, with no red lines; a child's has some", arguments: [1, 2, 3])
  func hand(seed: Int) async throws {
    let workspace = try Workspace()
    func score(_ options: String...) async throws -> TraceScore {
      let arguments =
        ["trace", "--letters", "Grüße, Ωραία!", "--seed", "\(seed)", "--export", "a.jsonl", "-q"] + options
      let result = try await CaptureProcess.run(arguments, in: workspace.folder)
      #expect(result.status == 0, "\(result.error)")
      return try TraceScore(TraceSession(contentsOf: workspace.url("a.jsonl")))
    }
    let neat = try await score()
    #expect(neat.isComplete && neat.shareInside == 1)
    let child = try await score("--hand", "child")
    #expect(child.isComplete && child.shareInside < 1)
  }

  @Test(
    "One or two letters get a square and the default corridor; a text gets a wide canvas, and everything shrinks with its letters"
  )
  func canvases() async throws {
    let workspace = try Workspace()
    func header(_ arguments: String...) async throws -> TraceSession.Header {
      let result = try await CaptureProcess.run(
        ["trace", "--export", "a.jsonl", "-q", "--letters"] + arguments, in: workspace.folder)
      #expect(result.status == 0, "\(result.error)")
      return try TraceSession(contentsOf: workspace.url("a.jsonl")).header
    }
    for text in ["A", "Aa", "ß"] {
      let short = try await header(text)
      #expect(short.canvas == Size(width: 720, height: 720) && short.maxDistance == 24, "\(text)")
    }
    let word = try await header("Reel")
    #expect(word.canvas == Size(width: 1280, height: 720) && word.maxDistance == 24)
    let text = "Der schnelle braune Fuchs springt über den faulen Hund und schläft dann."
    let long = try await header(text)
    #expect(long.canvas == Size(width: 1280, height: 720) && long.maxDistance > 4 && long.maxDistance < 8)
    let tall = try await header(text, "--size", "1080x1920")
    #expect(tall.canvas == Size(width: 720, height: 1280) && tall.maxDistance > 4 && tall.maxDistance < 8)
  }

  @Test("--alphabet chooses school letters, joined ones, those of a file, and the characters of a folder")
  func alphabets() async throws {
    let workspace = try Workspace()
    try "i 12 M0 35V62C0 68 4 70 8 70".write(to: workspace.url("mine.txt"), atomically: true, encoding: .utf8)
    try FileManager.default.createDirectory(at: workspace.url("kanji"), withIntermediateDirectories: false)
    try """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 109 109"><g kvg:element="一"><path d="M12,50c30,4 60,2 85,-4"/></g></svg>
    """.write(to: workspace.url("kanji/04e00.svg"), atomically: true, encoding: .utf8)
    for (alphabet, text, count) in [
      ("print", "im", 3), ("school", "im", 3), ("joined", "im", 2), ("mine.txt", "im", 2), ("kanji", "一m", 2),
    ] {
      let result = try await workspace.capture(
        "trace", "--letters", text, "--alphabet", alphabet, "--export", "\(alphabet).jsonl")
      #expect(result.status == 0, "\(alphabet): \(result.error)")
      let session = try TraceSession(contentsOf: workspace.url("\(alphabet).jsonl"))
      #expect(session.header.expected.count == count, "\(alphabet)")
      #expect(try TraceScore(session).isComplete)
    }
  }

  @Test("Stills that AV1 encodes in MP4 don't end the encoder")
  func stillsInAV1() async throws {
    let workspace = try Workspace()
    let result = try await workspace.capture(
      "trace", "--letters", "Reel", "--size", "320x180", "--codec", "av1", "-o", "a.mp4")
    #expect(result.status == 0, "\(result.error)")
    let recorded = try #require(result.error.firstMatch(of: /a\.mp4: ([0-9]+) frames/)?.1)
    let reader = try MovieReader(url: workspace.url("a.mp4"))
    var count = 0
    while try reader.nextFrame() != nil { count += 1 }
    #expect("\(count)" == recorded && count > 100)
  }

  @Test("An alphabet that is not there is 66, with the names of those that are")
  func noAlphabet() async throws {
    let workspace = try Workspace()
    let result = try await CaptureProcess.run(
      ["trace", "--letters", "A", "--alphabet", "cursive"], in: workspace.folder)
    #expect(result.status == 66)
    #expect(
      result.error
        == "capture: cursive: no such file; name a file, a folder or one of print, school, joined\n", "\(result.error)")
    #expect(try workspace.files.isEmpty)
  }

  @Test(
    "Letters that cannot be traced are refused in one line",
    arguments: [
      (["trace"], "--letters"),
      (["trace", "--letters", "A日"], "the built-in letters have no “日”: name an SVG font that has it with --font"),
      (["trace", "--letters", "日"], "--font"), (["trace", "--letters", "A", "--hand", "7"], "neat"),
      (["trace", "--letters", "日", "--alphabet", "."], "“日” is neither in . nor among the built-in letters"),
      (["trace", "--alphabet", "joined"], "--letters"),
    ])
  func refused(arguments: [String], mentions: String) async throws {
    let workspace = try Workspace()
    let result = try await CaptureProcess.run(arguments, in: workspace.folder)
    #expect(result.status == 64 && result.errorLines.count == 1, "\(result.error)")
    #expect(result.error.contains(mentions), "\(result.error)")
    #expect(try workspace.files.isEmpty)
  }
}
