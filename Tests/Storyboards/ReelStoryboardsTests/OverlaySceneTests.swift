import ReelCanvas
import ReelFilms
import ReelGeometry
import Testing

@testable import ReelStoryboards

@Suite("Scenes and pointers above a film") struct OverlaySceneTests {
  private func source(_ yaml: String) throws -> (Double) throws -> Bitmap {
    let film = try read("film: {size: 320x180, fps: 10}\n" + yaml).description()
    // A recipe gives the same.
    let source = try FilmDescription(json: film.json, catalog: .storyboards).source()
    // A source draws what has changed since its last frame.
    var bitmap = Bitmap(size: source.size)
    return { time in
      _ = try source.draw(atSeconds: time, into: &bitmap)
      return bitmap
    }
  }

  @Test("A scene overlay is in its corner, with the film's aspect ratio or its own, at its time")
  func scene() throws {
    let at = try source(
      "scenes: [{blank: red, seconds: 4}]\noverlays: [{blank: blue, from: 1, until: 3}, {blank: lime, place: top-left, size: [180, 90]}]"
    )
    let lime = Pixel(red: 0, green: 255, blue: 0, alpha: 255)
    // 300 of 1080 points are 50 of 180 pixels, and 45 points are 7.5.
    let page = try at(2)
    #expect(page[310, 170] == Pixel(.blue) && page[226, 125] == Pixel(.blue))
    #expect([page[221, 150], page[300, 120], page[316, 150]] == Array(repeating: Pixel(.red), count: 3))
    #expect(page[10, 10] == lime && page[36, 21] == lime && page[40, 15] == Pixel(.red))
    #expect(try at(0.5)[310, 170] == Pixel(.red) && at(3.5)[310, 170] == Pixel(.red))
  }

  @Test("An overlay of a scene moves with it in a transition; one that outlasts it stays in its place")
  func transition() throws {
    func at(_ until: String) throws -> (Double) throws -> Bitmap {
      try source(
        """
        scenes:
          - blank: black
            seconds: 2
            transition: {kind: push, seconds: 1}
            overlays: [{blank: lime, place: top-right, size: [180, 90]\(until)}]
          - {blank: red, seconds: 4}
        """)
    }
    let lime = Pixel(red: 0, green: 255, blue: 0, alpha: 255)
    let moving = try at("")
    #expect(try moving(0.5)[300, 10] == lime)
    let middle = try moving(1.2)
    let edge = try #require((1..<320).first { middle[$0, 10] == Pixel(.red) })
    // It is as far from the edge of its page as before.
    #expect(middle[edge - 20, 10] == lime && middle[edge - 4, 10] == Pixel(.black))
    #expect(try moving(1.9)[300, 10] == Pixel(.red) && moving(3)[300, 10] == Pixel(.red))
    let staying = try at(", until: 3")
    #expect(try staying(1.9)[300, 10] == lime && staying(2.5)[300, 10] == lime && staying(3.5)[300, 10] == Pixel(.red))
  }

  @Test("A title above a photo is on a plate, unless it has a background, and a picture has none")
  func plates() throws {
    func corner(_ overlay: String) throws -> Pixel {
      try source("scenes: [{blank: white, seconds: 3}]\noverlays: [{\(overlay), place: top-left, size: [360, 180]}]")(
        1)[
          12, 12]
    }
    let plate = try corner("title: Words")
    #expect(plate.red < 80 && plate.green < 80 && plate.red > 20)
    #expect(try corner("title: Words, background: none") == Pixel(.white))
    #expect(try corner("title: Words, background: red") == Pixel(.red))
    #expect(try corner("clock: {}") == Pixel(.white))
  }

  @Test("Texts that would cover each other in one corner are stacked, the film's nearer to the edge")
  func stack() throws {
    func frames(_ yaml: String) throws -> [Rect] {
      let film = try read("film: {size: 1920x1080}\n" + yaml).description()
      let story = try #require(film.scenes.entries[0].scene as? StoryFilm)
      return story.allOverlays.compactMap { $0.look.textFrame(in: Rect(x: 0, y: 0, width: 1920, height: 1080)) }
    }
    let corner = try frames("scenes: [{blank: red, seconds: 3}]\noverlays: [{date: {}}, {time: {}}, {frame: {}}]")
    #expect(corner.count == 3 && corner[0].minY > corner[1].maxY && corner[1].minY > corner[2].maxY)
    let top = try frames(
      "scenes: [{blank: red, seconds: 3, overlays: [{text: Scene, place: top}]}]\noverlays: [{text: Film, place: top}]")
    #expect(top[0].minY > top[1].maxY)
    // Nothing moves for texts elsewhere or at other times.
    let apart = try frames(
      "scenes: [{blank: red, seconds: 3}]\noverlays: [{date: {}}, {time: {}, place: top}, {text: a, place: top-left, until: 1}, {text: b, place: top-left, from: 1}]"
    )
    #expect(apart[2].minY == apart[3].minY && apart[1].minY == apart[2].minY)
    // However many there are, they stay on the page.
    let many = Array(repeating: "{date: {}}", count: 40).joined(separator: ", ")
    #expect(try frames("scenes: [{blank: red, seconds: 3}]\noverlays: [\(many)]").allSatisfy { $0.minY > 0 })
  }

  @Test("Points in the content of shapes are fractions of the drawing")
  func drawing() throws {
    let svg =
      "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 10 10'><rect width='10' height='10' fill='white'/></svg>"
    let at = try source(
      """
      scenes:
        - shapes: {svg: "\(svg)"}
          seconds: 2
          overlays: [{highlight: {start: [0.5, 0.5], end: [1, 1], color: red, size: 12, in: content}}]
      """)
    // The drawing is as high as the safe area: 15 to 165 of 180 pixels.
    let page = try at(1.9)
    let red = (0..<180).filter { page[200, $0] == Pixel(.red) }
    // The line lies three pixels outside of its quarter.
    #expect(red.min() == 87 && red.max() == 167)
  }

  @Test("A scene begins with its overlay, and its last picture stays")
  func times() throws {
    let at = try source(
      "scenes: [{blank: black, seconds: 10}]\noverlays: [{trace: {letters: A, hand: neat}, from: 2, size: 600}]")
    #expect(try at(1) == at(1.5))
    #expect(try at(2.5) != at(3.5))
    let late = try source(
      "scenes: [{blank: black, seconds: 30}]\noverlays: [{trace: {letters: A, hand: neat}, size: 600}]")
    #expect(try late(28) == late(29) && late(28)[316, 0] == Pixel(.black))
    #expect(try Set([late(29)]) != Set([late(0)]))
  }

  @Test("A pointer moves from point to point, and a ring spreads from each click")
  func pointer() throws {
    let at = try source(
      """
      scenes: [{blank: black, id: page, seconds: 6}]
      overlays:
        - pointer:
            moves: [{at: 0, to: [300, 300]}, {at: 2, to: [1500, 300], ease: linear, click: true}, {at: page.end, to: [300, 900]}]
            size: 120
      """)
    /// The leftmost and topmost pixels that are not black.
    func tip(_ bitmap: Bitmap) -> Point? {
      let marked = (0..<180).flatMap { y in (0..<320).filter { bitmap[$0, y] != Pixel(.black) }.map { (x: $0, y: y) } }
      guard let left = marked.map(\.x).min(), let top = marked.map(\.y).min() else { return nil }
      return Point(x: Double(left), y: Double(top))
    }
    // 300 points are 50 pixels.
    for (time, x, y) in [(0.0, 50.0, 50.0), (1, 150, 50), (3.9, 250, 50)] where time < 3 {
      let found = try #require(tip(at(time)))
      #expect(abs(found.x - x) <= 2 && abs(found.y - y) <= 2, "\(found) at \(time)")
    }
    let last = try #require(tip(at(5.95)))
    #expect(abs(last.x - 50) <= 3 && abs(last.y - 150) <= 3, "\(last)")
    // The ring reaches left of the tip and above it, and is gone after half a second.
    let clicked = try #require(tip(at(2.2)))
    #expect(clicked.x < 245 && clicked.y < 45, "\(clicked)")
    #expect(try #require(tip(at(2.6))).y >= 48)
  }

  @Test(
    "Keys and values that overlays do not take are refused",
    arguments: [
      ("pointer: []", "the pointer has no moves"), ("pointer: [{at: 1}]", "move needs a to"),
      ("pointer: [{at: 1, to: [1, 2, 3]}]", "two numbers of points"),
      ("pointer: [{at: 1, to: [1, 2]}, {at: 0.5, to: [1, 2]}]", "order them by time"),
      ("pointer: {moves: [{at: 1, to: [1, 2]}], place: top}", "unknown key “place” in "),
      ("blank: red, size: [1, 2, 3]", "a width and a height"), ("blank: red, size: big", "size"),
      ("text: a, background: red", "unknown key “background” in an overlay that shows text"),
      ("columns: [blank]", "unknown key “columns” in an overlay"), ("titel: a", "did you mean title?"),
      ("text: {text: a, moves: [{at: 0, to: [1, 2]}]}", "unknown key “moves” in "),
    ])
  func wrong(overlay: String, message: String) {
    let found = problems("scenes: [{blank: red, seconds: 1}]\noverlays: [{\(overlay)}]")
    #expect(found.contains { $0.contains(message) }, "\(found)")
  }
}

@Suite("Uncurling pages, and durations in layouts") struct PageUncurlTests {
  private func picture(_ yaml: String, frame: Int) throws -> Bitmap {
    try read("film: {size: 160x90, fps: 20, theme: classic}\n" + yaml).description().picture(ofFrame: frame)
  }

  @Test("Uncurling a page is curling it in reverse", arguments: [("left", "right"), ("down", "up")])
  func curl(out: String, back: String) throws {
    func yaml(_ first: String, _ second: String, _ kind: String, _ direction: String) -> String {
      "scenes: [{title: \(first), seconds: 1, transition: {kind: \(kind), direction: \(direction), angle: 30, seconds: 1}}, {title: \(second), seconds: 1}]"
    }
    var seen: Set<Bitmap> = []
    for frame in 1..<20 {
      let rolled = try picture(yaml("A", "B", "page-curl", out), frame: frame)
      #expect(try rolled == picture(yaml("B", "A", "page-uncurl", back), frame: 20 - frame), "frame \(frame)")
      seen.insert(rolled)
    }
    #expect(seen.count > 12)
  }

  @Test("A text or a group in a cell stays until its layout ends, unless it has an end")
  func cells() throws {
    let text = "{text: {text: '■■■', size: 200}}"
    func inked(_ yaml: String, at frame: Int) throws -> Bool {
      let bitmap = try picture(yaml, frame: frame)
      return (0..<90).contains { y in (0..<80).contains { bitmap[$0, y] != Pixel(.white) } }
    }
    let columns = "scenes: [{columns: [CELL, {blank: white, seconds: 6}]}]"
    #expect(try inked(columns.replacing("CELL", with: text), at: 118))
    #expect(try inked(columns.replacing("CELL", with: "{parallel: [{blank: white, seconds: 2}, \(text)]}"), at: 118))
    #expect(try inked(columns.replacing("CELL", with: "{stack: [\(text), \(text)]}"), at: 118))
    #expect(try !inked(columns.replacing("CELL", with: "{text: {text: '■■■', size: 200}, seconds: 2}"), at: 118))
    #expect(try inked(columns.replacing("CELL", with: "{text: {text: '■■■', size: 200}, seconds: 2}"), at: 30))
  }

  @Test("Errors name invisible characters, and errors in command-line options have no line")
  func invisible() {
    #expect(
      problems("scenes: [{ti\u{200B}tle: a}]").contains {
        $0.contains("unknown key “tiU+200Btle” in a scene: did you mean title?")
      })
    #expect(
      problems("scenes: [{title: a}]", setting: [("film.siez", "720p")]).contains {
        $0.hasPrefix("--set film.siez: unknown key “siez” in film")
      })
  }
}
