import ReelFiles
import ReelGeometry
import Testing

@testable import ReelInk

@Suite("Ink readers")
struct InkReaderTests {
  /// Strokes as text: `x,y@t` for each point.
  private func spelled(_ ink: Ink) -> [String] {
    ink.strokes.map { stroke in
      stroke.points.map { sample in
        "\(sample.point.x),\(sample.point.y)" + (sample.milliseconds.map { "@\($0)" } ?? "")
      }.joined(separator: " ")
    }
  }

  private func read(_ text: String, _ options: InkOptions = InkOptions()) throws -> Ink {
    try InkSamples.read(text, options)
  }

  @Test("Quick, Draw!: raw drawings have times, fractions, negative numbers and dots")
  func quickDrawRaw() throws {
    let ink = try read(InkSamples.quickDrawRaw)
    #expect(ink.format == "Quick, Draw!" && ink.name == "hat" && ink.hasTime && ink.notes.isEmpty)
    #expect(spelled(ink) == ["0.5,-3.0@0.0 10.0,0.0@16.0 20.0,5.25@16.0", "4.0,4.0@400.0"])
    let second = try read(InkSamples.quickDrawRaw, InkOptions(index: 1))
    #expect(second.name == "cat" && second.notes.count == 1)
    #expect(try read(InkSamples.quickDrawRaw, InkOptions(index: 0, keyID: "18")) == second)
  }

  @Test("Quick, Draw!: an array of simplified drawings has no times, and escapes in words are read")
  func quickDrawArray() throws {
    let ink = try read(InkSamples.quickDrawArray, InkOptions(keyID: "18"))
    #expect(ink.name == "été 😀" && !ink.hasTime)
    #expect(spelled(ink) == ["1.0,3.0 2.0,4.0 3.0,5.0", "7.0,8.0"])
    #expect(ink.notes == ["the file has no times: a constant speed is assumed"])
  }

  @Test("InkML: the ink source's format applies, pen-up traces and definitions are not drawn, differences add up")
  func inkML() throws {
    let ink = try read(InkSamples.inkML)
    #expect(ink.format == "InkML" && ink.hasTime)
    #expect(ink.notes == ["traces with the pen up, which are not drawn: 1"])
    #expect(
      spelled(ink) == [
        "10.0,20.0@100.0 12.0,23.0@108.0 16.0,18.0@116.0 21.0,12.0@124.0", "1.5,-2.0@200.0 30.0,40.0@216.0",
      ])
  }

  @Test("InkML: without definitions, values are X and Y; hexadecimal numbers, Booleans and repeats are read")
  func inkMLPlain() throws {
    #expect(spelled(try read(InkSamples.inkMLPlain)) == ["1.0,2.0 3.0,4.0 10.0,1.0", "5.0,6.0 5.0,9.0"])
  }

  @Test("InkML: axes of different resolution keep their proportions, a reversed axis is flipped")
  func inkMLResolution() throws {
    let text = """
      <ink><context><inkSource><traceFormat><channel name="X"/><channel name="Y" orientation="-ve"/></traceFormat>
      <channelProperties><channelProperty channel="X" name="resolution" value="100" units="1/cm"/>
      <channelProperty channel="Y" name="resolution" value="40" units="1/mm"/></channelProperties></inkSource></context>
      <trace>1 40, 2 80</trace></ink>
      """
    #expect(spelled(try read(text)) == ["4.0,-40.0 8.0,-80.0"])
  }

  @Test("InkML: times without a reference count from the trace's offset; even samples need none; seconds are converted")
  func inkMLTime() throws {
    func document(_ format: String, _ traces: String) -> String {
      "<ink><context><inkSource>\(format)</inkSource></context>\(traces)</ink>"
    }
    let columns = "<traceFormat><channel name='X'/><channel name='Y'/><channel name='T' units='s'/></traceFormat>"
    let relative = document(
      columns, "<trace timeOffset='500'>1 1 0,2 2 0.25</trace><trace timeOffset='900'>3 3 0</trace>")
    #expect(spelled(try read(relative)) == ["1.0,1.0@500.0 2.0,2.0@750.0", "3.0,3.0@900.0"])
    let even = document(
      "<sampleRate value='100'/><traceFormat><channel name='X'/><channel name='Y'/></traceFormat>",
      "<trace timeOffset='500'>1 1,2 2</trace>")
    #expect(spelled(try read(even)) == ["1.0,1.0@500.0 2.0,2.0@510.0"])
  }

  @Test("InkML: continued traces are one stroke")
  func inkMLContinuation() throws {
    let text = """
      <ink><trace continuation="begin">1 1</trace><trace continuation="middle">2 2</trace><trace continuation="end">3 3</trace>
      <trace>4 4</trace></ink>
      """
    #expect(spelled(try read(text)) == ["1.0,1.0 2.0,2.0 3.0,3.0", "4.0,4.0"])
  }

  @Test("UNIPEN: columns, resolution and y direction are respected, and dots differ from pen-up samples")
  func unipen() throws {
    let ink = try read(InkSamples.unipen)
    #expect(ink.format == "UNIPEN" && ink.hasTime)
    #expect(spelled(ink) == ["20.0,-20.0@0.0 22.0,-22.0@10.0 22.0,-22.0@10.0", "60.0,-40.0@100.0"])
    let other = try read(InkSamples.unipen, InkOptions(isUpsideDown: true))
    #expect(spelled(other).last == "60.0,40.0@100.0")
    let even = try read(InkSamples.unipenWithRate)
    #expect(spelled(even) == ["2.0,-1.0@0.0 4.0,-3.0@10.0", "6.0,-5.0@40.0"])
  }

  @Test("UNIPEN: y grows downwards where .SEGMENT names a level and no components, as Lipi and Qt write it")
  func unipenOfScreens() throws {
    let header = ".VERSION 1.0\n.HIERARCHY CHARACTER\n.COORD X Y T\n.SEGMENT CHARACTER\n.X_DIM 100\n.Y_DIM 50\n"
    let stroke = ".PEN_DOWN\n10 20 0\n11 40 10\n.PEN_UP\n"
    #expect(spelled(try read(header + stroke)) == ["10.0,20.0@0.0 11.0,40.0@10.0"])
    #expect(spelled(try read(header + stroke, InkOptions(isUpsideDown: true))) == ["10.0,-20.0@0.0 11.0,-40.0@10.0"])
    #expect(spelled(try read(stroke + header)) == ["10.0,20.0@0.0 11.0,40.0@10.0"])
    let standard = header.replacing(".SEGMENT CHARACTER", with: ".SEGMENT CHARACTER 0 ? \"a\"")
    #expect(spelled(try read(standard + stroke)) == ["10.0,-20.0@0.0 11.0,-40.0@10.0"])
  }

  static let segments = """
    .COORD X Y
    .SEGMENT CHARACTER 0,2 ? "a b"
    .SEGMENT CHARACTER 3:1-4:0 ? "c"
    .SEGMENT WORD ? ?
    .PEN_DOWN
    0 1
    0 2
    .PEN_UP
    9 9
    .PEN_DOWN
    2 1
    .PEN_UP
    .PEN_DOWN
    3 1
    3 2
    .PEN_DOWN
    4 1
    4 2
    """

  @Test(
    "UNIPEN: a segment has the named components and samples, and pen-up components count if they have samples"
  )
  func unipenSegments() throws {
    let whole = try read(Self.segments)
    #expect(whole.strokes.count == 4 && whole.name.isEmpty)
    #expect(whole.notes.first == "the file has 2 segments; they are drawn together")
    let first = try read(Self.segments, InkOptions(index: 0))
    #expect(first.name == "a b" && spelled(first) == ["0.0,-1.0 0.0,-2.0", "2.0,-1.0"])
    let second = try read(Self.segments, InkOptions(index: 1))
    #expect(second.name == "c" && spelled(second) == ["3.0,-2.0", "4.0,-1.0"])
    let error = #expect(throws: FormatError.self) { try read(Self.segments, InkOptions(index: 2)) }
    #expect(error?.reason == "expected segment 2, found 2, counted from 0")
    #expect(try read(InkSamples.unipen, InkOptions(index: 0)) == read(InkSamples.unipen))
    #expect(throws: FormatError.self) { try read(InkSamples.unipen, InkOptions(index: 1)) }
  }

  @Test(
    "UNIPEN: a .SEGMENT without components is not a segment",
    arguments: [["X"], [], ["X", "?"], ["X", "2-1"], ["X", "-1"], ["X", "1:"], ["X", "1-2-3"], ["X", ","]])
  func noSegment(words: [String]) { #expect(UNIPENSegment(words: words) == nil) }

  @Test("UNIPEN: strokes that all go up the page cause a note, but not a single stroke or flipped ink")
  func unipenUpsideDown() throws {
    let up = ".PEN_DOWN\n1 1 0\n1 9 5\n.PEN_UP\n"
    let down = ".PEN_DOWN\n1 9 0\n1 1 5\n.PEN_UP\n"
    let across = ".PEN_DOWN\n1 1 0\n9 2 5\n.PEN_UP\n"
    func isRemarkedOn(_ text: String, _ options: InkOptions = InkOptions()) throws -> Bool {
      try read(text, options).notes.contains(Ink.upsideDownNote)
    }
    #expect(try isRemarkedOn(up + across + up))
    #expect(try !isRemarkedOn(up + across))
    #expect(try !isRemarkedOn(down + down + up))
    #expect(try !isRemarkedOn(up + up, InkOptions(isUpsideDown: true)))
    // What is written as on a screen may have y upwards all the same.
    #expect(try isRemarkedOn(".SEGMENT CHARACTER\n" + down + down))
    #expect(try !isRemarkedOn(".SEGMENT CHARACTER\n" + up + up))
    let many = String(repeating: up, count: 5) + down
    #expect(try isRemarkedOn(many) && !isRemarkedOn(many + down))
  }

  @Test("KanjiVG: one path per stroke despite its document type, and no stroke numbers")
  func kanji() throws {
    let ink = try read(InkSamples.kanji)
    #expect(ink.format == "KanjiVG" && ink.name == "十" && ink.strokes.isEmpty)
    #expect(ink.expected == [Path(svg: "M10,50c20,0,60-3,80,0"), Path(svg: "M50,10v80")])
  }

  @Test("SVG: lines with the transforms of their groups, without hidden ones; bad data is drawn up to the error")
  func svg() throws {
    let ink = try read(InkSamples.svg)
    let expected = [
      "M10 20L12 22", "M14 24L16 26", "M10 20L18 20L18 28", "M12 22L20 20", "M0 0L1 0L1 1Z", "M0 0L5 0L5 5L0 5Z",
      "M1 1L2 2",
      "M0 0L7 7",
    ]
    #expect(ink.expected == expected.map { Path(svg: $0) })
    #expect(ink.notes == ["path 6 has invalid data at byte 11 and is drawn up to there"])
    let strokes = try read(InkSamples.svg, InkOptions(pathsAreStrokes: true))
    #expect(strokes.expected.isEmpty && strokes.strokes.count == 8 && !strokes.hasTime)
    #expect(spelled(strokes)[4] == "0.0,0.0 1.0,0.0 1.0,1.0 0.0,0.0")
  }

  @Test("SVG: an i whose dot is a circle has its dot, and every other shape is read too")
  func svgShapes() throws {
    let ink = try read(
      """
      <svg><path d="M50 40V90"/><circle cx="50" cy="20" r="5"/><ellipse cx="10" cy="10" rx="4" ry="2"/>
      <rect x="1" y="2" width="30" height="40" rx="3"/><text>i</text><circle r="0"/><rect width="5"/></svg>
      """)
    let boxes = ink.expected.map { $0.controlBounds ?? .zero }
    #expect(
      boxes == [
        Rect(x: 50, y: 40, width: 0, height: 50), Rect(x: 45, y: 15, width: 10, height: 10),
        Rect(x: 6, y: 8, width: 8, height: 4), Rect(x: 1, y: 2, width: 30, height: 40),
      ])
    #expect(ink.notes == ["1 <text> left out: only shapes are read"])
  }

  @Test("SVG: a frame or a background as large as the drawing is left out")
  func svgFrame() throws {
    let ink = try read(
      "<svg viewBox='0 0 200 200'><rect width='200' height='200'/><rect x='1' y='1' width='198' height='198'/><rect x='20' y='20' width='150' height='180'/></svg>"
    )
    #expect(ink.expected.compactMap(\.controlBounds) == [Rect(x: 20, y: 20, width: 150, height: 180)])
    #expect(ink.notes == ["2 <rect> left out: as large as the drawing, it is its frame or background"])
  }

  @Test("SVG: use draws an element again, with its place, its transforms and the viewport of a symbol")
  func svgUse() throws {
    let ink = try read(
      """
      <svg xmlns:xlink="x"><defs><path id="a" d="M0 0L1 0" transform="scale(2)"/><g id="g"><use href="#a" y="5"/><path d="M9 9L8 8"/></g>
      <symbol id="s" viewBox="0 0 10 20"><path d="M0 0L10 20"/></symbol></defs>
      <use xlink:href="#a" x="3"/><g transform="translate(100 0)"><use href="#g" transform="scale(10)"/></g>
      <use href="#s" x="1" width="40" height="40"/><use href="#gone"/><use/><g id="me"><path d="M1 1L2 2"/><use href="#me"/></g></svg>
      """)
    let expected = ["M3 0L5 0", "M100 50L120 50", "M190 90L180 80", "M11 0L31 40"]
    #expect(Array(ink.expected.prefix(4)) == expected.map { Path(svg: $0) })
    // What contains itself ends.
    #expect(ink.expected.dropFirst(4).allSatisfy { $0 == Path(svg: "M1 1L2 2") } && ink.expected.count < 70)
    let levels = (1...20).map { "<g id='l\($0)'><use href='#l\($0 - 1)'/><use href='#l\($0 - 1)'/></g>" }.joined()
    let laughs = "<svg><defs><path id='l0' d='M0 0L1 1'/>\(levels)</defs><use href='#l20'/></svg>"
    let error = #expect(throws: FormatError.self) { try read(laughs) }
    #expect(error?.reason.hasPrefix("expected at most ") == true)
  }

  static let transforms: [(String, Point?)] = [
    ("translate(5)", Point(x: 6, y: 2)), ("translate(5,6)", Point(x: 6, y: 8)), ("scale(3)", Point(x: 3, y: 6)),
    ("scale(3 4)", Point(x: 3, y: 8)), ("rotate(90)", Point(x: -2, y: 1)), ("rotate(90 1 1)", Point(x: 0, y: 1)),
    ("matrix(1 2 3 4 5 6)", Point(x: 12, y: 16)), ("skewX(45)", Point(x: 3, y: 2)), ("skewY(45)", Point(x: 1, y: 3)),
    (" translate(5) , scale(2) ", Point(x: 7, y: 4)), ("", Point(x: 1, y: 2)), ("qwe", nil), ("scale(1", nil),
    ("scale()", nil), ("scale(1e400)", nil), ("skewX(90)", nil), ("rotate(1 2)", nil),
  ]

  @Test("SVG: every kind of transform, and nil for an invalid one", arguments: transforms)
  func transform(text: String, image: Point?) {
    let found = SVGTransform.parse(text)?.apply(Point(x: 1, y: 2))
    if let image, let found { #expect(found.distance(to: image) < 1e-12) } else { #expect(found == image) }
  }

  @Test("SVG fonts: letters are side by side, lines one below another; ligatures and references are resolved")
  func font() throws {
    let ink = try read(InkSamples.font, InkOptions(text: "nll\nl\"&"))
    let expected = ["M500 0H509", "M100 500V1200", "M200 500V600", "M250 500V600", "M700 1200L1200 700"]
    #expect(ink.format == "SVG font" && ink.expected == expected.map { Path(svg: $0) })
    let spaced = try read(InkSamples.font, InkOptions(text: "l l"))
    #expect(spaced.expected.last == Path(svg: "M800 -700V0"))
  }

  @Test("Pointer events: columns are split into strokes where the button is up")
  func pointerColumns() throws {
    let ink = try read(InkSamples.pointerColumns)
    #expect(ink.format == "pointer events")
    #expect(spelled(ink) == ["1.0,1.0@6.0 2.5,2.0@6.0", "10.0,10.0@30.0 11.0,11.0@31.5"])
    let pressed = try read(#"{"x":[1,2,3],"y":[1,2,3],"pressure":[0,1,0]}"#)
    #expect(spelled(pressed) == ["2.0,2.0"])
    let bare = try read(#"{"x":[1,2],"y":[1,2]}"#)
    #expect(spelled(bare) == ["1.0,1.0 2.0,2.0"] && bare.notes.count == 2)
  }

  @Test("Pointer events: simultaneous pointers are separate fingers")
  func pointerEvents() throws {
    let ink = try read(InkSamples.pointerEvents)
    #expect(spelled(ink) == ["2.0,2.0@2.0 3.0,3.0@4.0", "8.0,8.0@3.0 9.0,9.0@4.0"])
    #expect(ink.strokes.map(\.touch) == [0, 1])
    let wrapped = try read(#"{"name":"x","events":\#(InkSamples.pointerEvents)}"#)
    #expect(wrapped.strokes == ink.strokes)
  }

  @Test("UJI: one character of the file, by index")
  func uji() throws {
    let first = try read(InkSamples.uji)
    #expect(first.name == "a" && spelled(first) == ["1.0,2.0 3.0,4.0"])
    let second = try read(InkSamples.uji, InkOptions(index: 1))
    #expect(second.name == ";" && spelled(second) == ["5.0,6.0", "5.0,6.0 7.0,-8.0 9.0,10.5"])
  }

  @Test("Sessions: strokes of several fingers, the paths, and the original session")
  func session() throws {
    let ink = try read(InkSamples.session)
    #expect(ink.name == "T" && ink.expected == [Path(svg: "M10 10L90 10")])
    #expect(spelled(ink) == ["10.0,10.0@0.0 50.0,10.0@8.0 90.0,10.0@12.0", "10.0,90.0@5.0 50.0,90.0@9.0"])
    #expect(ink.recorded?.events.count == 7 && ink.recorded?.header.rule == .inOrder)
    let fitted = ink.session(canvas: Size(width: 200, height: 200), margin: 20)
    #expect(fitted.header.rule == .inOrder && fitted.header.maxDistance == 20)
    #expect(fitted.header.expected == [Path(svg: "M20 20L180 20")])
    #expect(fitted.events.map(\.touch) == [0, 1, 0, 1, 1, 0, 0])
  }

  @Test("The content determines the format, with any encoding and line endings")
  func encodings() throws {
    for (text, options) in InkSamples.all {
      let plain = try InkSamples.read(text, options)
      let windows = text.replacing("\n", with: "\r\n")
      var units = Array(windows.utf16)
      units.insert(0xFEFF, at: 0)
      let variants: [[UInt8]] = [
        Array(windows.utf8), [0xEF, 0xBB, 0xBF] + Array(text.utf8), Array("\n\n".utf8) + Array(text.utf8),
        units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }, units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] },
        Array(text.replacing("\n", with: "\r").utf8), InkSamples.gzipped(Array(text.utf8)),
      ]
      for (number, bytes) in variants.enumerated() {
        // The records of a session end with a line feed, and so do those of no other format here.
        if plain.format == SessionReader.format, number == 5 { continue }
        // Nothing may stand before an XML declaration, but who would refuse the file for it?
        let ink = try InkFile.read(bytes, name: "sample", options: options)
        #expect(ink.strokes == plain.strokes && ink.expected == plain.expected, "\(plain.format) \(number)")
      }
    }
    let latin =
      Array("<?xml version='1.0' encoding='ISO-8859-1'?><ink a='".utf8) + [0xE9]
      + Array("'><trace>1 2</trace></ink>".utf8)
    #expect(spelled(try InkFile.read(latin, name: "latin")) == ["1.0,2.0"])
    let comment = Array(".COMMENT caf".utf8) + [0xE9] + Array("\n.PEN_DOWN\n1 2 3\n".utf8)
    #expect(spelled(try InkFile.read(comment, name: "latin")) == ["1.0,-2.0@3.0"])
  }
}
