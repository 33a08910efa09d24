import ReelCanvas
import ReelGeometry
import Testing

@testable import ReelStoryboards

@Suite("The contrast of texts in all themes") struct ContrastTests {
  /// A text's colour on the background behind it.
  private struct Pair {
    var what: String
    var text: Color
    var ground: Color
  }

  private func pairs(_ theme: StoryTheme) throws -> [Pair] {
    let colors = StoryColors(theme, StoryStyle())
    let ground = try #require(colors.ground)
    var pairs: [Pair] = []
    for place in [ground.center, ground.edge] {
      pairs += [
        Pair(what: "ink", text: colors.ink, ground: place), Pair(what: "soft", text: colors.soft, ground: place),
      ]
      for name in Color.names {
        let color = try #require(Color(name))
        guard color.alpha == 1 else { continue }
        pairs.append(
          Pair(
            what: "\(name) in a table", text: TableSetting.letters(color, on: colors),
            ground: TableSetting.plate(color).laid(over: place)))
      }
    }
    let code = CodeColors(theme)
    for below in [code.sheet, code.band.laid(over: code.sheet)] {
      pairs.append(Pair(what: "line numbers", text: code.faint, ground: below))
      for kind in [CodeWord.Kind.plain, .keyword, .type, .number, .string, .comment] {
        pairs.append(Pair(what: "\(kind)", text: code[kind], ground: below))
      }
    }
    pairs.append(Pair(what: "title of code", text: code.soft, ground: code.sheet))
    let overlay = try read("film: {theme: \(theme)}\nscenes: [blank]\noverlays: [{text: Words}]").overlays[0].look
    for below in [ground.center, ground.edge, .white, .black, .gray] {
      pairs.append(Pair(what: "overlay", text: overlay.color, ground: overlay.plate.laid(over: below)))
      pairs.append(Pair(what: "caption", text: .white, ground: CaptionSetting.usualGround.laid(over: below)))
    }
    return pairs
  }

  @Test("Every text has a contrast of at least 4.5 to its background", arguments: StoryTheme.allCases)
  func contrast(theme: StoryTheme) throws {
    for pair in try pairs(theme) {
      let contrast = pair.text.contrast(on: pair.ground)
      #expect(contrast >= 4.5, "\(theme): \(pair.what) has \(contrast)")
    }
  }

  @Test("Lines, bullets and bars have a contrast of at least 3", arguments: StoryTheme.allCases)
  func lines(theme: StoryTheme) throws {
    let ground = try #require(StoryColors(theme, StoryStyle()).ground)
    for place in [ground.center, ground.edge] { #expect(theme.accent.contrast(on: place) >= 3, "\(theme)") }
  }
}
