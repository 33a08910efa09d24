import ReelFormats
import ReelFiles
import ReelGeometry
import ReelTestSupport
import Testing

@testable import ReelInk

/// Readers of what notebooks, whiteboards and signature fields save.
@Suite("Readers of notes and drawings")
struct NoteReaderTests {
  /// Strokes as text: `x,y@t` for each point, rounded to thousandths.
  private func spelled(_ ink: Ink) -> [String] {
    func short(_ value: Double) -> String {
      let rounded = (value * 1000).rounded() / 1000
      return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
    }
    return ink.strokes.map { stroke in
      stroke.points.map { sample in
        "\(short(sample.point.x)),\(short(sample.point.y))" + (sample.milliseconds.map { "@\(short($0))" } ?? "")
      }.joined(separator: " ")
    }
  }

  private func read(_ text: String, _ options: InkOptions = InkOptions()) throws -> Ink {
    try InkSamples.read(text, options)
  }

  private static let madeUp = "the file has no times: a constant speed is assumed"

  @Test("Excalidraw: pen strokes at their position, rotated about their centre, without deleted ones")
  func excalidraw() throws {
    let ink = try read(InkSamples.excalidraw)
    #expect(ink.format == "Excalidraw")
    #expect(spelled(ink) == ["10,20 14,22", "106,-2 106,6 102,6"])
    #expect(ink.notes == ["elements left out: 1; only pen strokes, lines and arrows are read", Self.madeUp])
  }

  @Test("Excalidraw: lines and arrows are read, and rounded ones as the curves that they are drawn as")
  func excalidrawLines() throws {
    func read(_ rest: String) throws -> [String] {
      spelled(
        try self.read(#"{"type":"excalidraw","elements":[{"x":10,"y":0,"points":[[0,0],[10,0],[10,10]],\#(rest)}]}"#))
    }
    #expect(try read(#""type":"line","roundness":null"#) == ["10,0 20,0 20,10"])
    #expect(try read(#""type":"arrow","endArrowhead":"arrow""#) == ["10,0 20,0 20,10"])
    let curve = try read(#""type":"line","roundness":{"type":2}"#)[0].split(separator: " ")
    #expect(curve.count > 5 && curve.first == "10,0" && curve.contains("20,0") && curve.last == "20,10")
    #expect(throws: FormatError.self) { try read(#""type":"rectangle""#) }
  }

  @Test("AnimCJK: the medians of strokes are the paths to trace, once each, and not their outlines")
  func animCJK() throws {
    let ink = try read(InkSamples.animCJK)
    #expect(ink.format == "AnimCJK" && ink.name == "十" && ink.strokes.isEmpty)
    #expect(ink.expected == [Path(svg: "M10 50L90 50"), Path(svg: "M50 10L50 90")])
  }

  @Test("react-sketch-canvas: strokes without the eraser's, with times between those of their start and end")
  func sketchCanvas() throws {
    let ink = try read(InkSamples.sketchCanvas)
    #expect(ink.format == "react-sketch-canvas")
    #expect(spelled(ink) == ["1,2@1000 4,6@1050 4,11@1100", "7,7"])
    #expect(ink.notes == ["elements left out: 1; only pen strokes are read", Self.madeUp])
    let plain = try read(
      #"[{"paths":[{"x":1,"y":2},{"x":4,"y":6}],"drawMode":true,"startTimestamp":0,"endTimestamp":0}]"#)
    #expect(spelled(plain) == ["1,2 4,6"])
  }

  @Test("Xournal++: numbers with a decimal comma are read")
  func xournalComma() throws {
    let ink = try read("<xournal><page><layer><stroke>50,5 20 3,25 4</stroke></layer></page></xournal>")
    #expect(spelled(ink) == ["50.5,20 3.25,4"])
  }

  @Test("A signature that nobody drew is an empty list, and the error says so", arguments: ["[]", " [ [], [[]] ]\n"])
  func empty(text: String) {
    let error = #expect(throws: FormatError.self) { try read(text) }
    #expect(error?.reason == "found no strokes: the list is empty, as of a signature that nobody drew")
  }

  @Test("Formats that are known but not read are named, with what to do instead")
  func named() {
    let notebook = ZipMaker.archive([ZipMaker.File("a.content", "{}"), ZipMaker.File("a/0.rm", "x")])
    let will = ZipMaker.archive([
      ZipMaker.File("[Content_Types].xml", "<a/>"), ZipMaker.File("sections/media/strokes.protobuf", "x"),
    ])
    let cases: [([UInt8], String)] = [
      (Array("reMarkable .lines file, version=6          ".utf8) + [0, 1], "a reMarkable notebook"),
      (notebook, "a reMarkable notebook"), (will, "ink of Wacom"),
      (Array("RIFF".utf8) + [0x34, 0xC1, 0, 0] + Array("UINKHEAD".utf8), "ink of Wacom"),
      (Array("RIFF".utf8) + [0x6E, 0x2F, 0, 0] + Array("WILLHEAD".utf8), "ink of Wacom"),
      (Array("wrd".utf8) + [0xF0, 1, 0, 8, 0, 0x12, 0x10], "a drawing of Apple's PencilKit"),
    ]
    for (bytes, format) in cases {
      let error = #expect(throws: FormatError.self) { try InkFile.read(bytes, name: "note") }
      #expect(
        error?.reason.hasPrefix("expected text, found \(format), which is not supported: ") == true,
        "\(String(describing: error))")
    }
  }

  @Test("Excalidraw: one item of a library, in the old form too")
  func excalidrawLibrary() throws {
    let ink = try read(InkSamples.excalidrawLibrary, InkOptions(index: 1))
    #expect(ink.name == "second" && spelled(ink) == ["1,2 2,3"])
    let old = #"{"type":"excalidrawlib","library":[[{"type":"draw","x":1,"y":2,"points":[[0,0],[5,5]]}]]}"#
    #expect(spelled(try read(old)) == ["1,2 6,7"])
    let error = #expect(throws: FormatError.self) { try read(old, InkOptions(index: 1)) }
    #expect(error?.reason == "expected item of the library 1, found 1, counted from 0")
    let shapesFirst =
      #"{"type":"excalidrawlib","library":[[{"type":"line"}],[{"type":"freedraw","x":1,"y":2,"points":[[0,0],[5,5]]}]]}"#
    let first = try read(shapesFirst)
    #expect(spelled(first) == ["1,2 6,7"] && first.notes.first == "the library has 2 items; item 1 is read")
  }

  @Test("tldraw: strokes of its first version, rotated about their centre, in z-order")
  func tldrawFirst() throws {
    let text = #"""
      {"name":"New","fileHandle":null,"document":{"id":"doc","version":15.5,"pages":{
      "p2":{"id":"p2","name":"second","childIndex":2,"shapes":{
        "b":{"id":"b","type":"draw","childIndex":2,"point":[10,20],"rotation":0,"points":[[0,0,0.5],[1.5,2,0.5]]},
        "a":{"id":"a","type":"draw","childIndex":1,"point":[0,0],"rotation":3.141592653589793,"points":[[0,0,0.5],[4,2,0.5]]},
        "c":{"id":"c","type":"sticky","childIndex":3,"point":[0,0]}}},
      "p1":{"id":"p1","name":"first","childIndex":1,"shapes":{}}},"pageStates":{}}}
      """#
    let ink = try read(text)
    #expect(ink.format == "tldraw" && ink.name == "second" && spelled(ink) == ["4,2 0,0", "10,20 11.5,22"])
    #expect(ink.notes.first == "the file has 2 pages; “second” is read")
    #expect(ink.notes.contains("elements left out: 1; only pen strokes are read"))
    #expect(throws: FormatError.self) { try read(text, InkOptions(index: 0)) }
  }

  @Test("Xournal++: the ink is found in an archive with other files, and any archive of one file is unpacked")
  func archives() throws {
    let page = "<xournal><page><layer><stroke tool='pen'>1 2 3 4</stroke></layer></page></xournal>"
    let package = ZipMaker.archive([ZipMaker.File("META-INF/version", "4"), ZipMaker.File("content.xml", page)])
    #expect(spelled(try InkFile.read(package, name: "note.xopp")) == ["1,2 3,4"])
    #expect(spelled(try InkFile.read(ZipMaker.archive([ZipMaker.File("x", page)]), name: "x.zip")) == ["1,2 3,4"])
    let two = ZipMaker.archive([ZipMaker.File("a", page), ZipMaker.File("b", page)])
    let error = #expect(throws: FormatError.self) { try InkFile.read(two, name: "x.zip") }
    #expect(
      error?.reason
        == "expected one file, found a ZIP archive of several: unpack it, and name the file in it that holds the ink")
  }

  @Test(
    "tldraw: all three encodings of points, in groups, flipped, in z-order, on the first page with strokes"
  )
  func tldraw() throws {
    let ink = try read(InkSamples.tldraw)
    #expect(ink.format == "tldraw" && ink.name == "second")
    // The group turns by a quarter: x becomes y, and y becomes −x.
    #expect(spelled(ink) == ["1,2 4,6 4,6", "5,6 7,7.5 5,6", "80,30 78,32 77.5,26"])
    #expect(
      ink.notes == [
        "elements left out: 1; only pen strokes are read", "the file has 2 pages; “second” is read",
        Self.madeUp,
      ])
    #expect(try read(InkSamples.tldraw, InkOptions(index: 1)).strokes == ink.strokes)
    #expect(throws: FormatError.self) { try read(InkSamples.tldraw, InkOptions(index: 0)) }
    #expect(throws: FormatError.self) { try read(InkSamples.tldraw, InkOptions(index: 2)) }
  }

  @Test(
    "tldraw: groups that contain each other and invalid points are handled",
    arguments: [
      #"{"id":"shape:a","typeName":"shape","type":"draw","parentId":"shape:a","props":{"segments":[]}}"#,
      #"{"id":"shape:a","typeName":"shape","type":"draw","parentId":"page:p","props":{"segments":[{"path":"AAAA"}]}}"#,
      #"{"id":"shape:a","typeName":"shape","type":"draw","parentId":"page:p","props":{"segments":[{"points":"AHwAAAAA"}]}}"#,
      #"{"id":"shape:a","typeName":"shape","type":"draw","parentId":"page:p","props":{"segments":[{"points":"%"}]}}"#,
      #"{"id":"shape:a","typeName":"shape","type":"draw","parentId":"page:p","props":{"segments":[{"points":[1]}]}}"#,
    ])
  func tldrawDamage(shape: String) {
    let page = #"{"id":"page:p","typeName":"page"}"#
    #expect(throws: FormatError.self) { try read(#"{"tldrawFileFormatVersion":1,"records":[\#(page),\#(shape)]}"#) }
  }

  @Test("Rnote: strokes in drawing order, in the old and the new form, without deleted ones")
  func rnote() throws {
    let ink = try read(InkSamples.rnote)
    #expect(ink.format == "Rnote" && spelled(ink) == ["9,9", "1,2 3,4 3,4"])
    #expect(ink.notes == ["elements left out: 1; only pen strokes are read", Self.madeUp])
    let old = try read(InkSamples.rnoteOld)
    #expect(old.strokes.count == 1)
    #expect(spelled(old)[0].hasPrefix("1,1 2,2 ") && spelled(old)[0].hasSuffix(" 5,2"))
  }

  @Test("Hanzi Writer: medians are the paths to trace, and y is flipped")
  func hanziWriter() throws {
    let ink = try read(InkSamples.hanziWriter)
    #expect(ink.format == "Hanzi Writer" && ink.name == "十" && ink.strokes.isEmpty)
    #expect(ink.expected == [Path(svg: "M100 100L200 200"), Path(svg: "M150 0L150 1000")])
    #expect(try read(InkSamples.hanziWriter, InkOptions(index: 1)).name == "一")
    let error = #expect(throws: FormatError.self) { try read(InkSamples.hanziWriter, InkOptions(index: 2)) }
    #expect(error?.reason == "expected character 2, found 2, counted from 0")
  }

  @Test("signature_pad: both forms of toData(), with times")
  func signaturePad() throws {
    let ink = try read(InkSamples.signaturePad)
    #expect(ink.format == "signature_pad" && ink.hasTime)
    #expect(spelled(ink) == ["1,2@1000 3.5,4@1016", "9,9@1500"])
    let old = try read(InkSamples.signaturePadOld)
    #expect(old.format == "signature_pad" && spelled(old) == ["1,2@1000 3,4@1016", "9,9@1500"])
  }

  @Test("Xournal++: the first page with strokes, or the requested one; the eraser draws nothing")
  func xournal() throws {
    let ink = try read(InkSamples.xournal)
    #expect(ink.format == "Xournal++" && spelled(ink) == ["10.5,20 11,21 12,22", "5,6 7,8"])
    #expect(
      ink.notes == [
        "elements left out: 2; only pen strokes are read", "the file has 3 pages; page 1 is read",
        Self.madeUp,
      ])
    #expect(spelled(try read(InkSamples.xournal, InkOptions(index: 2))) == ["30,31 32,33"])
    let error = #expect(throws: FormatError.self) { try read(InkSamples.xournal, InkOptions(index: 3)) }
    #expect(error?.reason == "expected page 3, found 3, counted from 0")
  }

  @Test("IAM-OnDB: seconds become milliseconds")
  func iam() throws {
    let ink = try read(InkSamples.iam)
    #expect(ink.format == "IAM-OnDB" && spelled(ink) == ["10,20@769500 11,22@769750", "30,40@770000"])
  }

  @Test("SCG Ink: the declared number of strokes and points")
  func scg() throws {
    let ink = try read(InkSamples.scg)
    #expect(ink.format == "SCG Ink" && spelled(ink) == ["78,54 80,55.5 -1,57", "9,9"])
  }

  static let errors: [(String, String)] = [
    ("SCG_INK\n2\n1\n1 2", "sample:4:4: expected the number of points of a stroke, found the end of the file"),
    ("SCG_INK\n1\n1\n1 2\n7", "sample:5:1: expected no more strokes, found “7”"),
    ("SCG_INK\n1.5", "sample:2:1: expected the number of strokes, found “1.5”"),
    ("SCG_INK\n1\n1\n1 x", "sample:4:3: expected y of a point, found “x”"),
    (
      "<xournal><page><stroke>1 2 3</stroke></page></xournal>",
      "sample:1:16: expected pairs of x and y in the stroke, found half a pair"
    ),
    (
      "<xournal><page><stroke>1 2 x</stroke></page></xournal>",
      "sample:1:16: expected numbers in the stroke, found “x”"
    ),
    (
      "<WhiteboardCaptureSession><Stroke><Point x='1'/></Stroke></WhiteboardCaptureSession>",
      "sample:1:35: expected numbers x and y of the point"
    ),
    (#"[{"points":[{"x":1}]}]"#, "sample: expected numbers x and y for the points of stroke 0, counted from 0"),
    (#"[{"points":7}]"#, "sample: expected an array of points in stroke 0, counted from 0"),
    (#"{"strokes":[],"medians":7}"#, "sample:1:1: expected an array of medians"),
    (#"{"strokes":[],"medians":[[[1]]]}"#, "sample:1:1: expected pairs of numbers in median 0, counted from 0"),
    (
      #"{"type":"excalidraw","elements":[{"type":"freedraw"}]}"#,
      "sample: expected x, y and points in element 0, counted from 0"
    ),
    (
      #"{"version":"9","data":{"engine_snapshot":{}}}"#,
      "sample: expected stroke_components in the note of Rnote 9"
    ),
    (#"{"tldrawFileFormatVersion":1,"records":[]}"#, "sample: expected a page, found none"),
  ]

  @Test("Errors are one line", arguments: errors)
  func wrong(text: String, description: String) {
    let error = #expect(throws: FormatError.self) { try read(text) }
    #expect(error?.description == description)
  }

  @Test("A word in a text element does not change the detected format")
  func words() throws {
    // Each of these words was, or is, what a reader looks for.
    let text = #"\"drawing\" \"x\" \"excalidraw\" SCG_INK .PEN_DOWN NUMSTROKES POINTS kvg: \"medians\""#
    let ink = try read(
      #"{"type":"excalidraw","elements":[{"type":"text","text":"\#(text)"},{"type":"freedraw","x":0,"y":0,"points":[[0,0],[1,1]]}]}"#
    )
    #expect(ink.format == "Excalidraw")
    let pages = try read("<xournal><title>kvg: svg ink</title><page><stroke>1 2 3 4</stroke></page></xournal>")
    #expect(pages.format == "Xournal++")
  }

  @Test("The outline of JSON: arrays before the first object, and that object's names")
  func outline() {
    func outline(_ text: String) -> JSONOutline { JSONOutline(Array(text.utf8)) }
    let nested = outline(#" [ [ {"a" : {"b":1}, "c\"d":["e",{"f":1}],"g":"h"}, {"i":1}]]"#)
    #expect(nested.arrays == 2 && nested.names == ["a", #"c\"d"#, "g"])
    #expect(outline("[1,2]").arrays == 1 && outline("[1,2]").names.isEmpty)
    #expect(outline("<a>").arrays == 0 && outline(#"{"a":1,"b"#).names == ["a"])
    #expect(outline(String(repeating: "[", count: 100_000)).names.isEmpty)
  }
}
