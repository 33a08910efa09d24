import Foundation
import ReelGeometry
import Testing

@testable import ReelTracing

@Suite("Sessions")
struct SessionTests {
  private func session() -> TraceSession {
    var header = TraceSession.Header(
      canvas: Size(width: 414, height: 896), expected: letterT, maxDistance: 20, rule: .inOrder, name: "T \"é\"\n\u{1}")
    header.expected.append(Path(circleAround: Point(x: 0.1, y: 1.0 / 3), radius: 7))
    return TraceSession(
      header: header,
      events: [
        TouchEvent(milliseconds: 0, phase: .began, point: Point(x: 70, y: 245.25), touch: 3),
        TouchEvent(milliseconds: 1.0 / 3, phase: .moved, point: Point(x: -1e-9, y: 1e20), touch: 3),
        TouchEvent(milliseconds: 1.0 / 3, phase: .cancelled, point: Point(x: 0.1, y: 2), touch: 3),
        TouchEvent(milliseconds: 1e9, phase: .ended, point: Point(x: 0.1, y: 2), touch: -4),
      ])
  }

  private func temporaryFile() -> URL {
    FileManager.default.temporaryDirectory.appendingPathComponent("reel-session-\(UUID()).jsonl")
  }

  @Test("A pipe is no session, and nobody waits for it")
  func pipe() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "reel-pipe-\(UUID())")
    #expect(mkfifo(url.path, 0o600) == 0)
    defer { unlink(url.path) }
    let error = #expect(throws: TraceSessionError.self) { try TraceSession(contentsOf: url) }
    #expect(error?.description.contains("cannot be read: it is a pipe") == true, "\(String(describing: error))")
  }

  @Test("A score in pieces is the text that is made of it at once", arguments: [0, 1, 999, 1000, 2001])
  func scoreText(strokes: Int) throws {
    let events = (0..<strokes).flatMap { index -> [TouchEvent] in
      let start = Double(index * 100 + (index % 7 == 0 ? index * 600 : 0))
      return [
        TouchEvent(milliseconds: start, phase: .began, point: Point(x: 70, y: 245), touch: index % 3),
        TouchEvent(
          milliseconds: start + 50, phase: .ended, point: Point(x: 70 + Double(index % 11) / 3, y: 250),
          touch: index % 3),
      ]
    }
    let score = try TraceScore(TraceSession(header: session().header, events: events))
    #expect(score.strokes.count == strokes && score.pauses.isEmpty == (strokes < 2))
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    var text = Data()
    try score.writeText { text += $0 }
    #expect(String(decoding: text, as: UTF8.self) == String(decoding: try encoder.encode(score), as: UTF8.self) + "\n")
  }

  @Test("A session that is written and read is the same, to the last bit")
  func roundTrip() throws {
    let url = temporaryFile()
    defer { try? FileManager.default.removeItem(at: url) }
    var session = session()
    session.others = [
      TraceSession.Other(text: #"[0.2,"pressure",0.5]"#, eventsBefore: 1),
      TraceSession.Other(text: "{}", eventsBefore: 4),
    ]
    try session.write(to: url)
    #expect(try TraceSession(contentsOf: url) == session)
    let text = try String(contentsOf: url, encoding: .utf8)
    #expect(text.split(separator: "\n").count == 7)
    #expect(text.contains("\n[0,\"began\",70,245.25,3]\n[0.2,\"pressure\",0.5]\n"))
    #expect(TraceSessionReader.recognizes(Array(text.utf8)))
  }

  @Test("The share that must be inside is kept, and only written where it is not the usual one")
  func minInside() throws {
    var session = session()
    #expect(session.header.minInside == 0.7)
    let text = String(decoding: try session.text(), as: UTF8.self)
    #expect(!text.contains("minInside"))
    session.header.minInside = 0.5
    #expect(try TraceSession(session.text()) == session)
    #expect(try session.header.tracer().minInside == 0.5)
    session.header.rule = .original
    #expect(try session.header.tracer().minInside == 0)
  }

  @Test("A writer that writes event by event makes the same file")
  func writer() throws {
    let (whole, streamed) = (temporaryFile(), temporaryFile())
    defer { for url in [whole, streamed] { try? FileManager.default.removeItem(at: url) } }
    let session = session()
    try session.write(to: whole)
    let writer = try TraceSessionWriter(to: streamed, header: session.header)
    try writer.append(session.events[0])
    try writer.flush()
    #expect(try TraceSession(contentsOf: streamed).events.count == 1)
    for event in session.events.dropFirst() { try writer.append(.touch(event)) }
    try writer.close()
    try writer.close()
    #expect(throws: TraceSessionError.self) { try writer.append(session.events[3]) }
    #expect(try Data(contentsOf: whole) == Data(contentsOf: streamed))
  }

  @Test("A long file is read piece by piece, with Windows line ends and a byte order mark, and without a last line end")
  func longFile() throws {
    let url = temporaryFile()
    defer { try? FileManager.default.removeItem(at: url) }
    var text = "\u{FEFF}{\"format\":\"reel-trace\",\"version\":1,\"canvas\":[10,20]}\r\n\r\n"
    for index in 0..<20_000 { text += "[ \(index) , \"moved\" ,\(index).5, 2e1,\(index % 3) ]\r\n" }
    text += #"[20000,"ended",0,0,0]"#
    try Data(text.utf8).write(to: url)
    let reader = try TraceSessionReader(contentsOf: url)
    #expect(reader.header == TraceSession.Header(canvas: Size(width: 10, height: 20)))
    var count = 0
    while let record = try reader.next() {
      guard case .touch(let event) = record else {
        Issue.record("\(record)")
        break
      }
      #expect(event.milliseconds == Double(count))
      if event.phase == .moved { #expect(event.point == Point(x: Double(count) + 0.5, y: 20)) }
      count += 1
    }
    #expect(count == 20_001)
  }

  @Test("Kinds of a later day are kept and stepped over")
  func unknownKinds() throws {
    let lines = [
      #"{"format":"reel-trace","version":1,"canvas":[1,1],"later":[1,{"a":2}]}"#, #"[5,"hover",1,2]"#, #"{"note":"x"}"#,
      #"[6,"began",1,2,0]"#, #"[7,"mo\u0076ed",1,2,0]"#,
    ]
    let session = try TraceSession(Array(lines.joined(separator: "\n").utf8))
    #expect(session.events.count == 1)
    #expect(session.others.map(\.text) == [lines[1], lines[2], lines[4]])
    #expect(session.others.map(\.eventsBefore) == [0, 0, 1])
  }

  @Test(
    "A wrong line is named by its number",
    arguments: [
      "[1,\"moved\",2,3,0", "[1,\"moved\",2,3]", "[1,\"moved\",2,3,0]x", "[1,\"moved\",nan,3,0]",
      "[1,\"moved\",2,1e999,0]",
      "[1,\"moved\",2,3,0.5]", "[\"moved\",1,2,3]", "[1,moved,2,3,0]", "moved", "[1,\"hover\",", "[1,\"hover",
      "{\"a\":}", "[]",
      "[+1,\"moved\",2,3,0]", "[1,\"moved\",2,3,0,9]", "[1,\"moved\",\"2\",3,0]", "\u{0}", "[-1,\"moved\",2,3,0]",
      String(repeating: "[", count: 100_000), "[1,\"x\"," + String(repeating: "[", count: 100_000),
    ])
  func wrongLines(line: String) throws {
    let text = "{\"format\":\"reel-trace\",\"version\":1,\"canvas\":[10,20]}\n[0,\"began\",0,0,0]\n" + line + "\n"
    let error = try #require(throws: TraceSessionError.self) { try TraceSession(Array(text.utf8), name: "a.jsonl") }
    #expect(error.line == 3)
    #expect(error.description.hasPrefix("a.jsonl:3: "))
    #expect(error.description.contains("expected"))
    #expect(!error.description.contains("\n") && error.description.utf8.count < 300)
  }

  @Test(
    "A wrong header is refused with a reason",
    arguments: [
      ("", "is empty"), ("\n \n", "is empty"), ("[1]", "the header"), ("hello", "not a JSON object"),
      ("{", "not a JSON object"),
      (#"{"version":1,"canvas":[1,1]}"#, "no \"format\""), (#"{"format":"x","version":1}"#, "the format is \"x\""),
      (#"{"format":"reel-trace","version":2,"canvas":[1,1]}"#, "version 2"),
      (#"{"format":"reel-trace","version":1}"#, "no \"canvas\""),
      (#"{"format":"reel-trace","version":1,"canvas":[1]}"#, "canvas"),
      (#"{"format":"reel-trace","version":1,"canvas":[0,1]}"#, "canvas"),
      (#"{"format":"reel-trace","version":1,"canvas":"big"}"#, "\"canvas\""),
      (
        #"{"format":"reel-trace","version":1,"canvas":[1,1],"rule":"x"}"#, "anywhere, strokeByStroke, inOrder, original"
      ),
      (#"{"format":"reel-trace","version":1,"canvas":[1,1],"maxDistance":0}"#, "maxDistance"),
      (#"{"format":"reel-trace","version":1,"canvas":[1,1],"minInside":75}"#, "minInside"),
      (#"{"format":"reel-trace","version":1,"canvas":[1,1],"expected":["M0 0","M0 0Lx"]}"#, "path 2"),
      (#"{"format":"reel-trace","version":1,"canvas":[1,1],"keyPoints":[[1]]}"#, "keyPoints"),
      ("\u{0}{", "UTF-8"),
    ])
  func wrongHeaders(header: String, reason: String) throws {
    let error = try #require(throws: TraceSessionError.self) { try TraceSession(Array(header.utf8)) }
    #expect(error.description.contains(reason), "\(error)")
    #expect(!error.description.contains("\n"))
  }

  @Test("A session cut off anywhere is read up to there or refused, and never crashes")
  func truncated() throws {
    let url = temporaryFile()
    defer { try? FileManager.default.removeItem(at: url) }
    try session().write(to: url)
    let bytes = [UInt8](try Data(contentsOf: url))
    var read = 0
    for count in 0..<bytes.count {
      do { read += try TraceSession(Array(bytes.prefix(count))).events.count } catch {}
    }
    #expect(read > 0)
  }

  @Test("What could not be read again is not written")
  func unwritable() throws {
    let url = temporaryFile()
    defer { try? FileManager.default.removeItem(at: url) }
    var session = session()
    session.events.swapAt(0, 3)
    #expect(throws: TraceSessionError.self) { try session.write(to: url) }
    session.events = [TouchEvent(milliseconds: 0, phase: .began, point: Point(x: .nan, y: 0))]
    #expect(throws: TraceSessionError.self) { try session.write(to: url) }
    session.header.canvas.width = .infinity
    #expect(throws: TraceSessionError.self) { try TraceSessionWriter(to: url, header: session.header) }
    #expect(!FileManager.default.fileExists(atPath: url.path))
    #expect(throws: TraceSessionError.self) { try TraceSession(contentsOf: url) }
    #expect(throws: TraceSessionError.self) {
      try TraceSessionWriter(to: URL(filePath: "/nowhere/at/all"), header: .init(canvas: Size(width: 1, height: 1)))
    }
  }

  @Test("The score of a T with a slip")
  func score() throws {
    let header = TraceSession.Header(canvas: Size(width: 414, height: 896), expected: letterT)
    func event(_ time: Double, _ phase: TouchEvent.Phase, _ x: Double, _ y: Double) -> TouchEvent {
      TouchEvent(milliseconds: time, phase: phase, point: Point(x: x, y: y))
    }
    let session = TraceSession(
      header: header,
      events: [
        event(100, .began, 70, 245), event(300, .moved, 350, 245), event(350, .ended, 350, 245),
        event(1350, .began, 205, 245), event(1400, .moved, 205, 645), event(2400, .moved, 305, 645),
        event(2500, .ended, 305, 645),
      ])
    let score = try TraceScore(session)
    #expect(score.isComplete && score.completedAtMilliseconds == 1400)
    #expect(score.length == 780)
    #expect(score.shareInside == 680.0 / 780)
    #expect(score.milliseconds == 2400)
    #expect(score.strokes.map(\.milliseconds) == [250, 1150])
    #expect(score.strokes.map(\.length) == [280, 500])
    #expect(score.strokes.map(\.shareInside) == [1, 0.8])
    #expect(score.pauses.map(\.startMilliseconds) == [300, 1400])
    #expect(score.pauses.map(\.milliseconds) == [1050, 1000])
    #expect(try JSONDecoder().decode(TraceScore.self, from: JSONEncoder().encode(score)) == score)
  }
}
