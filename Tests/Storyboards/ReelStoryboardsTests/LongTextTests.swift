import ReelCanvas
import ReelGeometry
import Testing

@testable import ReelStoryboards

/// Texts far too long for a page, which are refused before they are broken into lines, as that would take minutes.
@Suite struct LongTextTests {
  private static let word = String(repeating: "W", count: 7_800)

  @Test(
    "A word of thousands of letters is refused before it is broken into lines",
    arguments: [
      "title: WORD", "title: {text: a, subtitle: WORD}", "text: WORD", "text: {heading: WORD}",
      "text: {points: [a, WORD]}",
      "title: a, caption: WORD",
    ], ["640x360", "360x640"])
  func refused(scene: String, size: String) throws {
    let scene = scene.replacing("WORD", with: Self.word)
    let yaml = "film: {size: \(size)}\nscenes: [{\(scene), seconds: 1}]\n"
    let error = #expect(throws: StoryboardError.self) {
      try Storyboard(yaml: Array(yaml.utf8), file: "a.yaml", folder: "/nonexistent").description()
    }
    let text = "\(error.map { "\($0)" } ?? "")"
    #expect(text.contains("a.yaml:2:") && text.contains("does not fit on its page"), "\(text)")
  }

  @Test("A text that fits is never taken for one that is far too long, in any script")
  func fitting() {
    let size = Size(width: 1740, height: 900)
    for letters in ["i", "W", "l ", "漢", "e\u{301}", "ا", "fi", "\u{1F600}"] {
      for count in [1001, 1500, 2500, 4000, 6000] {
        let text = String(repeating: letters, count: count)
        let smallest = Font(size: 28)
        guard FittedText.isHopeless(text, font: smallest, in: size, smallest: 28) else { continue }
        // Half of this text, without a word that has to be broken, would already fill the page.
        let half = String(text.prefix(text.count / 2))
        let line = TextLayout(half, font: smallest).size
        #expect(line.width * line.height > 0.7 * size.width * size.height, "\(letters), \(count)")
      }
    }
    #expect(
      !FittedText.isHopeless(String(repeating: "word ", count: 300), font: Font(size: 132), in: size, smallest: 28))
  }
}
