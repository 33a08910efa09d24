import Testing

@testable import ReelTerminal

/// Recordings other than asciicasts: ttyrecs and typescripts.
@Suite("Another recording") struct OtherRecordingsTests {
  /// A record of a ttyrec.
  private static func record(_ seconds: UInt32, _ micro: UInt32, _ bytes: [UInt8]) -> [UInt8] {
    [seconds, micro, UInt32(bytes.count)].flatMap { number in (0..<4).map { UInt8(number >> (8 * $0) & 255) } } + bytes
  }

  private static let records = [
    record(1_700_000_000, 250_000, Array("a\u{1B}[1m".utf8)),
    // One character split over two records, and one over three.
    record(1_700_000_000, 750_000, [0xC3]), record(1_700_000_001, 250_000, [0xA9, 0xE4]),
    record(1_700_000_002, 0, [0xB8]), record(1_700_000_002, 250_000, [0x96, 0x78]),
    record(1_700_000_003, 250_000, [0xFF, 0xE2, 0x82]),
  ]

  @Test("A ttyrec is recognized and read, and split characters are joined")
  func ttyrec() throws {
    let bytes = Self.records.flatMap(\.self)
    #expect(Cast.recognizes(bytes) && Cast.recognizes(Array(bytes.prefix(60)), isBeginning: true))
    let cast = try Cast(bytes)
    #expect((cast.columns, cast.rows, cast.duration) == (80, 24, 3))
    #expect(cast.events.map(\.time) == [0, 0.5, 1, 1.75, 2, 3])
    let texts = cast.events.map { if case .output(let text) = $0.event { text } else { "" } }
    #expect(texts == ["a\u{1B}[1m", "", "é", "", "世x", "\u{FFFD}\u{FFFD}"])
    // Cut off within the last record, and a single record.
    #expect(try Cast(bytes.dropLast(2)).events.count == 5)
    #expect(try Cast(Self.records[0]).events.count == 1)
  }

  @Test(
    "Similar data is not a ttyrec",
    arguments: [
      // A length beyond the end, microseconds beyond a second, decreasing times, and a record with bytes left over.
      [0, 0, 0, 0, 0, 0, 0, 0, 9, 0, 0, 0, 65], [0, 0, 0, 0, 64, 66, 15, 0, 0, 0, 0, 0],
      record(9, 0, [65]) + record(8, 0, [65]), record(9, 0, [65]) + [1, 2, 3],
    ])
  func none(bytes: [UInt8]) {
    #expect(!Cast.recognizes(bytes))
    #expect(throws: CastError.self) { try Cast(bytes) }
  }

  @Test("A typescript is timed by pauses and byte counts")
  func typescript() throws {
    let script = Array(
      "Script started on 2026-11-23 [TERM=\"xterm\" COLUMNS=\"100\" LINES=\"30\"]\nhi\r\ncafé\r\nScript done\n".utf8)
    let cast = try Cast(typescript: script, timing: Array("0.5 4\n1.25 4\n0.25 3\n".utf8))
    #expect((cast.columns, cast.rows, cast.duration) == (100, 30, 2))
    #expect(cast.events == [.init(0.5, .output("hi\r\n")), .init(1.75, .output("caf")), .init(2, .output("é\r\n"))])
    // The script cut off before its end, and the timing within its last line.
    #expect(try Cast(typescript: Array(script.prefix(80)), timing: Array("0.5 4\n1.25 400\n0.".utf8)).events.count == 2)
  }

  @Test("The advanced timing has sizes, and input that is in the same file")
  func advanced() throws {
    let head = "H 0.000000 COLUMNS 90\nH 0.000000 LINES 20\nH 0.000000 OUTPUT_LOG io\n"
    let timing = "I 0.500000 2\nO 0.250000 3\nS 1.000000 SIGWINCH ROWS=10 COLS=70\nO 0.250000 1\nH 0.0 DURATION 2\n"
    let script = Array("Script started on 2026-11-23\nq\r[q]x".utf8)
    let cast = try Cast(typescript: script, timing: Array((head + "H 0.0 INPUT_LOG io\n" + timing).utf8))
    #expect((cast.columns, cast.rows) == (90, 20))
    #expect(
      cast.events == [
        .init(0.5, .input("q\r")), .init(0.75, .output("[q]")), .init(1.75, .resize(columns: 70, rows: 10)),
        .init(2, .output("x")),
      ])
    let apart = Array("Script started on 2026-11-23\n[q]x".utf8)
    let other = try Cast(typescript: apart, timing: Array((head + "H 0.0 INPUT_LOG in\n" + timing).utf8))
    #expect(other.events == Array(cast.events.dropFirst()))
  }

  @Test(
    "A wrong timing file is reported with the line",
    arguments: [
      ("0.5 4\nhello\n0.5 4\n", "line 2: expected a pause"), ("0.5 4\n-1 4\n", "line 2: expected a pause"),
      ("O 0.5 many\n", "line 1: expected a number of bytes, found many"), ("O 1e12 1\n", "is longer than"),
      ("{\"version\": 2}\n", "line 1: expected a pause"),
    ])
  func faults(timing: String, message: String) {
    do throws(CastError) {
      let cast = try Cast(typescript: Array("Script started\nhello".utf8), timing: Array(timing.utf8))
      Issue.record("\(cast)")
    } catch {
      #expect("\(error)".contains(message), "\(error)")
    }
  }

  @Test("A typescript without its timing is refused")
  func alone() {
    #expect { try Cast(Array("Script started on 2026-11-23\nhi".utf8)) } throws: { "\($0)".contains("its timing") }
  }

  @Test("A terminal with a given size keeps it")
  func sized() {
    var cast = Cast(columns: 80, rows: 24, events: [.init(1, .resize(columns: 50, rows: 10)), .init(2, .output("x"))])
    cast.title = "kept"
    #expect(cast.sized(columns: nil, rows: nil) == cast)
    let wide = cast.sized(columns: 120, rows: nil)
    #expect((wide.columns, wide.rows, wide.title) == (120, 24, "kept"))
    #expect(wide.events[0].event == .resize(columns: 120, rows: 10) && wide.events[1] == cast.events[1])
  }
}
