import Foundation
import ReelCanvas
import ReelFilms
import ReelGeometry
import ReelLayers
import ReelScenes
import ReelTestSupport
import Testing

@testable import ReelStoryboards

@Suite("Tables of words and pictures") struct TableTests {
  private func frame(_ yaml: String, in folder: String = "", at time: Double = 0, size: String = "192x108") throws
    -> Bitmap
  {
    let film = try read("film: {size: \(size), fps: 10, theme: classic}\n" + yaml, folder: folder).description()
    // A recipe contains the pictures themselves.
    let source = try FilmDescription(json: film.json, catalog: .storyboards).source()
    var bitmap = Bitmap(size: source.size)
    _ = try source.draw(atSeconds: time, into: &bitmap)
    return bitmap
  }

  /// The smallest rectangle around the pixels for which a condition holds.
  private func box(_ bitmap: Bitmap, where isSought: (Pixel) -> Bool) -> (x: ClosedRange<Int>, y: ClosedRange<Int>)? {
    var (xs, ys): ([Int], [Int]) = ([], [])
    for y in 0..<bitmap.height {
      for x in 0..<bitmap.width where isSought(bitmap[x, y]) {
        xs.append(x)
        ys.append(y)
      }
    }
    guard let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max() else { return nil }
    return (left...right, top...bottom)
  }

  @Test(
    "Pictures are upright in their rows, whole and in their own aspect ratio, for all eight orientations")
  func pictures() async throws {
    let program = try #require(Program.find("ffmpeg"))
    try await withFolder { folder in
      // Twice as wide as high, red at the left.
      var picture = Bitmap(width: 640, height: 320)
      for y in 0..<320 { for x in 0..<640 { picture[x, y] = Pixel(x < 320 ? .red : .blue) } }
      try Data(picture.pngData()).write(to: folder.appending(path: "a.png"))
      let made = try await Program.runAside(
        program, ["-v", "error", "-i", folder.path + "/a.png", "-q:v", "1", folder.path + "/a.jpg"])
      try #require(made.status == 0, "\(made.error)")
      let jpeg = [UInt8](try Data(contentsOf: folder.appending(path: "a.jpg")))
      for orientation in ImageOrientation.allCases {
        let exif: [UInt8] =
          Array("Exif".utf8) + [0, 0] + [0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0]
          + [UInt8(orientation.rawValue), 0, 0, 0, 0, 0, 0, 0]
        try Data(Array(jpeg[..<2]) + [0xFF, 0xE1, 0, UInt8(exif.count + 2)] + exif + jpeg[2...]).write(
          to: folder.appending(path: "a.jpg"))
        let page = try frame(
          "scenes: [{table: {rows: [[{image: a.jpg}, Ada]], no-header: true, row-height: 88}, seconds: 1}]",
          in: folder.path,
          size: "1920x1080")
        let red = try #require(box(page) { $0.red > 200 && $0.green < 80 && $0.blue < 80 })
        let blue = try #require(box(page) { $0.blue > 200 && $0.green < 80 && $0.red < 80 })
        let width = max(red.x.upperBound, blue.x.upperBound) - min(red.x.lowerBound, blue.x.lowerBound) + 1
        let height = max(red.y.upperBound, blue.y.upperBound) - min(red.y.lowerBound, blue.y.lowerBound) + 1
        // Rows are 88 points high, and pictures slightly less.
        #expect(abs(height - 74) <= 2, "\(orientation): \(width)×\(height)")
        let upright = picture.oriented(orientation)
        #expect(abs(width - 74 * upright.width / upright.height) <= 3, "\(orientation): \(width)×\(height)")
        let isRedFirst = upright[1, 1] == Pixel(.red)
        #expect(
          (upright.width > upright.height ? red.x.lowerBound < blue.x.lowerBound : red.y.lowerBound < blue.y.lowerBound)
            == isRedFirst, "\(orientation)")
      }
    }
  }

  @Test("Values with a colour are on a plate of that colour, and others are not")
  func colors() throws {
    let rows = "rows: [[job, state], [a, passed], [b, failed]]"
    func isGreen(_ pixel: Pixel) -> Bool { pixel.green > 100 && Int(pixel.green) > Int(pixel.red) + 15 }
    let plain = try frame("scenes: [{table: {\(rows)}, seconds: 1}]")
    #expect(box(plain, where: isGreen) == nil)
    let colored = try frame("scenes: [{table: {\(rows), colors: {passed: green}}, seconds: 1}]")
    let plate = try #require(box(colored, where: isGreen))
    // Only the row in the middle of the page.
    #expect(plate.y.lowerBound >= 49 && plate.y.upperBound <= 59, "\(plate)")
    let told = problems("scenes: [{table: {\(rows), colors: {passed: gren}}, seconds: 1}]")
    #expect(told.count == 1 && told[0].contains("did you mean green?"), "\(told)")
  }

  @Test("Of twenty thousand rows only the visible ones have layers, and the table scrolls to the last")
  func thousands() throws {
    // Of equal widths, so that the first rows set the right column widths for the last ones.
    let rows = (10_000..<30_000).map { [TableCell.text("row \($0)"), .text("\($0)")] }
    var table = TableScene(rows)
    table.hasHeader = false
    let stage = Stage(size: PixelSize(width: 192, height: 108))
    _ = try stage.root.install(table, in: stage.root.bounds, frameInterval: 0.1, length: 10)
    func count(_ layer: Layer) -> Int { layer.sublayers.reduce(1) { $0 + count($1) } }
    var bitmap = Bitmap(size: PixelSize(width: 192, height: 108))
    var pictures: Set<Bitmap> = []
    for time in [0.0, 3, 5, 9.9] {
      _ = try stage.render(at: time, into: &bitmap)
      #expect(count(stage.root) < 60)
      pictures.insert(bitmap)
    }
    #expect(pictures.count == 4)
    // It ends like a table of its last rows alone.
    var end = TableScene(Array(rows.suffix(100)))
    end.hasHeader = false
    let other = Stage(size: PixelSize(width: 192, height: 108))
    _ = try other.root.install(end, in: other.root.bounds, frameInterval: 0.1, length: 10)
    var last = Bitmap(size: PixelSize(width: 192, height: 108))
    _ = try other.render(at: 9.9, into: &last)
    #expect(last.isClose(to: bitmap, tolerance: 3))
    let told = problems("scenes: [{table: {rows: [[a], [\(String(repeating: "b, ", count: 40))b]]}, seconds: 1}]")
    #expect(told.count == 1 && told[0].contains("rows of up to 41 values: it may have"), "\(told)")
  }

  @Test("A text too long for its column ends in an ellipsis")
  func ellipsis() {
    let font = Font(size: 20)
    let text = "Incomprehensibilities, one after another"
    let width = TextLayout(text, font: font).size.width
    #expect(TableSetting.shortened(text, font, width) == text)
    let short = TableSetting.shortened(text, font, width / 2)
    #expect(short.hasSuffix("…") && text.hasPrefix(short.dropLast()) && short.count > 10)
    #expect(TextLayout(short, font: font).size.width <= width / 2)
    #expect(TableSetting.shortened("a\nb", font, 100) == "a b")
  }

  @Test("A value that is neither text nor a picture is refused with its line")
  func wrong() {
    for (row, message) in [
      ("[{image: none.png}]", "none.png: no such file"), ("[{imgae: a.png}]", "a value of a table must be a text"),
      ("[[a]]", "a value of a table must be a text"),
    ] {
      let told = problems("scenes:\n- table: {rows: [\(row)]}\n  seconds: 1")
      #expect(told.count == 1 && told[0].hasPrefix("story.yaml:2:") && told[0].contains(message), "\(told)")
    }
  }

  @Test(
    "Tables of other programs are read: lines that end with CR, a line sep=, UTF-16, separators in quotes",
    arguments: [
      ("a,b\r1,2\r3,4\r", [["a", "b"], ["1", "2"], ["3", "4"]]),
      ("sep=;\r\na;b\r\n1,5;2\r\n", [["a", "b"], ["1,5", "2"]]),
      ("SEP=|\na|b\n", [["a", "b"]]),
      ("\"a,b,c\";d\n1;2\n", [["a,b,c", "d"], ["1", "2"]]),
      ("a,b\n\"one\rtwo\",2\n", [["a", "b"], ["one\rtwo", "2"]]),
    ])
  func dialects(text: String, rows: [[String]]) throws {
    let units = Array(text.utf16)
    let little: [UInt8] = [0xFF, 0xFE] + units.flatMap { unit -> [UInt8] in [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
    let big: [UInt8] = [0xFE, 0xFF] + units.flatMap { unit -> [UInt8] in [UInt8(unit >> 8), UInt8(unit & 0xFF)] }
    for bytes in [Array(text.utf8), little, big] { #expect(try CSVTable(bytes).rows == rows) }
    #expect(try CSVTable(Array("a\n\n\"b\rc\"\rd\n".utf8)).lines == [1, 3, 5])
  }

  @Test("A table of thirty columns keeps readable letters and scrolls across all of them, or names what is cut")
  func wide() throws {
    let names = (0..<30).map { "Column \($0)" }
    let yaml = "table: {rows: [[\(names.joined(separator: ", "))], [\(names.joined(separator: ", "))]]"
    func pictures(_ rest: String) throws -> [Bitmap] {
      try [0.0, 6, 11.9].map { try frame("scenes: [{\(yaml)\(rest)}, seconds: 12}]", at: $0, size: "640x360") }
    }
    #expect(try Set(pictures("")).count == 3)
    #expect(try Set(pictures(", scroll: none")).count == 1)
    let story = try read("scenes: [{\(yaml), scroll: none}}]")
    let notes = try story.noted(of: StoryStretch()).notes
    #expect(notes.count == 1 && notes[0].hasPrefix("story.yaml:1: the table: only "), "\(notes)")
    #expect(notes.first?.contains("of 30 columns fit") == true)
    #expect(try read("scenes: [{\(yaml)}}]").noted(of: StoryStretch()).notes.isEmpty)
    let scene = TableScene([names.map(TableCell.text)])
    let page = Page(Rect(x: 0, y: 0, width: 1920, height: 1080))
    #expect(TableSetting(scene, columnCount: 30, on: page).rowSize.width > 2 * page.safe.width)
    // One long text among others is shortened instead.
    let long = TableScene([["id", "text"], [.text("1"), .text(String(repeating: "lorem ipsum ", count: 40))]])
    #expect(abs(TableSetting(long, columnCount: 2, on: page).rowSize.width - page.safe.width) < 0.01)
  }
}
