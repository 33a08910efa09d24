import ReelCanvas
import ReelFilms
import ReelGeometry
import Testing

@testable import ReelStoryboards

@Suite("Texts that are too long, and positions on the page") struct FittingTests {
  private static let long = Array(repeating: "words that go on", count: 60).joined(separator: " ")

  @Test("A text shrinks until it fits, or is refused with its line if the style says so")
  func overflow() {
    #expect(problems("scenes: [{title: {text: \(Self.long.prefix(200))}, seconds: 1}]") == [])
    for (scene, name) in [
      ("title: {text: \(Self.long.prefix(200))}", "the title"),
      ("title: {text: a, subtitle: \(Self.long)}", "the subtitle"),
      ("text: {heading: a, text: \(Self.long)}", "the text"),
    ] {
      let styles = "style: {title: {overflow: error}, subtitle: {overflow: error}, text: {overflow: error}}"
      let told = problems("\(styles)\nscenes:\n- {\(scene), seconds: 1}")
      #expect(told.count == 1 && told[0].hasPrefix("story.yaml:3:4: \(name) “"), "\(told)")
      #expect(
        told.first?.hasSuffix("does not fit on its page at its size: shorten it, or let it shrink") == true)
      // A text that fits keeps its size.
      #expect(problems("\(styles)\nscenes: [{title: {text: Short, subtitle: too}}, {text: Short}]") == [])
    }
    #expect(
      problems("style: {title: {overflow: shrnk}}\nscenes: [blank]").first?.contains("did you mean shrink?") == true)
  }

  @Test("A text that does not fit even at the smallest size is refused, for the page it is on")
  func tooLong() {
    let endless = Array(repeating: Self.long, count: 12).joined(separator: "\n  ")
    for scene in ["title: {text: \(endless)}", "text: {text: \(endless)}"] {
      let told = problems("scenes: [{\(scene), seconds: 1}]")
      #expect(told.count == 1 && told[0].contains("even at the smallest size: shorten it"), "\(told)")
    }
    let caption = "scenes: [{blank: red, seconds: 1, caption: \(endless)}]"
    #expect(problems(caption).first?.contains("the caption “words that") == true)
    // Captions in a track are wrapped by the player.
    #expect(problems("captions: track\n" + caption) == [])
  }

  /// The picture of a scene at a time, in seconds.
  private func frame(_ yaml: String, at time: Double = 0) throws -> Bitmap {
    let film = try read("film: {size: 160x90, theme: classic}\n" + yaml).description()
    let source = try FilmDescription(json: film.json, catalog: .storyboards).source()
    var bitmap = Bitmap(size: source.size)
    _ = try source.draw(atSeconds: time, into: &bitmap)
    return bitmap
  }

  @Test("Lines of a program can be highlighted from the beginning, as in a step")
  func lines() throws {
    let all = try frame("scenes: [{code: {text: \"one\\ntwo\\nthree\"}, seconds: 4}]")
    let second = try frame("scenes: [{code: {text: \"one\\ntwo\\nthree\", lines: 2}, seconds: 4}]")
    let step = try frame(
      "scenes: [{code: {text: \"one\\ntwo\\nthree\", steps: [{lines: 2, at: 1}]}, seconds: 4}]", at: 3)
    #expect(all != second)
    #expect(second == step)
    let next = try frame(
      "scenes: [{code: {text: \"one\\ntwo\\nthree\", lines: 1, steps: [{lines: 2, at: 1}]}, seconds: 4}]", at: 3)
    #expect(next == step)
  }

  @Test("An overlay keeps its margin on all sides")
  func margin() throws {
    let picture =
      "<svg xmlns='http://www.w3.org/2000/svg' width='20' height='10'><rect width='20' height='10' fill='red'/></svg>"
    let folder = try StoryFolder(["red.svg": picture])
    for (place, margin, x, y) in [
      ("top-left", "[120, 60]", 10, 5), ("bottom-right", "[120, 60]", 160 - 10 - 20, 90 - 5 - 10),
      ("top-right", "240", 160 - 20 - 20, 20),
    ] {
      for yaml in [
        "overlays: [{image: {file: red.svg, size: 120}, place: \(place), margin: \(margin)}]",
        "overlays: [{image: {file: red.svg, size: 120, margin: \(margin)}, place: \(place)}]",
        "overlays: [{blank: red, size: [240, 120], place: \(place), margin: \(margin)}]",
      ] {
        let film = try folder.read("film: {size: 160x90}\nscenes: [{blank: white, seconds: 1}]\n" + yaml).description()
        let source = try FilmDescription(json: film.json, catalog: .storyboards).source()
        var bitmap = Bitmap(size: source.size)
        _ = try source.draw(atSeconds: 0, into: &bitmap)
        let corners = [(x, y), (x + 19, y + 9), (x - 1, y), (x, y - 1), (x + 20, y + 9), (x + 19, y + 10)]
        let colors = [Color.red, .red, .white, .white, .white, .white].map { Pixel($0) }
        #expect(corners.map { bitmap[$0.0, $0.1] } == colors, "\(yaml)")
      }
    }
    for wrong in ["-1", "[1, 2, 3]", "wide"] {
      let told = problems("scenes: [{blank: white, seconds: 1}]\noverlays: [{text: a, margin: \(wrong)}]")
      #expect(told.count == 1 && told[0].contains("one or two numbers from 0 to 500"), "\(told)")
    }
    #expect(problems("scenes: [{blank: white, seconds: 1}]\noverlays: [{progress: , margin: 9}]").count == 1)
  }

  @Test("A picture that fills the page pans from its focus to the given point")
  func pan() throws {
    let picture =
      "<svg xmlns='http://www.w3.org/2000/svg' width='400' height='90'><rect width='200' height='90' fill='red'/><rect x='200' width='200' height='90' fill='blue'/></svg>"
    let folder = try StoryFolder(["wide.svg": picture])
    let yaml =
      "film: {size: 160x90, fps: 10}\nscenes: [{image: {file: wide.svg, fit: fill, focus: 0 0.5, pan: 1 0.5}, seconds: 2}]"
    let source = try folder.read(yaml).description().source()
    var bitmap = Bitmap(size: source.size)
    var blues: [Int] = []
    for time in [0.0, 0.5, 1, 1.5, 2] {
      _ = try source.draw(atSeconds: time, into: &bitmap)
      // Only the picture is visible on the way.
      let colors = (0..<160).map { bitmap[$0, 45] }
      #expect(colors.allSatisfy { $0.green < 10 && Int($0.red) + Int($0.blue) > 250 })
      blues.append(colors.count { $0.blue > 128 })
    }
    #expect(blues[0] == 0 && blues[4] == 160 && blues == blues.sorted() && abs(blues[2] - 80) <= 1, "\(blues)")
  }

  @Test("Overlays of a scene are shown with it, below those of the film, and their times count from its beginning")
  func sceneOverlays() throws {
    let yaml = """
      film: {size: 160x90, fps: 10}
      scenes:
        - {blank: white, seconds: 2}
        - blank: white
          id: second
          seconds: 3
          overlays:
            - {blank: red, size: [320, 240], place: top-left, margin: 0}
            - {blank: lime, size: [320, 240], place: top-right, margin: 0, from: 1, until: second.end - 1}
        - {blank: white, seconds: 1}
      overlays: [{blank: blue, size: 120, place: top-left, margin: 0}]
      """
    let source = try read(yaml).description().source()
    var bitmap = Bitmap(size: source.size)
    // At the left, below the film's overlay; at the left; at the right.
    for (time, colors) in [
      (1.9, [Color.blue, .white, .white]), (2.0, [.blue, .red, .white]), (3.5, [.blue, .red, Color("lime")]),
      (4.2, [.blue, .red, .white]), (5.1, [.blue, .white, .white]),
    ] {
      _ = try source.draw(atSeconds: time, into: &bitmap)
      #expect(
        [bitmap[4, 4], bitmap[4, 16], bitmap[155, 4]] == colors.compactMap(\.self).map { Pixel($0) }, "\(time) s")
    }
    #expect(
      problems("scenes: [{blank: white, seconds: 1, overlays: [{text: a, form: 1}]}]").first?.contains(
        "did you mean from?") == true)
  }

  @Test("In a transition, the caption changes when more of the next scene than of this one is visible")
  func transitions() throws {
    let yaml =
      "film: {fps: 10}\nscenes: [{blank: red, seconds: 3, caption: a, transition: {kind: dissolve, seconds: 1}}, {blank: blue, seconds: 3, caption: [b, c], transition: {kind: push, seconds: 1}}, {blank: red, seconds: 2, caption: {text: d, from: 1}}]"
    let story = try #require(read(yaml).description().scenes.entries[0].scene as? StoryFilm)
    let shown = story.captions.map { "\($0.text) \($0.start)-\($0.end)" }
    #expect(shown == ["a 0.0-2.5", "b 2.5-3.5", "c 3.5-4.5", "d 5.0-6.0"])
  }

  @Test(
    "In portrait and landscape, texts, tables, programs and shapes stay within the safe area in every frame",
    arguments: [
      "text: {heading: WORDS, points: [WORDS, WORDS], reveal: points}", "text: {text: WORDS, reveal: typed, size: 90}",
      "table: {rows: [[WORDS, WORDS, WORDS], [WORDS, WORDS, WORDS], [a, 1, 2]]}",
      "table: {rows: [[a, b], ROWS], colors: {b: green}}", "code: {text: \"WORDS\\nlet a = 1\", steps: [{lines: 2}]}",
      "shapes: {svg: \"<svg viewBox='0 0 50 90'><path d='M0 0L50 90' stroke='red' stroke-width='4'/></svg>\"}",
      "clock: 10:08",
      "title: {text: WORDS, subtitle: WORDS}",
    ], ["270x480", "480x270", "480x200"])
  func safe(scene: String, size: String) throws {
    let yaml = scene.replacing("WORDS", with: "Incomprehensibilities that have to be wrapped")
      .replacing("ROWS", with: (0..<40).map { "[row \($0), b]" }.joined(separator: ", "))
    let source = try read("film: {size: \(size), theme: classic}\nscenes: [{\(yaml), seconds: 2}]").description()
      .source()
    var bitmap = Bitmap(size: source.size)
    // Lines of a drawing extend half their width beyond its measured bounds.
    let margin = Int(Double(min(bitmap.width, bitmap.height)) * 90 / 1080) - (scene.hasPrefix("shapes") ? 8 : 1)
    var marked = 0
    for time in [0.0, 0.7, 1.4, 1.99] {
      _ = try source.draw(atSeconds: time, into: &bitmap)
      for y in 0..<bitmap.height {
        for x in 0..<bitmap.width where bitmap[x, y] != Pixel(.white) {
          marked += 1
          let isSafe = x >= margin && y >= margin && x < bitmap.width - margin && y < bitmap.height - margin
          if !isSafe {
            Issue.record("(\(x), \(y)) of \(size) at \(time) s")
            return
          }
        }
      }
    }
    #expect(marked > 300)
  }
}
