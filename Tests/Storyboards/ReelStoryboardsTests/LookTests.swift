import Foundation
import ReelCanvas
import ReelFilms
import ReelGeometry
import ReelLayers
import ReelScenes
import ReelTiming
import Testing

@testable import ReelStoryboards

@Suite("The look of scenes and transitions") struct LookTests {
  private static let themes = StoryTheme.allCases

  private func picture(_ storyboard: Storyboard, at time: Double) throws -> Bitmap {
    let source = try storyboard.description().source()
    var bitmap = Bitmap(size: source.size)
    _ = try source.draw(atSeconds: time, into: &bitmap)
    return bitmap
  }

  private func picture(_ yaml: String, at time: Double, size: String = "320x180", theme: StoryTheme = .paper) throws
    -> Bitmap
  {
    try picture(read("film: {size: \(size), fps: 20, theme: \(theme)}\n" + yaml), at: time)
  }

  /// The sizes of all texts of a scene, in points.
  private func textSizes(_ scene: some Scene) throws -> [Double] {
    let stage = Stage(size: PixelSize(width: 1920, height: 1080))
    _ = try stage.root.addScene(scene)
    var found: [Double] = []
    func visit(_ layer: Layer) {
      if let text = layer as? TextLayer { found.append(text.font.size) }
      layer.sublayers.forEach(visit)
    }
    visit(stage.root)
    return found
  }

  @Test("By default, no text of a page is smaller than 40 points, and short texts are larger")
  func sizes() throws {
    let point = "A point of a list that is long enough to fill its line on a page of this width"
    let pages: [any Scene] = [
      TitleScene("Letters", subtitle: "The first three"),
      TextScene(String(repeating: "Many words. ", count: 20), heading: "A heading", points: [point, point]),
      TableScene([["Who", "What"], ["Ada", "Engines"]]),
      TableScene((0..<40).map { [.text("row \($0)"), "a"] }),
    ]
    for page in pages {
      let sizes = try textSizes(page)
      #expect(sizes.count > 1 && sizes.allSatisfy { $0 >= 40 }, "\(sizes)")
    }
    let short = try textSizes(TextScene("", heading: "A", points: ["One", "Two"]))
    #expect(short.allSatisfy { $0 >= 1.4 * TypeScale.body }, "\(short)")
    var chosen = TextScene("", heading: "A", points: ["One"])
    chosen.size = 50
    #expect(try textSizes(chosen) == [75, 50])
  }

  @Test("The heading and points of a list begin at the same place, with bullets in the margin")
  func margins() throws {
    let page = Rect(x: 0, y: 0, width: 1920, height: 1080)
    let subjects = TextScene("", heading: "Heading", points: ["Hash", "House"]).subjects(on: Page(page))
    #expect(subjects.count == 3 && subjects[1].minX == subjects[2].minX)
    let bitmap = try picture("scenes: [{text: {heading: HHH, points: [HHH, HHH]}, seconds: 1}]", at: 0, size: "960x540")
    /// The first column of some rows that is not the ground's, other than in the accent's colour.
    func first(_ rows: Range<Int>, from left: Int) -> Int {
      (left..<960).first { x in rows.contains { bitmap[x, $0].red < 128 } } ?? 0
    }
    let rows = (0..<540).filter { y in (200..<400).contains { bitmap[$0, y].red < 90 && bitmap[$0, y].blue < 110 } }
    let heading = rows.first ?? 0
    let points = rows.last ?? 0
    #expect(abs(first(heading..<heading + 8, from: 90) - first(points - 8..<points, from: 90)) <= 1)
  }

  @Test("A wrapped title leaves no word alone on its last line")
  func balance() {
    let font = Font(size: 100, weight: .bold)
    let text = "A title of words that wraps"
    let size = Size(width: TextLayout("A title of words that", font: font).size.width + 1, height: 1000)
    func last(_ isBalanced: Bool) -> Double {
      let fitted = FittedText(text, font: font, alignment: .center, in: size, smallest: 10, isBalanced: isBalanced)
      #expect(fitted.layout.lineCount == 2 && fitted.fits)
      return fitted.layout.width ?? 0
    }
    #expect(last(false) == size.width && last(true) < 0.9 * size.width)
  }

  @Test("All kinds of scene are on the film's background", arguments: themes)
  func grounds(theme: StoryTheme) throws {
    let ground = Pixel(theme.ground)
    let scenes = [
      "title: a", "text: a", "table: {rows: [[a]]}", "clock: 9:00", "code: {text: a}", "snowflake: {levels: 1}",
      "curve: koch", "zoom: {factor: 2}", "trace: {letters: A}", "turtle: {program: fd 100}",
      "terminal: {cast: '{\"version\": 2, \"width\": 12, \"height\": 4}'}",
    ]
    for scene in scenes {
      let bitmap = try picture("scenes: [{\(scene), seconds: 3}]", at: 1, theme: theme)
      // The other corner is inside the flake of a zoom.
      let corners = scene.hasPrefix("zoom") ? [bitmap[1, 1]] : [bitmap[1, 1], bitmap[318, 178]]
      #expect(corners.allSatisfy { $0 == ground }, "\(scene): \(corners)")
    }
    // A scene with its own theme has its own background.
    let own = try picture("scenes: [{snowflake: {theme: classic}, seconds: 1}]", at: 0.5, theme: theme)
    #expect(own[1, 1] == Pixel(.white))
  }

  @Test("A picture of the background's colour has an edge, unless it is transparent at its edges or fills the page")
  func edges() throws {
    func count(_ image: Bitmap, _ fit: ImageScene.Fit) throws -> Int {
      var scene = ImageScene(image)
      (scene.theme, scene.fit) = (.classic, fit)
      let bitmap = try picture(Storyboard { scene.lasting(1) }, at: 0)
      return (0..<bitmap.height).reduce(0) { sum, y in sum + (0..<bitmap.width).count { bitmap[$0, y] != Pixel(.white) }
      }
    }
    var white = Bitmap(width: 40, height: 40)
    for y in 0..<40 { for x in 0..<40 { white[x, y] = Pixel(.white) } }
    #expect(try count(white, .fit) > 1000)
    #expect(try count(white, .fill) == 0)
    white[0, 0] = Pixel(.clear)
    #expect(try count(white, .fit) == 0)
  }

  private func two(_ transition: String) -> String {
    "scenes: [{title: WWWW, seconds: 2, transition: \(transition)}, {text: MMMM MMMM, seconds: 2}]"
  }

  @Test(
    "A fade passes through the background, and two texts are never seen at once",
    arguments: ["fade", "dissolve", "zoom"])
  func mud(kind: String) throws {
    let yaml = two("{kind: \(kind), seconds: 1}")
    let ground = Pixel(StoryTheme.paper.ground)
    let middle = try picture(yaml, at: 1.5)
    #expect((0..<180).allSatisfy { y in (0..<320).allSatisfy { middle[$0, y] == ground } })
    for time in [1.2, 1.3, 1.7, 1.8] {
      let page = try picture(yaml, at: time)
      // No frame is seen around a page that grows.
      #expect((0..<320).allSatisfy { page[$0, 0] == ground && page[$0, 179] == ground })
      #expect((0..<180).contains { y in (0..<320).contains { page[$0, y] != ground } })
    }
    let red = try picture(two("{kind: fade, color: red, seconds: 1}"), at: 1.5)
    #expect(red[3, 3] == Pixel(.red))
  }

  @Test("A slide and a push take 0.45 seconds and settle")
  func pace() throws {
    // In whole frames.
    #expect(abs(try read(two("push")).description().duration - 3.55) < 1.0 / 30)
    #expect([.slide, .push, .fade].map { StoryTransition($0).seconds } == [0.45, 0.45, 0.8])
    #expect(TimingCurve.settle == (try TimingCurve(css: "cubic-bezier(0.2, 0, 0, 1)")))
    let yaml = "scenes: [{blank: red, seconds: 2, transition: {kind: push, seconds: 1}}, {blank: blue, seconds: 2}]"
    let page = try picture(yaml, at: 1.5)
    let seen = (0..<320).count { page[$0, 90] == Pixel(.blue) }
    #expect(abs(Double(seen) - 320 * TimingCurve.settle.value(at: 0.5)) < 2)
  }

  @Test("A strip for captions has the film's colours, and keeps the sizes and margins of the page")
  func strip() throws {
    let yaml = "scenes: [{title: Letters, seconds: 1, caption: {text: WWWW, place: below}}]"
    let bitmap = try picture(yaml, at: 0.5, size: "300x300")
    let ground = Pixel(StoryTheme.paper.ground)
    #expect((0..<300).allSatisfy { bitmap[2, $0] == ground && bitmap[297, $0] == ground })
    let plain = try picture("scenes: [{title: Letters, seconds: 1}]", at: 0.5, size: "300x300")
    /// The width of the title.
    func width(_ bitmap: Bitmap) -> Int {
      let columns = (0..<300).filter { x in (60..<190).contains { bitmap[x, $0] != ground } }
      return (columns.last ?? 0) - (columns.first ?? 0)
    }
    #expect(abs(width(bitmap) - width(plain)) <= 1 && width(plain) > 100)
  }
}

@Suite("Additions to storyboards made in Swift") struct StorySeamTests {
  /// A scene without options.
  private struct Square: Scene {
    var intrinsicDuration: Double? { 2 }

    func install(on layer: SceneLayer) {
      layer.backgroundColor = .red
    }
  }

  /// Shows the next page in the left part.
  private struct Curtain: PageTransition {
    func draw(_ pages: TransitionPages, at progress: Double, in context: GraphicsContext) throws {
      let next = try pages.to
      context.draw(try pages.from, at: pages.bounds.origin)
      context.clip(
        to: Rect(x: 0, y: 0, width: pages.bounds.width * progress, height: pages.bounds.height))
      context.draw(next, at: pages.bounds.origin)
    }
  }

  @Test("Any scene goes into a storyboard, and any transition between two")
  func scenes() throws {
    var storyboard = Storyboard {
      Square().leading(by: StoryTransition(Curtain(), seconds: 1))
      BlankScene(.blue).lasting(3)
    }
    storyboard.film.size = PixelSize(width: 100, height: 50)
    let film = try storyboard.description()
    #expect(try film.duration == 4)
    let source = try film.source()
    var bitmap = Bitmap(size: source.size)
    _ = try source.draw(atSeconds: 1.5, into: &bitmap)
    #expect([bitmap[20, 20], bitmap[48, 20], bitmap[52, 20]] == [Pixel(.blue), Pixel(.blue), Pixel(.red)])
    #expect(StoryTimeline(film).lines.contains { $0.hasSuffix("transition: custom") })
    // It has no form in text, which must not be read as another one.
    let json = try film.json
    #expect(throws: (any Error).self) { try FilmDescription(json: json, catalog: .storyboards) }
  }

  @Test("A zoom in steps is held, moves to another point, and is taken back")
  func zoom() throws {
    var white = Bitmap(width: 100, height: 100)
    for y in 0..<100 { for x in 0..<100 { white[x, y] = Pixel(x == 20 && y == 20 ? .red : .white) } }
    func frame(at time: Double) throws -> Bitmap {
      let folder = try StoryFolder(["notes.txt": "a"])
      try Data(white.pngData()).write(to: folder.url.appending(path: "dot.png"))
      let source = try folder.read(
        """
        film: {size: 100x100, fps: 10}
        scenes:
          - image: {file: dot.png, fit: fill, zoom: [{at: 1 s, to: 4, focus: [0.2, 0.2]}, {at: 3, to: 1, seconds: 0.5}]}
            seconds: 5
        """
      ).description().source()
      var bitmap = Bitmap(size: source.size)
      _ = try source.draw(atSeconds: time, into: &bitmap)
      return bitmap
    }
    func isRed(_ pixel: Pixel) -> Bool { pixel.red > 200 && pixel.green < 128 }
    func reds(_ bitmap: Bitmap) -> Int {
      (0..<100).reduce(0) { sum, y in sum + (0..<100).count { isRed(bitmap[$0, y]) } }
    }
    let (start, near, held, back) = (try frame(at: 0.9), try frame(at: 1.9), try frame(at: 2.9), try frame(at: 3.6))
    #expect(isRed(start[20, 20]) && reds(start) == 1)
    // The dot is where it was, and four times as wide.
    #expect(near == held && isRed(held[21, 21]) && (9...25).contains(reds(held)))
    #expect(back == start)
    #expect(throws: (any Error).self) {
      try read("scenes: [{image: {file: a.png, zoom: [{at: 1, to: 2}, {at: 1.2, to: 1}]}}]")
    }
  }

  @Test("Two shapes change places on arcs, and a shape moves on one")
  func arcs() throws {
    let svg =
      "<svg viewBox='0 0 100 100'><rect id='a' x='10' y='45' width='10' height='10' fill='red'/><rect id='b' x='70' y='45' width='20' height='10' fill='blue'/></svg>"
    func boxes(_ steps: String, at time: Double) throws -> (red: Rect, blue: Rect) {
      let source = try read(
        "film: {size: 216x216, fps: 10, theme: classic}\nscenes: [{shapes: {svg: \"\(svg)\", steps: \(steps)}, seconds: 6}]"
      ).description().source()
      var bitmap = Bitmap(size: source.size)
      _ = try source.draw(atSeconds: time, into: &bitmap)
      func box(_ isIt: (Pixel) -> Bool) -> Rect {
        let columns = (0..<216).filter { x in (0..<216).contains { isIt(bitmap[x, $0]) } }
        let rows = (0..<216).filter { y in (0..<216).contains { isIt(bitmap[$0, y]) } }
        let (left, top) = (Double(columns.first ?? 0), Double(rows.first ?? 0))
        return Rect(
          x: left, y: top, width: Double(columns.last ?? 0) + 1 - left, height: Double(rows.last ?? 0) + 1 - top)
      }
      return (box { $0.red > 200 && $0.green < 80 }, box { $0.blue > 200 && $0.green < 80 })
    }
    // The drawing is 180 pixels wide, so a unit is 1.8. The step takes 1.6 of its 2 seconds, from 4 on.
    let swap = "[{swap: [a, b]}]"
    let (before, middle, after) = (
      try boxes(swap, at: 3.9), try boxes(swap, at: 4.8), try boxes(swap, at: 5.9)
    )
    #expect(abs(after.red.center.x - before.blue.center.x) < 2 && abs(after.blue.center.x - before.red.center.x) < 2)
    #expect(abs(after.red.center.y - before.red.center.y) < 2)
    // One is above the way and the other below, by 0.35 of 117 pixels.
    #expect(abs(middle.red.center.y - before.red.center.y + 41) < 3)
    #expect(abs(middle.blue.center.y - before.blue.center.y - 41) < 3)
    let move = "[{move: a, by: 50 0, arc: -0.5}]"
    let (half, end) = (try boxes(move, at: 4.8), try boxes(move, at: 5.9))
    #expect(abs(half.red.center.y - before.red.center.y - 45) < 3 && abs(end.red.center.y - before.red.center.y) < 2)
    for wrong in ["[{swap: [a]}]", "[{swap: [a, c]}]", "[{hide: a, arc: 0.3}]", "[{move: a, by: 1 1, arc: 7}]"] {
      #expect(throws: (any Error).self, "\(wrong)") { _ = try boxes(wrong, at: 0) }
    }
  }

  @Test("A pointer, a highlight and an arrow follow the picture they are on when it zooms")
  func content() throws {
    let folder = try StoryFolder(["notes.txt": "a"])
    var image = Bitmap(width: 200, height: 100)
    image.fill(with: Pixel(.white))
    try Data(image.pngData()).write(to: folder.url.appending(path: "wide.png"))
    func frame(at time: Double) throws -> Bitmap {
      let source = try folder.read(
        """
        film: {size: 200x100, fps: 10}
        scenes:
          - image: {file: wide.png, fit: fill, zoom: [{at: 1, to: 2, focus: [0.2, 0.5]}]}
            seconds: 4
            overlays:
              - highlight: {start: [0.3, 0.4], end: [0.4, 0.6], color: red, size: 20, in: content}
              - arrow: {start: [0.3, 0.1], end: [0.2, 0.5], color: blue, in: content}
              - pointer: {moves: [{at: 0, to: [0.1, 0.9]}], color: lime, in: content}
        """
      ).description().source()
      var bitmap = Bitmap(size: source.size)
      _ = try source.draw(atSeconds: time, into: &bitmap)
      return bitmap
    }
    /// The rectangle of a colour.
    func box(_ bitmap: Bitmap, _ isIt: (Pixel) -> Bool) -> Rect {
      let columns = (0..<200).filter { x in (0..<100).contains { isIt(bitmap[x, $0]) } }
      let rows = (0..<100).filter { y in (0..<200).contains { isIt(bitmap[$0, y]) } }
      let (left, top) = (Double(columns.first ?? 0), Double(rows.first ?? 0))
      return Rect(
        x: left, y: top, width: Double(columns.last ?? 0) + 1 - left, height: Double(rows.last ?? 0) + 1 - top)
    }
    func red(_ pixel: Pixel) -> Bool { pixel.red > 200 && pixel.green < 90 && pixel.blue < 90 }
    func blue(_ pixel: Pixel) -> Bool { pixel.blue > 200 && pixel.red < 90 && pixel.green < 90 }
    func lime(_ pixel: Pixel) -> Bool { pixel.green > 200 && pixel.red < 90 && pixel.blue < 90 }
    let (before, after) = (try frame(at: 0.5), try frame(at: 3))
    #expect(abs(box(before, red).center.x - 70) < 1.5 && abs(box(before, red).center.y - 50) < 1.5)
    // The point at 0.2 keeps its place; others are twice as far from it, and a frame around a part is as much larger.
    #expect(abs(box(after, red).center.x - 100) < 1.5)
    #expect(abs(box(after, red).width - box(before, red).width - 20) < 2)
    #expect(abs(box(before, blue).maxY - box(after, blue).maxY) < 3 && abs(box(after, blue).minX - 40) < 8)
    #expect(box(before, lime).minX > box(after, lime).minX)
    #expect(throws: (any Error).self) {
      try read("scenes: [blank]\noverlays: [{arrow: {start: [0, 0], end: [1, 1], in: content}}]").description()
    }
  }

  @Test(
    "A date is written in the form of its language",
    arguments: [
      ("style: long, locale: de", "18. Mai 2016"), ("style: short, locale: en_GB", "18/05/2016"),
      ("style: full, locale: en", "Wednesday, May 18, 2016"), ("style: medium, locale: fr", "18 mai 2016"),
    ])
  func dates(options: String, text: String) throws {
    let look = try read(
      "scenes: [blank]\noverlays: [{date: {\(options), starts: 2016-05-18T09:00:00Z}}]"
    ).overlays[0].look
    let style = try #require(look.style)
    let pattern = try DatePattern(style: style, locale: look.locale, timeZone: look.zone)
    #expect(pattern.text(at: try DatePattern.date(look.starts)) == text)
    let layer = RunningTextLayer(look, over: 1, frameInterval: 0)
    layer.font = Font(size: 20)
    #expect(layer.plate.width == TextLayout(text, font: layer.font).size.width + 2 * layer.padding)
  }
}
