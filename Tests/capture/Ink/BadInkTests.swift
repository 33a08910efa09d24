import Foundation
import ReelTestSupport
import Testing

/// Files of ink as they should not be: each ends the command with 65 and one line, and leaves no film.
@Suite("Bad ink on the command line")
struct BadInkTests {
  struct Bad: Sendable, CustomTestStringConvertible {
    var name: String
    var content: [UInt8]
    var mentions: String
    var testDescription: String { "\(name): \(mentions)" }

    init(_ name: String, _ text: String, _ mentions: String) {
      self.init(name, Array(text.utf8), mentions)
    }

    init(_ name: String, _ content: [UInt8], _ mentions: String) {
      (self.name, self.content, self.mentions) = (name, content, mentions)
    }
  }

  private static let svg = "<svg xmlns='http://www.w3.org/2000/svg'><path d='M0 0L10 10'/></svg>"

  static let files: [Bad] = [
    Bad("empty.svg", "", "is empty"), Bad("space.svg", " \n\t ", "white space"),
    Bad("png.svg", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13], "a picture"),
    Bad("note.uim", Array("RIFF".utf8) + [0x34, 0xC1, 0, 0] + Array("UINKHEAD".utf8), "ink of Wacom"),
    Bad("clip.avi", Array("RIFF".utf8) + [0x34, 0xC1, 0, 0] + Array("AVI LIST".utf8), "a movie"),
    Bad("page.rm", "reMarkable .lines file, version=6          ", "a reMarkable notebook"),
    Bad("zeros.svg", Array(repeating: 0, count: 200), "binary data"),
    Bad("cut.svg", String(svg.prefix(30)), "end of the file"),
    Bad("html.svg", "<html><body/></html>", "not in a supported format"),
    Bad("nothing.svg", "<svg/>", "no strokes or paths"),
    Bad("metadata.svg", "<svg><metadata>drawn by hand</metadata></svg>", "no strokes or paths"),
    Bad("shapes.svg", "<svg><text>a</text></svg>", "1 <text> left out"),
    Bad("data.svg", "<svg><path d='hello'/></svg>", "invalid data at byte 1"),
    Bad("move.svg", "<svg><path d='M5 5'/></svg>", "no strokes or paths"),
    Bad("hidden.svg", "<svg><path display='none' d='M0 0L1 1'/></svg>", "no strokes or paths"),
    Bad("entity.svg", "<!DOCTYPE svg [<!ENTITY a 'M0 0L1 1'>]><svg><path d='&a;'/></svg>", "entities"),
    Bad("twice.svg", "<svg><path d='M0 0' d='M1 1'/></svg>", "d twice"),
    Bad("open.svg", "<svg><path d='M0 0L1 1'>", "</path>"),
    Bad("crossed.svg", "<svg><g></svg></g>", "</g>"),
    Bad("two.svg", "<svg/><svg/>", "first element"),
    Bad("text.svg", "drawn <svg/>", "not in a supported format"),
    Bad("deep.svg", "<svg>" + String(repeating: "<g>", count: 50_000), "nested elements"),
    Bad("far.svg", "<svg><path d='M0 0L1e10 0'/></svg>", "between -1e9 and 1e9"),
    Bad("scaled.svg", "<svg><g transform='scale(1e200)'><path d='M0 0L1 1'/></g></svg>", "between -1e9 and 1e9"),
    Bad("utf32.svg", [0xFF, 0xFE, 0, 0, 0x3C, 0, 0, 0], "UTF-32"),
    Bad("utf16.svg", [0xFF, 0xFE, 0x3C, 0, 0x73], "half a character"),
    Bad("latin1.svg", Array(svg.utf8) + [0xE9], "UTF-8"),
    Bad("koi8.svg", "<?xml version='1.0' encoding='KOI8-R'?>" + svg, "KOI8-R"),
    Bad("gzip.svg.gz", [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 1, 2, 3], "gzip"),
    Bad("empty.inkml", "<ink/>", "no strokes or paths"),
    Bad("annotation.inkml", "<ink><annotation>me</annotation></ink>", "no strokes or paths"),
    Bad("hover.inkml", "<ink><trace type='penUp'>1 2,3 4</trace></ink>", "with the pen up"),
    Bad("nan.inkml", "<ink><trace>1 2,NaN 4</trace></ink>", "point 2"),
    Bad("huge.inkml", "<ink><trace>1 1e400</trace></ink>", "1e400"),
    Bad("thin.inkml", "<ink><trace>1,2</trace></ink>", "2 values or more"),
    Bad("deep.inkml", "<ink>" + String(repeating: "<traceGroup>", count: 50_000), "nested elements"),
    Bad("empty.dat", ".PEN_DOWN\n.PEN_UP\n", "no strokes or paths"),
    Bad("words.dat", ".PEN_DOWN\nhello world\n", "hello world"),
    Bad("columns.dat", ".COORD P Q\n.PEN_DOWN\n1 2\n", "X and Y after .COORD, found P Q"),
    Bad("array.json", "[]", "found no strokes"),
    Bad("object.json", "{}", "not in a supported format"),
    Bad("number.json", "42", "not in a supported format"),
    Bad("null.json", "null", "not in a supported format"),
    Bad("map.json", #"{"type":"FeatureCollection","features":[]}"#, "not in a supported format"),
    Bad("deep.json", String(repeating: "[", count: 50_000), "nested arrays and objects"),
    Bad("nan.json", #"{"drawing":[[[NaN],[1]]]}"#, "NaN"),
    Bad("huge.json", #"{"drawing":[[[1e999],[1]]]}"#, "1e999"),
    Bad("ragged.json", #"{"drawing":[[[1,2],[3]]]}"#, "found 2, 1"),
    Bad("long.json", #"{"drawing":[[[0,1],[0,1],[0,1e14]]]}"#, "more than a day"),
    Bad(
      "board.excalidraw", #"{"type":"excalidraw","elements":[{"type":"ellipse","x":1,"y":2}]}"#,
      "elements left out: 1"),
    Bad("page.tldr", #"{"tldrawFileFormatVersion":1,"records":[]}"#, "a page"),
    Bad("note.rnote", #"{"version":"0.9","data":{"engine_snapshot":{}}}"#, "stroke_components"),
    Bad("note.xopp", "<xournal><page><layer><stroke>1 2 3</stroke></layer></page></xournal>", "half a pair"),
    Bad("iam.xml", "<WhiteboardCaptureSession><Point x='a' y='1'/></WhiteboardCaptureSession>", "numbers x and y"),
    Bad("few.scgink", "SCG_INK\n2\n1\n5 6\n", "end of the file"),
    Bad("minus.scgink", "SCG_INK\n-1\n", "number of strokes"),
    Bad("uji.txt", "WORD a\nNUMSTROKES x\nPOINTS 1 # 1 2\n", "number of strokes"),
    Bad("header.jsonl", #"{"format":"reel-trace","version":1,"canvas":[0,1]}"#, "above 0"),
    Bad("version.jsonl", #"{"format":"reel-trace","version":7,"canvas":[1,1]}"#, "newer Reel"),
    Bad("event.jsonl", #"{"format":"reel-trace","version":1,"canvas":[9,9]}"# + "\n[0,1]\n", "is not an event"),
    Bad("silent.jsonl", #"{"format":"reel-trace","version":1,"canvas":[9,9]}"#, "no strokes or paths"),
    Bad(
      "narrow.jsonl",
      #"{"format":"reel-trace","version":1,"canvas":[9,9],"maxDistance":1e-9,"expected":["M0 0L9 9"]}"#,
      "can't be traced: a path is too long for a maximum distance"),
  ]

  @Test(
    "A file that is not ink ends the command with 65 and one line with the reason, and leaves no film", arguments: files
  )
  func refused(file: Bad) async throws {
    let workspace = try Workspace()
    try Data(file.content).write(to: workspace.url(file.name))
    let result = try await workspace.capture("trace", file.name, "-o", "film.mp4")
    #expect(result.status == 65 && result.errorLines.count == 1, "\(result.status): \(result.error)")
    #expect(result.error.contains(file.name) && result.error.contains(file.mentions), "\(result.error)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: workspace.folder.path) == [file.name])
  }

  @Test("So does such a file as --expect, as --font, or with --max-distance", arguments: files.prefix(8))
  func elsewhere(file: Bad) async throws {
    let workspace = try Workspace()
    try Data(file.content).write(to: workspace.url(file.name))
    for arguments in [
      ["--expect", file.name], ["--letters", "a", "--font", file.name], [file.name, "--max-distance", "5"],
    ] {
      let result = try await CaptureProcess.run(["trace", "--score"] + arguments, in: workspace.folder)
      #expect(result.status == 65 && result.errorLines.count == 1, "\(arguments): \(result.error)")
      #expect(result.error.hasPrefix("capture: \(file.name)"), "\(result.error)")
    }
  }
}
