import Foundation
import ReelCanvas
import ReelFilms
import ReelGeometry
import ReelTerminal
import Testing

@testable import ReelStoryboards

/// Plates behind pictures that could not be seen, shapes that become others, and marks on terminals.
@Suite("Plates, morphs and marks on terminals") struct PlateAndMorphTests {
  private func frame(_ yaml: String, at time: Double) throws -> Bitmap {
    let source = try read(yaml).description().source()
    var bitmap = Bitmap(size: source.size)
    _ = try source.draw(atSeconds: time, into: &bitmap)
    return bitmap
  }

  /// The rectangle of the pixels of a kind.
  private func box(_ bitmap: Bitmap, _ isIt: (Pixel) -> Bool) -> Rect {
    let columns = (0..<bitmap.width).filter { x in (0..<bitmap.height).contains { isIt(bitmap[x, $0]) } }
    let rows = (0..<bitmap.height).filter { y in (0..<bitmap.width).contains { isIt(bitmap[$0, y]) } }
    let (left, top) = (Double(columns.first ?? 0), Double(rows.first ?? 0))
    return Rect(
      x: left, y: top, width: Double(columns.last ?? -1) + 1 - left, height: Double(rows.last ?? -1) + 1 - top)
  }

  @Test(
    "A drawing gets a plate only on a background on which its outlines could not be seen",
    arguments: [
      // Black letters on a transparent ground.
      (
        "<rect x='10' y='10' width='20' height='80'/><rect x='60' y='10' width='30' height='80' fill='#5af'/>", "night",
        true
      ),
      (
        "<rect x='10' y='10' width='20' height='80'/><rect x='60' y='10' width='30' height='80' fill='#5af'/>", "paper",
        false
      ),
      // A white logo.
      ("<circle cx='50' cy='50' r='30' fill='white'/>", "paper", true),
      ("<circle cx='50' cy='50' r='30' fill='white'/>", "graphite", false),
      // A card of its own with black letters on it.
      (
        "<rect x='5' y='5' width='90' height='90' rx='9' fill='white'/><rect x='40' y='40' width='20' height='20'/>",
        "night", false
      ),
      // Pale areas of a drawing for white paper.
      ("<rect x='5' y='5' width='90' height='90' fill='#eee' stroke='#333' stroke-width='4'/>", "paper", false),
      // Pale boxes with a dark line between them, which a dark plate would hide.
      (
        "<rect x='5' y='5' width='40' height='90' fill='#eee'/><path d='M50 20H95' stroke='#333' stroke-width='4'/>",
        "paper", false
      ),
      // A background that fills the drawing.
      ("<rect width='100' height='100' fill='black'/>", "night", false),
    ], ["image: {file: a.svg}", "shapes: {file: a.svg}"])
  func plates(drawing: (svg: String, theme: String, hasPlate: Bool), scene: String) throws {
    let folder = try StoryFolder([
      "a.svg": "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 100 100'>\(drawing.svg)</svg>"
    ])
    let source = try folder.read(
      "film: {size: 216x216, fps: 10, theme: \(drawing.theme)}\nscenes: [{\(scene), seconds: 6}]"
    ).description().source()
    var bitmap = Bitmap(size: source.size)
    _ = try source.draw(atSeconds: 5.9, into: &bitmap)
    // Just outside of the drawing, which covers 18 to 198.
    let (outside, ground) = (bitmap[108, 14], bitmap[2, 2])
    #expect((outside != ground) == drawing.hasPlate)
  }

  @Test("The outline and the colour of a shape become those of another one, which is invisible before")
  func morph() throws {
    let svg =
      "<svg viewBox='0 0 100 100'><rect id='a' x='10' y='40' width='20' height='20' fill='red'/><circle id='b' cx='80' cy='50' r='15' fill='blue'/></svg>"
    func shown(_ steps: String, at time: Double) throws -> Bitmap {
      try frame(
        "film: {size: 216x216, fps: 10, theme: classic}\nscenes: [{shapes: {svg: \"\(svg)\", steps: \(steps)}, seconds: 6}]",
        at: time)
    }
    func isInk(_ pixel: Pixel) -> Bool { pixel.green < 128 }
    let steps = "[{morph: a, into: b}]"
    let (before, middle, after) = (try shown(steps, at: 3.9), try shown(steps, at: 4.25), try shown(steps, at: 5.9))
    // The drawing is 180 pixels wide: the square is at 36, 90 and the circle at 135, 81.
    #expect(box(before, isInk) == Rect(x: 36, y: 90, width: 36, height: 36))
    #expect(before[54, 108].red > 200 && before[54, 108].blue < 60)
    #expect(abs(box(after, isInk).center.x - 162) < 1 && abs(box(after, isInk).width - 54) < 2)
    #expect(after[162, 108].blue > 200 && after[162, 108].red < 60)
    // On its way, it is between both, in size and in colour.
    let way = box(middle, isInk)
    #expect(way.minX > 37 && way.maxX < 188 && way.width > 36.5 && way.width < 53.5)
    let ink = middle[Int(way.center.x), Int(way.center.y)]
    #expect(ink.red > 20 && ink.red < 235 && ink.blue > 20 && ink.blue < 235)
    // What comes later finds it where it is.
    let hidden = try shown("[{morph: a, into: b}, {hide: b}]", at: 5.9)
    #expect(box(hidden, isInk).isEmpty)
    // The same frame in any order.
    #expect(try shown(steps, at: 4.25) == middle)
    for (wrong, message) in [
      ("[{morph: a}]", "morph needs into"), ("[{hide: a, into: b}]", "morph needs into"),
      ("[{morph: a, into: c}]", "no id c"), ("[{morph: a, into: b, hide: a}]", "one thing"),
    ] {
      #expect { try shown(wrong, at: 0) } throws: { "\($0)".contains(message) }
    }
  }

  @Test("A shape with a hole keeps it while it becomes another one with a hole, whatever way their outlines turn")
  func holes() throws {
    let svg =
      "<svg viewBox='0 0 100 100'><path id='a' d='M5 20H65V80H5ZM25 40V60H45V40Z' fill='red'/><path id='b' d='M35 20V80H95V20ZM55 40H75V60H55Z' fill='red'/></svg>"
    for time in stride(from: 4.0, through: 5.9, by: 0.1) {
      let bitmap = try frame(
        "film: {size: 216x216, fps: 10, theme: classic}\nscenes: [{shapes: {svg: \"\(svg)\", steps: [{morph: a, into: b}]}, seconds: 6}]",
        at: time)
      let ink = box(bitmap) { $0.green < 128 }
      #expect(bitmap[Int(ink.center.x), Int(ink.center.y)].green > 240, "\(time)")
      #expect(abs(ink.width - 108) < 3, "\(time)")
    }
  }

  @Test("A highlight on a terminal follows its cells when it zooms")
  func terminalContent() throws {
    let cast = "{\\\"version\\\": 2, \\\"width\\\": 20, \\\"height\\\": 10}\\n[0.1, \\\"o\\\", \\\"x\\\"]\\n"
    func shown(_ time: Double) throws -> Rect {
      let bitmap = try frame(
        """
        film: {size: 400x200, fps: 10}
        scenes:
          - terminal: {cast: "\(cast)", zoom-region: "1:1-2:10", zoom-from: 1}
            seconds: 5
            overlays: [{highlight: {start: [0, 0], end: [0.5, 0.2], color: red, size: 10, in: content}}]
        """, at: time)
      return box(bitmap) { $0.red > 200 && $0.green < 40 && $0.blue < 40 }
    }
    let (before, after) = (try shown(0.5), try shown(4))
    // The frame is around the cells that the zoom shows, so it grows with them to nearly all of the page.
    #expect(before.width < 210 && after.width > 1.3 * before.width)
    // Ten cells are as wide as five are high; the line around them does not grow.
    #expect(abs((after.width - before.width) / (after.height - before.height) - 2.5) < 0.1)
  }

  @Test("Captions are larger on upright pages, and a column of text keeps its distance from numbers")
  func sizes() {
    let (wide, upright) = (Rect(x: 0, y: 0, width: 1920, height: 1080), Rect(x: 0, y: 0, width: 1080, height: 1920))
    #expect(TypeScale.caption(on: wide) == 50 && TypeScale.caption(on: upright) == 64)
    var (numbers, texts) = (TableScene(), TableScene())
    numbers.rows = [["7", "x"], ["8", "x"]].map { $0.map { .text($0) } }
    texts.rows = [["x", "7"], ["x", "8"]].map { $0.map { .text($0) } }
    (numbers.hasHeader, texts.hasHeader) = (false, false)
    let (apart, close) = (
      TableSetting(numbers, columnCount: 2, on: Page(wide)).naturalWidth,
      TableSetting(texts, columnCount: 2, on: Page(wide)).naturalWidth
    )
    #expect(abs(apart - close - TypeScale.label) < 0.5)
  }
}
