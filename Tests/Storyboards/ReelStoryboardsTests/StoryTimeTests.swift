import Foundation
import ReelFilms
import ReelScenes
import ReelTestSupport
import Testing

@testable import ReelStoryboards

@Suite("The clock of a storyboard") struct StoryTimeTests {
  /// The film of a storyboard.
  private func film(_ yaml: String) throws -> StoryFilm {
    try #require(try read(yaml).description().scenes.entries[0].scene as? StoryFilm)
  }

  @Test("A film is as long as its scenes less their transitions")
  func overlap() throws {
    let film = try film(
      "scenes: [{title: a, seconds: 3, transition: {kind: dissolve, seconds: 0.5}}, {title: b, seconds: 2, transition: cut}, {title: c, seconds: 1}]"
    )
    #expect(film.pages.map(\.start) == [0, 2.5, 4.5])
    #expect(film.pages.map(\.end) == [3, 4.5, 5.5])
    #expect(try read("scenes: [{title: a, seconds: 2}]").description().frameCount == 60)
  }

  @Test("Scenes in parallel begin together, and end with the longest")
  func parallel() throws {
    let film = try film(
      "scenes: [{blank: red, seconds: 1}, {parallel: [{blank: blue}, {title: a, seconds: 2}, {title: b, from: 1, seconds: 3}]}, {title: c, seconds: 1}]"
    )
    #expect(film.pages.map(\.end) == [1, 5, 6])
    #expect(film.pages[1].parts[0].parts?.map(\.start) == [1, 1, 2])
    #expect(film.pages[1].parts[0].parts?.map(\.end) == [5, 3, 5])
  }

  @Test("What a scene of a group would show later than its group is not listed, nor is the rest of a short sound")
  func listed() throws {
    let folder = try StoryFolder(["notes.txt": "a"])
    try Wave.noise(seconds: 1).write(to: folder.url.appending(path: "tone.wav"))
    let film = try folder.read(
      "scenes: [{columns: [{title: a}, {clock: {}}], seconds: 2}, {title: b, seconds: 4}]\nsound: [{file: tone.wav, at: 1 s}, {file: tone.wav, loop: true}]"
    ).description()
    #expect(
      StoryTimeline(film).lines.dropLast() == [
        "    0.000 –     2.000  title", "    0.000 –     2.000  clock", "    0.000 –     6.000  sound: tone.wav",
        "    1.000 –     2.000  sound: tone.wav", "    2.000 –     6.000  title",
      ])
  }

  @Test("Times may refer to scenes that come earlier or later in the text")
  func references() throws {
    let film = try film(
      """
      scenes:
        - {blank: red, until: 2}
        - parallel:
            - {blank: blue, seconds: 4}
            - {title: b, id: other, from: 1, until: third.end - 250 ms}
            - {title: b, id: third, seconds: 3}
        - {blank: red, seconds: 1}
      overlays:
        - {text: a, from: other.start, until: other.end}
      """)
    #expect(film.overlays.map(\.start) == [3])
    #expect(film.overlays.map(\.end) == [4.75])
  }

  @Test("A time that depends on itself is refused")
  func cycle() {
    let found = problems(
      "scenes:\n  - {title: a, id: a, until: b.end}\n  - {title: b, id: b, seconds: 1}")
    #expect(found == ["story.yaml:2:6: the time of a depends on itself: break the cycle with a number"])
    #expect(problems("scenes: [{title: a, until: x.end}]").first?.contains("no scene has the id x") == true)
    #expect(
      problems("scenes: [{title: a, id: a}, {title: b, id: a}]").first?.contains("two scenes have the id a") == true)
  }

  @Test(
    "Times can be written in all usual forms",
    arguments: [
      ("2", .seconds(2)), ("1.5 s", .seconds(1.5)), ("250 ms", .seconds(0.25)), ("1:20", .seconds(80)),
      ("1m30s", .seconds(90)), ("a.end", .reference(id: "a", .end, offset: 0)),
      ("a-b.start - 0.5 s", .reference(id: "a-b", .start, offset: -0.5)),
      ("a.end+1", .reference(id: "a", .end, offset: 1)), ("a-1.end", .reference(id: "a-1", .end, offset: 0)),
    ] as [(String, StoryTime)])
  func times(text: String, time: StoryTime) throws { #expect(try StoryTime(parsing: text) == time) }

  @Test(
    "Other texts are not times",
    arguments: ["", "a", "a.middle", "a.end +", "-1", "1 2", "a b.end", "1e9", "nan", ".end"])
  func noTimes(text: String) { #expect((try? StoryTime(parsing: text)) == nil) }
}
