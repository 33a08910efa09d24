import ReelFiles
import ReelGeometry
import ReelPlatform
import Testing

@testable import ReelInk

@Suite("Bad ink files")
struct InkErrorTests {
  static let errors: [(String, String)] = [
    ("", "bad: the file is empty"),
    (" \n\t", "bad: the file contains only white space"),
    (
      "hello",
      "bad: not in a supported format; capture help trace lists the formats"
    ),
    (#"{"drawing":[[[1,2],[3,4]"#, "bad:1:25: expected , or ] in the array, found the end of the file"),
    (#"{"drawing":[[[1,2],[3]]]}"#, "bad:1:13: expected equally many x, y and t in stroke 0, found 2, 1"),
    (#"{"drawing":[[[1],[3],[4,5]]]}"#, "bad:1:13: expected equally many x, y and t in stroke 0, found 1, 1, 2"),
    (#"{"drawing":[[[1],["a"]]]}"#, "bad:1:13: expected arrays of x, y and perhaps t in stroke 0, counted from 0"),
    (#"{"drawing":7}"#, "bad:1:1: expected a drawing: an array of strokes"),
    (#"{"drawing":[[[NaN],[3]]]}"#, "bad:1:15: expected a value, found “NaN],[3]]]}”"),
    (#"{"drawing":[[[1e400],[3]]]}"#, "bad:1:15: expected a number that fits in 64 bits, found “1e400],[3]]]}”"),
    (#"{"drawing":[[[1e308],[3]]]}"#, "bad:1:13: expected coordinates between -1e9 and 1e9, found (1e+308, 3.0)"),
    (
      #"{"drawing":[[[1],[3],[99999999999999999999]]]}"#,
      "bad:1:13: expected a time between -1e15 and 1e15 milliseconds, found 1e+20"
    ),
    (#"{"drawing":[]}"#, "bad: found no strokes or paths to trace (Quick, Draw!)"),
    (#"[{"a":1}"#, "bad:1:9: expected , or ] in the array, found the end of the file"),
    (#"{"x":[1,2],"y":[1]}"#, "bad:1:1: expected columns as long as x, which has 2, found one of 1"),
    (#"{"x":[1,2],"why":[1]}"#, "bad:1:1: expected an array of events, or arrays of numbers named x and y"),
    (#"[{"x":1}]"#, "bad: expected numbers x and y in event 0, counted from 0"),
    ("<ink>\n<trace>1 2,\n3 x</trace></ink>", "bad:2:1: expected a number, found “x” in point 2 of the trace"),
    ("<ink>\n<trace>1 2,3</trace></ink>", "bad:2:1: expected 2 values or more, found 1 in point 2 of the trace"),
    ("<ink><trace>1 2,,3 4</trace></ink>", "bad:1:6: expected values, found none in point 2 of the trace"),
    ("<ink><trace>1 2</trace>", "bad:1:24: expected </ink>, found the end of the file"),
    (
      "<ink><trace>1e200 2, '1e308 2, 5 5</trace></ink>",
      "bad:1:6: expected coordinates between -1e9 and 1e9, found (1e+200, 2.0)"
    ),
    (
      "<ink><traceFormat><channel name='X'/></traceFormat><trace>1</trace></ink>",
      "bad:1:52: expected a trace format with the channels X and Y"
    ),
    ("<a>\r\n<b>\r</a>", "bad:3:4: expected </b>, found </a>"),
    ("<a>&b\n;</a>", "bad:1:4: expected a character or one of XML's five entities, found &b ;"),
    ("<html/>", "bad: not in a supported format; capture help trace lists the formats"),
    (
      "<svg><rect/><text>a</text><path d=''/></svg>",
      "bad: found no strokes or paths to trace (SVG paths; 1 <text> left out: only shapes are read)"
    ),
    (
      #"{"format":"reel-trace","version":2,"canvas":[1,1]}"#,
      "bad:1: this is version 2 of the format, but this Reel reads only up to version 1: use a newer Reel"
    ),
    (
      #"{"format":"reel-trace","version":1,"canvas":"A4"}"#,
      "bad:1: \"canvas\" in the header has a value of the wrong type"
    ),
    (
      "<svg><path d='M0 0L1e9 1e10'/></svg>",
      "bad:1:6: expected a path between -1e9 and 1e9, found one that reaches 10000000000.0"
    ),
    (".PEN_DOWN\n1 2 3\n1 x 3", "bad:3:3: expected a number, found “x 3”"),
    (".COORD X Y\n.PEN_DOWN\n1 2 3", "bad:3:5: expected 2 numbers (X Y), found 1"),
    (".COORD Z\n.PEN_DOWN", "bad:1:1: expected X and Y after .COORD, found Z"),
    (".POINTS_PER_SECOND 0\n.PEN_DOWN", "bad:1:1: expected a number between 1e-6 and 1e6 after .POINTS_PER_SECOND"),
    ("WORD a\nNUMSTROKES 1\nPOINTS 2 # 1 2 3", "bad:3:17: expected two numbers, found the end of the file"),
    ("WORD a\nNUMSTROKES 1\nPOINTS 2 # 1 2", "bad:3:1: expected 2 points as POINTS says, found 1"),
    ("WORD a\nNUMSTROKES 2\nPOINTS 1 # 1 2", "bad: expected as many POINTS as NUMSTROKES says, found 1 fewer"),
    (
      "WORD a\nNUMSTROKES 99999999999999999999\nPOINTS",
      "bad:2:1: expected a number of strokes up to 10000 after NUMSTROKES"
    ),
    (
      #"{"format":"reel-trace","version":1,"canvas":[1,1]}"# + "\n[1,\"began\",1]",
      "bad:2: [1,\"began\",1] is not an event: expected [milliseconds, \"began\"|\"moved\"|\"ended\"|\"cancelled\", x, y, touch]"
    ),
  ]

  @Test("Errors are one line with the file, the position and the expectation", arguments: errors)
  func oneLine(text: String, description: String) {
    let error = #expect(throws: FormatError.self) { try InkFile.read(Array(text.utf8), name: "bad") }
    #expect(error?.description == description)
  }

  @Test("Binary data and unsupported encodings are identified in the error")
  func encodings() {
    let cases: [([UInt8], String)] = [
      ([0x89, 0x50, 0x4E, 0x47, 0, 1], "bad: expected text, found binary data"),
      ([0xFF, 0xFE, 0, 0, 0x3C], "bad: expected text in UTF-8 or UTF-16, found UTF-32"),
      ([0xFF, 0xFE, 0x3C], "bad: expected UTF-16, found half a character at the end"),
      (Array("<ink>\n<a>".utf8) + [0xC3, 0x28], "bad:2:4: expected text in UTF-8, found the byte 195"),
      (Array("<a>".utf8) + [0xED, 0xA0, 0x80], "bad:1:4: expected text in UTF-8, found the byte 237"),
      (
        Array("<?xml encoding='Shift_JIS'?><ink/>".utf8),
        "bad:1: expected the encoding UTF-8, UTF-16 or ISO-8859-1, found SHIFT_JIS"
      ),
      (
        // Version 0, and 200 bytes behind their number.
        [0, 0xC8, 0x01] + Array(repeating: 7, count: 200),
        "bad: expected text, found Ink Serialized Format (ISF), which is not supported: save it as InkML"
      ),
      (
        Array("PK\u{3}\u{4}".utf8) + Array(repeating: 0, count: 40),
        "bad: is a damaged ZIP archive: copy it again"
      ),
      (InkSamples.gzipped(Array("hello".utf8)).dropLast(4), "bad: its gzip data is cut off: copy the file again"),
      (InkSamples.gzipped(Array("hello".utf8)).dropLast(1) + [9], "bad: its gzip data is damaged"),
      (InkSamples.gzipped(InkSamples.gzipped(Array("hello".utf8))), "bad: expected text, found binary data"),
    ]
    for (bytes, description) in cases {
      let error = #expect(throws: FormatError.self) { try InkFile.read(bytes, name: "bad") }
      #expect(error?.description == description)
    }
  }

  @Test("An unreadable file or a folder is refused with the system's reason")
  func files() {
    let missing = #expect(throws: FormatError.self) {
      try InkFile.read(contentsOf: URL(fileURLWithPath: "/no/such/file"))
    }
    #expect(missing?.description == "/no/such/file: no such file; check its name")
    let folder = #expect(throws: FormatError.self) { try InkFile.read(contentsOf: URL(fileURLWithPath: "/")) }
    #expect(folder?.description.contains("directory") == true)
  }

  @Test("Nesting has a limit, and a hundred thousand levels are just an error")
  func nesting() {
    let deep = 100_000
    let texts = [
      String(repeating: "[", count: deep) + "\"x\"",
      String(repeating: "{\"drawing\":", count: deep),
      "<ink>" + String(repeating: "<traceGroup>", count: deep),
      "<svg>" + String(repeating: "<g transform='scale(2)'>", count: deep) + "<path d='M0 0L1 1'/>",
    ]
    for text in texts {
      let error = #expect(throws: FormatError.self) { try InkFile.read(Array(text.utf8), name: "deep") }
      let what = text.hasPrefix("<") ? "nested elements" : "levels of nested arrays and objects"
      #expect(error?.reason.contains("\(what), found more") == true)
    }
  }

  @Test("Every format has a limit of points")
  func pointLimit() {
    for (text, options) in InkSamples.all {
      var narrow = options
      narrow.pointLimit = 1
      // One point, or a path of two steps: more than one anyway, but for the second drawing of UJI.
      let error = #expect(throws: FormatError.self) { try InkSamples.read(text, narrow) }
      #expect(error?.reason.contains("expected at most 1 ") == true, "\(text.prefix(40))")
    }
  }

  @Test("Far more points than allowed are refused before they fill the memory")
  func tooMany() {
    let options = InkOptions(pointLimit: 1000)
    let numbers = String(repeating: "1,", count: 100_000)
    let texts = [
      ("{\"drawing\":[[[\(numbers)1],[1]]]}", "expected at most 1000 points, found more"),
      (
        "<ink><trace>\(String(repeating: "1 1,", count: 100_000))1 1</trace></ink>",
        "expected at most 1000 points, found more"
      ),
      (
        "<svg><path d='M0 0\(String(repeating: "1 1 ", count: 100_000))'/></svg>",
        "expected at most 1000 points, found more"
      ),
      (".PEN_DOWN\n" + String(repeating: "1 1 1\n", count: 100_000), "expected at most 1000 points, found more"),
    ]
    for (text, reason) in texts {
      let error = #expect(throws: FormatError.self) { try InkSamples.read(text, options) }
      #expect(error?.reason == reason)
    }
  }
}
