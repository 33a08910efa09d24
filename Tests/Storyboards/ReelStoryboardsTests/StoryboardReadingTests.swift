import Foundation
import ReelFilms
import ReelGeometry
import ReelScenes
import ReelTestSupport
import Testing

@testable import ReelStoryboards

/// Reads a storyboard as `story.yaml`.
func read(_ yaml: String, folder: String = "", setting: [(key: String, value: String)] = []) throws -> Storyboard {
  try Storyboard(yaml: Array(yaml.utf8), file: "story.yaml", folder: folder, setting: setting)
}

/// The lines that report the problems of a storyboard; empty if it can be filmed.
func problems(_ yaml: String, setting: [(key: String, value: String)] = []) -> [String] {
  do {
    _ = try read(yaml, setting: setting).description()
    return []
  } catch let error as StoryboardError {
    return error.problems.map(\.description)
  } catch {
    return ["\(error)"]
  }
}

@Suite("Reading a storyboard") struct StoryboardReadingTests {
  @Test("A single value sets the main option of its kind")
  func main() throws {
    let story = try read(
      "scenes: [{title: Hello}, {text: There}, {snowflake: 0...2}, {clock: 10:08}, blank, {fixture: bars}]")
    let kinds = story.items.map(\.name)
    #expect(kinds == ["the title", "the text", "the snowflake", "the clock", "the blank", "the pattern"])
    guard case .scene(let first) = story.items[0].content, case .scene(let third) = story.items[2].content else {
      Issue.record("no scenes")
      return
    }
    #expect((first as? TitleScene)?.text == "Hello")
    #expect((third as? SnowflakeFilm)?.levels == 0...2)
  }

  @Test(
    "Mistakes are reported with line, column, and the nearest known word or the possibilities",
    arguments: [
      (
        "scenes:\n  - titel: Hello",
        "story.yaml:2:5: unknown key “titel” in a scene: did you mean title?"
      ),
      (
        "scenes:\n  - title: {txt: a, text: b}",
        "story.yaml:2:13: unknown key “txt” in title: did you mean text?"
      ),
      (
        "scenes:\n  - title: a\n    secnods: 2",
        "story.yaml:3:5: unknown key “secnods” in a scene: did you mean seconds?"
      ),
      (
        "scenes:\n  - title: a\n    seconds: no",
        "story.yaml:3:14: “no” is not a duration: seconds must be more than 0, such as 2"
      ),
      (
        "film: {theme: papr}\nscenes: [blank]",
        "story.yaml:1:15: theme papr is not valid: did you mean paper?"
      ),
      ("scenes:\n  - title: a\u{1}b", "story.yaml:2:13: this is not YAML: control characters are not allowed"),
      (
        "scenes:\n  - {title: a, blank: red}",
        "story.yaml:2:16: a scene shows one thing, but this one already has title"
      ),
      ("scenes:\n  - [1]", "story.yaml:2:5: a scene must be a table with one of"),
      ("scene: []", "story.yaml:1:1: unknown key “scene” in a storyboard: did you mean scenes?"),
      (
        "scenes:\n  - title: ${nam}\nvars: {name: a}", "story.yaml:2:12: unknown variable “nam”: did you mean name?"
      ),
      ("scenes: [{title: a, title: b}]", "story.yaml:1:11: “title” is there twice: leave one out"),
      ("scenes: [{title: a", "story.yaml:"),
      ("scenes: [{blank: purpel, seconds: 2}]", "story.yaml:1:18: color: colour purpel is not valid"),
      ("scenes: [blank]", "story.yaml:1:10: the blank has no end: give it seconds"),
      (
        "scenes: [{title: a, transition: {kind: curl}}, {title: b}]",
        "story.yaml:1:40: kind: transition curl is not valid: it must be cut, fade"
      ),
      ("scenes: [{title: a, transition: dissolve}]", "story.yaml:1:11: the last scene has no next scene"),
      (
        "scenes: [{title: a, seconds: 1, transition: {kind: fade, seconds: 2}}, {title: b}]",
        "story.yaml:1:11: the title lasts 1.0 s, but its transitions take 2.0 s"
      ),
      (
        "scenes: [{trace: {letters: A}, seconds: 1}]",
        "story.yaml:1:11: the trace cannot be filmed: length 1.0 is not valid: it must be more than the 1.5 seconds"
      ),
      ("", "story.yaml:1:1: the file is empty"),
      ("scenes: []", "storyboard:1:1: a storyboard needs at least one scene"),
    ])
  func wrong(yaml: String, beginning: String) {
    let found = problems(yaml)
    #expect(found.contains { $0.hasPrefix(beginning) }, "\(found)")
  }

  @Test("All problems of a file are reported at once, in text order")
  func all() {
    let found = problems(
      "film: {fps: x}\nscenes:\n  - titel: a\n  - title: {}\n    seconds: -1\n  - zoom: {factor: 99999}\n")
    #expect(found.map { $0.split(separator: ":")[1] } == ["1", "3", "4", "5", "6"], "\(found)")
  }

  @Test("Variables work in texts, numbers and values of keys, and $${ is a literal ${")
  func variables() throws {
    let story = try read(
      "vars: {name: Ada, length: 2}\nscenes: [{title: 'Hello ${name}, $${name}', seconds: '${length}'}]")
    guard case .scene(let scene) = story.items[0].content else { return }
    #expect((scene as? TitleScene)?.text == "Hello Ada, ${name}")
    #expect(story.items[0].seconds == 2)
  }

  @Test("Values from outside replace those of the storyboard")
  func settings() throws {
    let story = try read(
      "film: {size: 1080p}\nvars: {a: b}\nscenes: [{title: '${a}'}]",
      setting: [("film.size", "640x360"), ("vars.a", "c"), ("scenes.0.seconds", "4")])
    #expect(story.film.size == PixelSize(width: 640, height: 360))
    #expect(story.items[0].seconds == 4)
    let found = problems("scenes: [{title: a}]", setting: [("scenes.4.seconds", "1")])
    #expect(
      found == [
        "--set scenes.4.seconds: the storyboard has no such key: use its own keys, such as film.size or scenes.0.seconds"
      ])
  }

  @Test("Aliases that would expand without bound, deep nesting and long files are refused at once")
  func limits() {
    var bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n"
    for level in 1...9 { bomb += "a\(level): &a\(level) [" + String(repeating: "*a\(level - 1), ", count: 9) + "]\n" }
    #expect(problems(bomb + "scenes: [blank]").first?.hasSuffix("could expand without bound: use vars instead") == true)
    let deep = "scenes: " + String(repeating: "[", count: 100_000)
    #expect(problems(deep).first?.contains("nested more than") == true)
    let steps = "scenes:\n" + (0..<400).map { String(repeating: " ", count: $0) + "a:" }.joined(separator: "\n")
    #expect(problems(steps).first?.contains("nested more than") == true)
    #expect(problems(String(repeating: "# a\n", count: 100_000)).first?.contains("at most 262144 bytes") == true)
    #expect(
      problems("scenes: [{title: \(String(repeating: "a", count: 9000))}]").first?.contains("more than 8000 bytes")
        == true)
    // A few aliases are as good as their values.
    #expect(
      problems("x-title: &t {title: a}\nscenes: [*t, *t]") == [
        "story.yaml:1:1: unknown key “x-title” in a storyboard: the known ones are film, vars, templates, include, style, scenes, overlays, sound, captions, output, outputs, animation"
      ])
  }

  @Test("Files must be in the storyboard's folder, even through links, unless others are allowed")
  func files() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("reel-story-\(UUID())")
    let inner = folder.appendingPathComponent("story")
    try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data("x".utf8).write(to: folder.appendingPathComponent("secret.png"))
    try FileManager.default.createSymbolicLink(
      at: inner.appendingPathComponent("link.png"), withDestinationURL: folder.appendingPathComponent("secret.png"))
    for name in ["../secret.png", "link.png", folder.path + "/secret.png", "./../story/../secret.png"] {
      #expect(
        throws: StoryboardError([
          .init(
            file: "story.yaml", line: 1, column: 18,
            message: "\(name) is outside the storyboard's folder: move it there, or give --allow-path")
        ])
      ) { try read("scenes: [{image: \(name)}]", folder: inner.path) }
    }
    let allowed = try? Storyboard(
      yaml: Array("scenes: [{image: link.png}]".utf8), file: "a", folder: inner.path, allowing: [folder.path])
    #expect(allowed == nil)
    #expect(throws: StoryboardError.self) { try read("scenes: [{image: missing.png}]", folder: inner.path) }
  }
}
