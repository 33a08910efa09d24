import ReelCanvas
import ReelFilms
import ReelGeometry
import Testing

@testable import ReelStoryboards

@Suite("Mistakes in YAML, and layout on a page") struct SlipTests {
  @Test(
    "Common mistakes are explained, with their position",
    arguments: [
      ("scenes:\n  - title: \"Hello\n  - text: there\n", "2:12: a text in quotes begins here and does not end"),
      ("scenes:\n\t- title: Tab\n", "2:1: the line begins with a tab: indent it with spaces"),
      ("scenes:\n- title: @reel\n", "2:10: a text cannot begin with this character: put the text in quotes"),
      ("scenes:\n- title: A: B\n", "there is a second colon here: put text with a colon in quotes"),
      ("scenes: [{title: A: B}]\n", "1:19: the list or table that begins in line 1 needs a comma or } here"),
      ("scenes: [{title: a}, {title: b}\noverlays: [time]\n", "that begins in line 1 needs a comma or ] here"),
      ("scenes:\n- title: Hi\n  seconds 3\n", "3:3: this key has no colon"),
      (
        "scenes:\n  - title: Hi\n - title: there\n", "this is indented differently from the lines that it belongs to"
      ),
    ])
  func slips(yaml: String, message: String) {
    let told = problems(yaml)
    #expect(told.count == 1 && told[0].contains(message) && told[0].hasPrefix("story.yaml:"), "\(told)")
  }

  @Test("A message names an option once, and lists the known ones within its sentence")
  func once() {
    #expect(problems("film: {size: 1080q}\nscenes: [blank]").first?.hasPrefix("story.yaml:1:14: size 1080q is") == true)
    #expect(
      problems("scenes: [{code: {xyzzy: 1}}]").first?.contains(
        "unknown key “xyzzy” in code: the known ones are file, text") == true)
  }

  private func frame(_ yaml: String, at time: Double) throws -> Bitmap {
    let source = try read("film: {size: 160x90, theme: classic}\n" + yaml).description().source()
    var bitmap = Bitmap(size: source.size)
    _ = try source.draw(atSeconds: time, into: &bitmap)
    return bitmap
  }

  @Test("A scene without an explicit end stays until its container ends")
  func stays() throws {
    let text = "{text: {text: '■■■', size: 200}}"
    func isInked(_ yaml: String, at time: Double) throws -> Bool {
      let bitmap = try frame(yaml, at: time)
      return (0..<90).contains { y in (0..<160).contains { bitmap[$0, y] != Pixel(.white) } }
    }
    for layout in ["parallel", "columns", "stack", "grid"] {
      // In a parallel, the background is a scene of its own.
      let first = layout == "parallel" ? "{blank: white}, " : ""
      let last = layout == "parallel" ? "" : ", {blank: white, seconds: 1}"
      let yaml = "scenes: [{\(layout): [\(first)\(text)\(last)], seconds: 9}]"
      #expect(try isInked(yaml, at: 8.8), "\(layout)")
      let ended = yaml.replacing("size: 200}}", with: "size: 200}, seconds: 2}")
      #expect(try isInked(ended, at: 1) && !isInked(ended, at: 8.8), "\(layout)")
    }
  }

  @Test("In right-to-left text, points that begin with a Latin word are at the right, too")
  func leftwards() throws {
    func inked(_ yaml: String) throws -> (left: Int, right: Int) {
      let bitmap = try frame(yaml, at: 0.5)
      var counts = (left: 0, right: 0)
      for y in 0..<90 {
        for x in 0..<160 where bitmap[x, y] != Pixel(.white) {
          if x < 80 { counts.left += 1 } else { counts.right += 1 }
        }
      }
      return counts
    }
    let mixed = try inked("scenes: [{text: {heading: שלום, points: [ABC שלום, ABC]}, seconds: 1}]")
    #expect(mixed.left == 0 && mixed.right > 0, "\(mixed)")
    let latin = try inked("scenes: [{text: {heading: abc, points: [abc]}, seconds: 1}]")
    #expect(latin.right == 0 && latin.left > 0, "\(latin)")
  }

  @Test("Captions and overlays use the style's font and colours")
  func letters() throws {
    let story = try #require(
      read(
        "style: {font: serif, ink: lime, accent: red, caption: {size: 40}}\nscenes: [{blank: red, seconds: 1, caption: a}]\noverlays: [time, progress, {text: {text: b, font: monospace, color: blue}}]"
      ).description().scenes.entries[0].scene as? StoryFilm)
    #expect(story.captions[0].style?.font == "serif" && story.captions[0].style?.size == 40)
    #expect(story.overlays.map(\.look.font) == ["serif", nil, "monospace"])
    let lime = try #require(Color("lime"))
    #expect(story.overlays.map(\.look.color) == [lime, .red, .blue])
    #expect(Set(story.fonts.map(\.family)) == ["serif", "monospace"])
  }
}
