import ReelFiles
import ReelGeometry
import Testing

@testable import ReelInk

@Suite("Recorded ink", Corpus.whenThere)
struct CorpusTests {
  /// What a file gives: its format, its name, its strokes with their points, its paths, and whether it has times.
  struct Expectation: Sendable {
    var file: String
    var format: String
    var name = ""
    var strokes = 0
    var points = 0
    var paths = 0
    var hasTime = false
    var options = InkOptions()
  }

  static let files: [Expectation] = [
    .init(
      file: "quickdraw/monkey_simplified_60.ndjson", format: "Quick, Draw!", name: "monkey", strokes: 13, points: 74),
    .init(
      file: "quickdraw/ptslab_angel_simplified.json", format: "Quick, Draw!", name: "angel", strokes: 5, points: 78),
    .init(
      file: "quickdraw/ptslab_angel_simplified.json", format: "Quick, Draw!", name: "angel", strokes: 6, points: 66,
      options: InkOptions(index: 1)),
    .init(
      file: "quickdraw/raw_airplane_8.ndjson", format: "Quick, Draw!", name: "airplane", strokes: 3, points: 169,
      hasTime: true),
    .init(
      file: "quickdraw/raw_airplane_8.ndjson", format: "Quick, Draw!", name: "airplane", strokes: 3, points: 169,
      hasTime: true, options: InkOptions(keyID: "5152802093400064")),
    .init(
      file: "quickdraw/raw_pizza_1.ndjson", format: "Quick, Draw!", name: "pizza", strokes: 5, points: 90, hasTime: true
    ),
    .init(
      file: "quickdraw/raw_train_8.ndjson", format: "Quick, Draw!", name: "train", strokes: 13, points: 239,
      hasTime: true),
    .init(file: "inkml/InkMLjs_ink1.xml", format: "InkML", strokes: 13, points: 623),
    .init(file: "inkml/InkMLjs_ink2.xml", format: "InkML", strokes: 7, points: 685),
    .init(file: "inkml/wacom_HelloInk.inkml", format: "InkML", strokes: 9, points: 2127, hasTime: true),
    .init(file: "kanjivg/00041.svg", format: "KanjiVG", name: "A", paths: 3),
    .init(file: "kanjivg/00054.svg", format: "KanjiVG", name: "T", paths: 2),
    .init(file: "kanjivg/03042.svg", format: "KanjiVG", name: "あ", paths: 3),
    .init(file: "kanjivg/05b57.svg", format: "KanjiVG", name: "字", paths: 6),
    .init(
      file: "pointer/bdalab_html5_pointerevents.json", format: "pointer events", strokes: 1, points: 148, hasTime: true),
    .init(
      file: "svgfont/EMSTech.svg", format: "SVG font", name: "Reel", paths: 4, options: InkOptions(text: "Reel")),
    .init(
      file: "svgfont/EMSTech.svg", format: "SVG font", name: "T \"Ç\"", paths: 8, options: InkOptions(text: "T \"Ç\"")),
    .init(file: "uji/uji_semicolon_from_UCI_docs.txt", format: "UJI pen characters", name: ";", strokes: 2, points: 17),
  ]

  @Test("Each file has the expected strokes, points and paths", arguments: files)
  func imports(expected: Expectation) throws {
    let ink = try InkFile.read(contentsOf: Corpus.url(expected.file), options: expected.options)
    #expect(ink.format == expected.format)
    #expect(ink.name == expected.name)
    #expect(ink.strokes.count == expected.strokes)
    #expect(ink.pointCount == expected.points)
    #expect(ink.expected.count == expected.paths)
    #expect(ink.hasTime == expected.hasTime)
    #expect(ink.notes.contains { $0.contains("assumed") } == (expected.strokes > 0 && !expected.hasTime))
    checkSession(of: ink, file: expected.file)
  }

  @Test("Every file in the folders has an expectation")
  func complete() throws {
    let spoken = Set(Self.files.map(\.file))
    for folder in ["quickdraw", "inkml", "kanjivg", "pointer", "svgfont", "uji"] {
      for file in try Corpus.files(in: folder) { #expect(spoken.contains("\(folder)/\(file)")) }
    }
  }

  @Test("Every drawing of the Quick, Draw! files is read, and none after the last")
  func everyDrawing() throws {
    let counts = [
      "monkey_simplified_60.ndjson": 60, "ptslab_angel_simplified.json": 20, "raw_airplane_8.ndjson": 8,
      "raw_pizza_1.ndjson": 1, "raw_train_8.ndjson": 8,
    ]
    for (file, count) in counts {
      let url = try Corpus.url("quickdraw/\(file)")
      for index in 0..<count {
        let ink = try InkFile.read(contentsOf: url, options: InkOptions(index: index))
        checkSession(of: ink, file: "\(file) \(index)")
        #expect(ink.hasTime == file.hasPrefix("raw"), "\(file) \(index)")
      }
      #expect(throws: FormatError.self) { try InkFile.read(contentsOf: url, options: InkOptions(index: count)) }
    }
  }

  @Test("A font without a text is refused, and the error says what is missing")
  func fontWithoutText() throws {
    let url = try Corpus.url("svgfont/EMSTech.svg")
    let error = #expect(throws: FormatError.self) { try InkFile.read(contentsOf: url) }
    #expect(
      error?.reason == "is a font of 187 glyphs, not a drawing: use it with --font, and give a text with --letters")
    let missing = #expect(throws: FormatError.self) {
      try InkFile.read(contentsOf: url, options: InkOptions(text: "あ"))
    }
    #expect(missing?.reason.contains("“あ”") == true)
  }

  @Test("Path data files have the expected lines, or report that they draw nothing")
  func pathData() throws {
    var silent: [String] = []
    var two: [String] = []
    for file in try Corpus.files(in: "svgpath") {
      let url = try Corpus.url("svgpath/\(file)")
      if file.hasSuffix(".png") {
        let error = #expect(throws: FormatError.self) { try InkFile.read(contentsOf: url) }
        #expect(error?.reason == "expected text, found binary data")
        continue
      }
      do {
        let ink = try InkFile.read(contentsOf: url)
        #expect(ink.format == "SVG paths" && ink.strokes.isEmpty)
        #expect((1...2).contains(ink.expected.count), "\(file)")
        if ink.expected.count == 2 { two.append(file) }
        let traced = try InkFile.read(contentsOf: url, options: InkOptions(pathsAreStrokes: true))
        #expect(traced.expected.isEmpty && traced.strokes.count == ink.expected.count, "\(file)")
        checkSession(of: traced, file: file)
      } catch {
        #expect(error.reason.hasPrefix("found no strokes or paths to trace (SVG paths"))
        silent.append(file)
      }
    }
    #expect(silent == ["A.svg", "M-M-rel.svg", "M-M.svg", "M-Z.svg", "M-rel-M.svg", "M.svg", "empty.svg"])
    #expect(two.count == 17, "\(two)")
  }

  /// What every session has to be: on its canvas, in order, with all points.
  private func checkSession(of ink: Ink, file: String) {
    let canvas = Size(width: 400, height: 300)
    let session = ink.session(canvas: canvas, margin: 20)
    #expect(session.events.count == ink.pointCount + ink.strokes.count, "\(file)")
    var latest = 0.0
    for event in session.events {
      #expect(event.milliseconds >= latest, "\(file)")
      latest = event.milliseconds
      #expect((19.999...380.001).contains(event.point.x) && (19.999...280.001).contains(event.point.y), "\(file)")
    }
    #expect(ink.strokes.isEmpty || session.events.first?.milliseconds == 0, "\(file)")
    for path in session.header.expected {
      for point in path.flattened().joined() {
        #expect((19.5...380.5).contains(point.x) && (19.5...280.5).contains(point.y), "\(file)")
      }
    }
  }
}
