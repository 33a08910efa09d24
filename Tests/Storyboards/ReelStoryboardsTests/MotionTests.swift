import Foundation
import ReelCanvas
import ReelFilms
import ReelGeometry
import ReelTestSupport
import Testing

@testable import ReelStoryboards

extension Pixel {
  /// The colour of an opaque pixel.
  fileprivate var color: Color {
    Color(red: Double(red) / 255, green: Double(green) / 255, blue: Double(blue) / 255)
  }
}

@Suite("Scenes that move") struct MotionTests {
  /// The colour of a point at a time, in a film of 160×90 pixels.
  private func color(_ yaml: String, at time: Double, x: Int, y: Int) throws -> Color {
    let source = try read("film: {size: 160x90, fps: 10}\n" + yaml).description().source()
    var bitmap = Bitmap(size: source.size)
    _ = try source.draw(atSeconds: time, into: &bitmap)
    return bitmap[x, y].color
  }

  @Test("Position, scale and rotation move a scene from keyframe to keyframe")
  func place() throws {
    let yaml = """
      scenes:
        - parallel:
            - blank: white
            - blank: red
              motion:
                - {at: 1, position: [0, 0], scale: 0.5, ease: linear}
                - {at: 3, position: [480, 0], scale: 0.5, ease: linear}
          seconds: 5
      """
    // A point is a twelfth of a pixel here, and the red part is 80 pixels wide.
    for (time, left) in [(0.0, 40), (1, 40), (2, 60), (3, 80), (4.5, 80)] {
      #expect(try color(yaml, at: time, x: left + 2, y: 45) == .red, "\(time)")
      #expect(try color(yaml, at: time, x: left - 2, y: 45) == .white, "\(time)")
      #expect(try color(yaml, at: time, x: left + 2, y: 20) == .white, "\(time)")
    }
    let turned = yaml.replacing("position: [480, 0], scale: 0.5", with: "rotation: 90")
    #expect(try color(turned, at: 4, x: 80, y: 7) == .red)
    #expect(try color(turned, at: 4, x: 45, y: 45) == .white)
  }

  @Test("Opacity and crop follow their keyframes, and jump by steps")
  func look() throws {
    let yaml = """
      scenes:
        - parallel:
            - blank: black
            - blank: white
              motion:
                - {at: 0, opacity: 0, crop: 0}
                - {at: 2, opacity: 1, crop: [0.5, 0, 0, 0], ease: "steps(2)"}
          seconds: 3
      """
    #expect(try color(yaml, at: 0.9, x: 150, y: 45) == .black)
    #expect(abs(try color(yaml, at: 1.5, x: 150, y: 45).red - 0.5) < 0.01)
    #expect(try color(yaml, at: 2.5, x: 150, y: 45) == .white)
    #expect(try color(yaml, at: 2.5, x: 70, y: 45) == .black)
  }

  @Test("Overlays move, and keyframes refer to scenes")
  func overlays() throws {
    let yaml = """
      scenes: [{blank: black, seconds: 1}, {blank: black, id: next, seconds: 2}]
      overlays:
        - progress: {size: 120, color: white}
          place: top
          motion: [{at: next.start, opacity: 1}, {at: next.start + 1 s, opacity: 0, ease: linear}]
      """
    #expect(try color(yaml, at: 0.9, x: 10, y: 4) == .white)
    #expect(abs(try color(yaml, at: 1.5, x: 10, y: 4).red - 0.5) < 0.02)
    #expect(try color(yaml, at: 2.5, x: 10, y: 4) == .black)
  }

  @Test(
    "Mistakes are reported",
    arguments: [
      ("[{opacity: 1}]", "keyframe needs at"), ("[{at: 0, scale: -1}]", "scale -1 is not valid"),
      ("[{at: 0, opacity: 2}]", "opacity 2 is not valid: it must be from 0 to 1"),
      ("[{at: 0, crop: [1, 2]}]", "crop [1.0, 2.0] is not valid"),
      ("[{at: 0, ease: bouncy}]", "easing bouncy is not valid"),
      ("[{at: 0, opacty: 1}]", "did you mean opacity?"), ("[]", "motion needs keyframes"),
      ("3", "motion must be a list"),
      ("[{at: 1, opacity: 0}, {at: 1, opacity: 1}]", "is not after the one before it"),
      ("[{at: x.end, opacity: 0}]", "no scene has the id x"), ("[{at: 0, position: [1e99, 0]}]", "position"),
      ("[{at: 0, rotation: nan}]", "rotation nan is not valid"),
    ])
  func wrong(motion: String, message: String) {
    let found = problems("scenes:\n  - blank: red\n    seconds: 1\n    motion: \(motion)")
    #expect(found.contains { $0.contains(message) && $0.hasPrefix("story.yaml:") }, "\(found)")
  }
}

@Suite("Scenes that share a page") struct LayoutTests {
  /// The colours at points of a film of 160×90 pixels.
  private func colors(_ yaml: String, _ points: [(x: Int, y: Int)]) throws -> [Color] {
    let source = try read("film: {size: 160x90, fps: 10, theme: classic}\n" + yaml).description().source()
    var bitmap = Bitmap(size: source.size)
    _ = try source.draw(atSeconds: 0.5, into: &bitmap)
    return points.map { bitmap[$0.x, $0.y].color }
  }

  private static let cells = "[{blank: red, background: red}, {blank: lime, background: lime}, {blank: blue}]"

  @Test("Columns are side by side, a stack is top to bottom, and a grid is row by row")
  func kinds() throws {
    let scenes = Self.cells
    #expect(
      try colors("scenes: [{columns: \(scenes), seconds: 1}]", [(x: 10, y: 80), (x: 80, y: 10), (x: 150, y: 45)]) == [
        .red, .green, .blue,
      ])
    #expect(
      try colors("scenes: [{stack: \(scenes), seconds: 1}]", [(x: 10, y: 10), (x: 150, y: 45), (x: 80, y: 80)]) == [
        .red, .green, .blue,
      ])
    #expect(
      try colors(
        "scenes: [{grid: {columns: 2, scenes: \(scenes)}, seconds: 1}]",
        [(x: 10, y: 10), (x: 150, y: 10), (x: 10, y: 80), (x: 150, y: 80)]) == [.red, .green, .blue, .white])
  }

  @Test("Gaps, margins and sizes are in points, and the background is visible between cells")
  func measures() throws {
    let yaml =
      "scenes: [{columns: {gap: 120, margin: 60, sizes: [3, 1, 1], scenes: \(Self.cells)}, seconds: 1}]"
    // 150 pixels less two gaps of 10 are 130: 78, 26, 26.
    #expect(
      try colors(
        yaml,
        [
          (x: 3, y: 45), (x: 6, y: 45), (x: 81, y: 45), (x: 88, y: 45), (x: 95, y: 45), (x: 117, y: 45),
          (x: 124, y: 45), (x: 131, y: 45),
        ])
        == [.white, .red, .red, .white, .green, .green, .white, .blue])
  }

  @Test("Layouts can be nested and in parallel, with scenes that appear at their times")
  func nested() throws {
    let yaml = """
      scenes:
        - columns:
            - blank: red
            - stack: [{parallel: [{blank: lime}, {blank: blue, from: 0.8, seconds: 1}]}, {blank: black}]
          seconds: 2
      """
    let points = [(x: 10, y: 45), (x: 120, y: 20), (x: 120, y: 70)]
    #expect(try colors(yaml, points) == [.red, .green, .black])
  }

  @Test(
    "Mistakes are reported",
    arguments: [
      ("columns: []", "columns needs scenes"), ("grid: {colums: 2}", "did you mean columns?"),
      ("columns: {columns: 2, scenes: [blank]}", "unknown key “columns” in columns"),
      ("grid: {columns: 0, scenes: [blank]}", "from 1 to 100"),
      ("stack: {sizes: [1], scenes: [blank, blank]}", "2 scenes and 1 sizes"),
      ("stack: {gap: 900, scenes: [blank, blank, blank]}", "do not fit on the page"),
      ("grid: 3", "grid must be a list"), ("columns: {sizes: [-1], scenes: [blank]}", "sizes [-1.0] is not valid"),
      ("grid: [{grid: [{grid: [{grid: [{grid: [blank]}]}]}]}]", "nested more than 4 levels deep"),
    ])
  func wrong(layout: String, message: String) {
    let found = problems("scenes:\n  - \(layout)\n    seconds: 1")
    #expect(found.contains { $0.contains(message) && $0.hasPrefix("story.yaml:2:") }, "\(found)")
  }
}

@Suite("Styles") struct StyleTests {
  private func title(_ yaml: String) throws -> TitleScene {
    let story = try read(yaml)
    guard case .scene(let scene as TitleScene) = story.items[0].content else {
      throw InvalidValue("scene", yaml, expected: "a title")
    }
    return scene
  }

  @Test("The film's style applies to every scene, and a scene's own style overrides it")
  func levels() throws {
    let scene = try title(
      """
      style: {ink: navy, ground: [white, silver], font: serif, title: {size: 100, color: red}}
      scenes:
        - title: a
          style: {accent: teal, title: {weight: black}}
      """)
    #expect(scene.style.ink == Color("navy"))
    #expect(scene.style.ground == [Color.white, try #require(Color("silver"))])
    #expect(scene.style.accent == Color("teal"))
    #expect(scene.style.title?.size == 100)
    #expect(scene.style.title?.weight == .black)
    #expect(scene.color(\.title, .black) == .red)
    #expect(scene.textFont(\.title, size: 132, point: 2) == Font("serif", size: 200, weight: .black))
    #expect(try title("scenes: [{title: a, background: none}]").style.ground == [])
    #expect(try title("scenes: [{title: a, background: red}]").style.ground == [.red])
  }

  @Test("A scene's own background is shown")
  func ground() throws {
    for (yaml, color) in [
      ("scenes: [{title: a, background: red, seconds: 1}]", Color.red),
      ("scenes: [{parallel: [{blank: lime}, {title: a, background: none}], seconds: 1}]", Color.green),
      ("style: {ground: blue}\nscenes: [{text: a, seconds: 1}]", Color.blue),
      ("scenes: [{snowflake: {levels: 0...1, no-caption: true}, background: white, seconds: 1}]", Color.white),
    ] {
      let source = try read("film: {size: 160x90}\n" + yaml).description().source()
      var bitmap = Bitmap(size: source.size)
      _ = try source.draw(atSeconds: 0.5, into: &bitmap)
      #expect(bitmap[2, 2].color == color, "\(yaml)")
    }
  }

  @Test(
    "Missing fonts and other mistakes are reported with line and column",
    arguments: [
      ("style: {font: Comic Sans 9000}", "story.yaml:1:15: font “Comic Sans 9000” is not installed"),
      ("style: {title: {font: sasn}}", "font “sasn” is not installed"),
      ("style: {font: none.ttf}", "story.yaml:1:15: none.ttf: no such file"),
      ("style: {inc: red}", "story.yaml:1:9: unknown key “inc” in style: did you mean ink?"),
      ("style: {title: {sise: 3}}", "unknown key “sise” in style.title: did you mean size?"),
      ("style: {title: red}", "style.title takes a table"), ("style: [a]", "style must be a table"),
      ("style: {ground: [red, green, blue]}", "one colour, two of them, or none"),
      ("style: {ground: [rad]}", ": ground rad is not valid"),
    ])
  func wrong(style: String, message: String) {
    let found = problems(style + "\nscenes: [{title: a}]")
    #expect(found.contains { $0.contains(message) }, "\(found)")
  }

  @Test("A font can come from a file, and another file is refused", .enabled(if: fontFile != nil))
  func files() throws {
    let path = fontFile ?? ""
    let folder = try StoryFolder(["bad.ttf": "no font"])
    let story = try folder.read("style: {font: \(path)}\nscenes: [{title: a}]", allowing: ["/usr"])
    #expect(story.files == [path])
    // A recipe finds it again.
    let film = try story.description()
    #expect(try FilmDescription(json: film.json, catalog: .storyboards).json == film.json)
    #expect(
      folder.problems("style: {font: bad.ttf}\nscenes: [{title: a}]").first?.contains("font bad.ttf is not valid")
        == true)
  }
}

/// The file of an installed font.
private let fontFile: String? = {
  let folders = ["/usr/share/fonts/truetype/dejavu/DejaVuSerif.ttf", "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"]
  return folders.first { FileManager.default.fileExists(atPath: $0) }
}()
