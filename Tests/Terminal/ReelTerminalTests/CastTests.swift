import ReelImages
import ReelTestSupport
import Testing

@testable import ReelTerminal

/// Reading and timing of terminal recordings.
@Suite("A recording") struct CastTests {
  private func cast(_ text: String) throws(CastError) -> Cast { try Cast(Array(text.utf8)) }

  private static let second = """
    {"version": 2, "width": 40, "height": 5, "title": "Démo", "idle_time_limit": 1.5,
     "theme": {"fg": "#ffffff", "bg": "#102030", "palette": "#000000:#ff0000:#00ff00:#ffff00:#0000ff:#ff00ff:#00ffff:#eeeeee"}}
    [0.25, "o", "a\\u001b[1m\\r\\n"]
    [0.5, "i", "q"]
    [1, "r", "50x6"]
    [2.5, "m", "end"]
    [3, "x", "0"]
    """

  @Test("The program's exit code is kept, known or not", arguments: [nil, 0, 3, 137])
  func exitCode(code: Int?) throws {
    var cast = Cast(columns: 20, rows: 4, events: [.init(1, .output("a"))])
    (cast.duration, cast.exitCode) = (2.5, code)
    #expect(try Cast(Array(cast.text.utf8)) == cast)
    let third = "{\"version\": 3, \"term\": {\"cols\": 20, \"rows\": 4}}\n[1, \"o\", \"a\"]\n"
    let end = code.map { "[1.5, \"x\", \"\($0)\"]\n" } ?? ""
    #expect(try Cast(Array((third + end).utf8)).exitCode == code)
  }

  @Test("Versions 1, 2 and 3 of a session read the same")
  func versions() throws {
    var first = try cast(#"{"version": 1, "width": 9, "height": 3, "duration": 4, "stdout": [[0.5, "a"], [1.5, "b"]]}"#)
    let second = try cast(
      "{\"version\": 2, \"width\": 9, \"height\": 3}\n[0.5, \"o\", \"a\"]\n[2, \"o\", \"b\"]\n[4, \"x\", \"0\"]\n")
    let third = try cast(
      "{\"version\": 3, \"term\": {\"cols\": 9, \"rows\": 3}}\n# a comment\n[0.5, \"o\", \"a\"]\n[1.5, \"o\", \"b\"]\n[2, \"x\", \"0\"]"
    )
    // Version 1 has no exit code.
    #expect(first.exitCode == nil)
    first.exitCode = 0
    #expect(first == second && second == third)
    #expect(first.duration == 4 && first.events.map(\.time) == [0.5, 2])
  }

  @Test("Its header and events are read, and written back unchanged")
  func whole() throws {
    let cast = try cast(Self.second)
    #expect((cast.columns, cast.rows, cast.title, cast.idleLimit) == (40, 5, "Démo", 1.5))
    #expect(cast.theme?.background.description == "#102030" && cast.theme?.colors.count == 16)
    #expect(
      cast.events.map(\.event) == [
        .output("a\u{1B}[1m\r\n"), .input("q"), .resize(columns: 50, rows: 6), .marker("end"),
      ])
    #expect(cast.duration == 3)
    #expect(try Cast(Array(cast.text.utf8)) == cast)
  }

  @Test("Gzipped, it reads the same")
  func packed() throws {
    // `printf '{"version":2,"width":9,"height":3}\n[1,"o","hi"]\n' | gzip -9n`
    let bytes: [UInt8] = CastTests.gzip
    #expect(Cast.recognizes(bytes))
    #expect(try Cast(bytes).events.map(\.event) == [.output("hi")])
    #expect(throws: CastError.self) { try Cast(Array(bytes.dropLast(12))) }
  }

  @Test("A recording with an incomplete last line plays up to it, and times never go back")
  func torn() throws {
    let head = "{\"version\": 2, \"width\": 9, \"height\": 3}\n[1, \"o\", \"a\"]\n"
    #expect(try cast(head + "[2, \"o\", \"b").events.count == 1)
    #expect(try cast(head + "[0.5, \"o\", \"b\"]\n").events.map(\.time) == [1, 1])
    #expect(try cast(head + "[2, \"o\", \"\\ud83d\\ude00 \\ud83d\"]").events[1].event == .output("😀 \u{FFFD}"))
    #expect(try cast("{\"version\": 2, \"width\": 0, \"height\": 0}").columns == 80)
  }

  @Test(
    "A file that is not a recording is refused with the line",
    arguments: [
      ("", "neither an asciicast"), ("[]", "neither an asciicast"), (#"{"a": 1}"#, "neither an asciicast"),
      (#"{"version": 9}"#, "its version is 9"),
      (#"{"version": 2}"#, "number of columns"), (#"{"version": 2, "width": 5000, "height": 2}"#, "5000 columns"),
      (#"{"version": 2, "width": 1e99, "height": 2}"#, "number of columns"),
      (
        "{\"version\": 2, \"width\": 9, \"height\": 2}\n[1, \"o\", \"a\"]\n{}\n[2, \"o\", \"b\"]\n",
        "line 3: expected a time"
      ),
      (
        "{\"version\": 2, \"width\": 9, \"height\": 2}\n[1, \"o\n[2, \"o\", \"b\"]\n",
        "line 2: expected the end of the text"
      ),
      ("{\"version\": 2, \"width\": 9, \"height\": 2}\n[1, \"r\", \"0x0\"]\n", "line 2: the terminal has 0 columns"),
      ("{\"version\": 2, \"width\": 9, \"height\": 2}\n[1e300, \"o\", \"\"]\n", "is longer than"),
      (#"{"version": 1, "width": 9, "height": 2}"#, "a list called stdout"),
      (#"{"version": 1, "width": 9, "height": 2, "stdout": [[1]]}"#, "item 1 of stdout"),
      (String(repeating: "[", count: 100_000), "neither an asciicast"),
    ])
  func faults(text: String, message: String) {
    do throws(CastError) {
      let cast = try cast(text)
      Issue.record("\(cast)")
    } catch {
      #expect("\(error)".contains(message), "\(error)")
    }
  }

  @Test("Pauses can be cut, time can run faster, and the film can show a part")
  func timing() throws {
    let events = [0.0, 1, 11, 12].map { Cast.TimedEvent($0, .output("x")) }
    var cast = Cast(events: events)
    cast.duration = 20
    var replay = TerminalReplay()
    #expect(CastTiming(cast, replay).times == [0, 1, 11, 12] && CastTiming(cast, replay).duration == 20)
    replay.idleLimit = 2
    #expect(CastTiming(cast, replay).times == [0, 1, 3, 4] && CastTiming(cast, replay).duration == 6)
    replay.speed = 2
    #expect(CastTiming(cast, replay).times == [0, 0.5, 1.5, 2] && CastTiming(cast, replay).duration == 3)
    (replay.from, replay.to) = (10.5, 11.5)
    #expect(CastTiming(cast, replay).times == [0, 0, 0.25] && CastTiming(cast, replay).duration == 0.5)
    (replay, cast.idleLimit) = (TerminalReplay(), 5)
    #expect(CastTiming(cast, replay).times == [0, 1, 6, 7])
  }

  @Test("Any moment can be shown in any order, with the same result")
  func player() throws {
    var random = Seeded()
    var events: [Cast.TimedEvent] = []
    for number in 0..<3000 {
      let text =
        "\u{1B}[\(number % 8 + 30)m\(number) " + String(repeating: "·", count: Int.random(in: 0...400, using: &random))
      events.append(
        Cast.TimedEvent(
          Double(number) / 10, number % 500 == 7 ? .resize(columns: 30 + number / 100, rows: 9) : .output(text)))
    }
    let cast = Cast(columns: 40, rows: 8, events: events)
    let timing = CastTiming(cast, TerminalReplay())
    var player = CastPlayer(cast, timing)
    for _ in 0..<12 {
      let time = random.double(0...300)
      var fresh = CastPlayer(cast, timing)
      fresh.show(time)
      player.show(time)
      #expect(TerminalTests.text(player.terminal) == TerminalTests.text(fresh.terminal), "\(time), \(random)")
    }
  }

  @Test("A hundred thousand events, and as many rows in one, are read and shown")
  func large() throws {
    var text = "{\"version\": 2, \"width\": 80, \"height\": 24}\n"
    for number in 0..<100_000 { text += "[\(Double(number) / 100), \"o\", \"\\u001b[3\(number % 8)mx\"]\n" }
    text += "[2000, \"o\", \"" + String(repeating: "0123456789abcdef\\r\\n", count: 50_000) + "end\"]\n"
    let cast = try cast(text)
    var player = CastPlayer(cast, CastTiming(cast, TerminalReplay()))
    player.show(3000)
    #expect(player.terminal.text(ofRow: 23) == "end" && player.terminal.historyCount == 10_000)
  }

  @Test("A size that changes constantly costs the history, not hours")
  func hostile() throws {
    var cast = Cast(columns: 200, rows: 50)
    let line = String(repeating: "x", count: 199) + "\r\n"
    cast.events = (0..<5000).map { .init(Double($0), .output(line)) }
    for number in 0..<200 {
      cast.events.append(.init(20_000 + Double(number), .resize(columns: 100 + number % 2 * 100, rows: 50)))
      cast.events.append(.init(20_000 + Double(number), .output("y")))
    }
    cast.duration = 25_000
    var player = CastPlayer(cast, CastTiming(cast, TerminalReplay()))
    player.show(30_000)
    // The history is wrapped again some twenty times, and then it is gone.
    #expect(player.terminal.screen.reflowedCount > TerminalScreen.reflowLimit && player.terminal.historyCount < 500)
    #expect(player.terminal.screen.reflowedCount < 2 * TerminalScreen.reflowLimit)
    let many = String(repeating: "[1, \"r\", \"9x9\"]\n", count: 10_001)
    #expect { try self.cast("{\"version\": 2, \"width\": 9, \"height\": 2}\n" + many) } throws: {
      "\($0)".contains("resizes the terminal more than 10000 times")
    }
  }

  private static let gzip: [UInt8] = [
    0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0xAB, 0x56, 0x2A, 0x4B, 0x2D, 0x2A, 0xCE, 0xCC,
    0xCF, 0x53, 0xB2, 0x32, 0xD2, 0x51, 0x2A, 0xCF, 0x4C, 0x29, 0xC9, 0x50, 0xB2, 0xB2, 0xD4, 0x51, 0xCA, 0x48,
    0xCD, 0x4C, 0xCF, 0x28, 0x51, 0xB2, 0x32, 0xAE, 0xE5, 0x8A, 0x36, 0xD4, 0x51, 0xCA, 0x57, 0x02, 0x0A, 0x65,
    0x2A, 0xC5, 0x72, 0x01, 0x00, 0xF0, 0x83, 0x48, 0x9F, 0x30, 0x00, 0x00, 0x00,
  ]
}
