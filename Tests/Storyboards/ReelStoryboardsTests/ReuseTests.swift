import Foundation
import ReelCurves
import ReelFilms
import ReelScenes
import ReelTestSupport
import Testing

@testable import ReelStoryboards

/// A folder with files that a storyboard names.
struct StoryFolder: ~Copyable {
  let url: URL

  init(_ files: [String: String]) throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("reel-story-\(UUID())")
    for (name, text) in files {
      let file = url.appendingPathComponent(name)
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// Reads a storyboard as `story.yaml`.
  func read(_ yaml: String, variables: [String: String] = [:], allowing: [String] = []) throws -> Storyboard {
    try Storyboard(
      yaml: Array(yaml.utf8), file: "story.yaml", folder: url.path, allowing: allowing, variables: variables)
  }

  /// The words of a storyboard's titles, and the kinds of its other scenes.
  func words(_ yaml: String, variables: [String: String] = [:]) throws -> [String] {
    try read(yaml, variables: variables).items.map { item in
      if case .scene(let title as TitleScene) = item.content { title.text } else { item.name }
    }
  }

  /// The problems of a storyboard, with the folder written as `…`.
  func problems(_ yaml: String) -> [String] {
    do {
      _ = try read(yaml).description()
      return []
    } catch {
      return "\(error)".split(separator: "\n").map { String($0).replacing(url.path, with: "…") }
    }
  }
}

@Suite("Reused scenes") struct ReuseTests {
  @Test("A scene is repeated for each row of a CSV file, with any line endings, quotes and byte order mark")
  func rows() throws {
    for text in [
      "word,meaning\na,1\n\"b, c\",2\n", "\u{FEFF}word,meaning\r\na,1\r\n\"b, c\",2", "word;meaning\n\na;1\n\nb, c;2\n",
    ] {
      let folder = try StoryFolder(["words.csv": text])
      #expect(
        try folder.words("scenes: [{each: words.csv, title: '${n} ${word} = ${meaning}'}]") == [
          "1 a = 1", "2 b, c = 2",
        ],
        "\(text)")
    }
  }

  @Test("A group is repeated for each row, and its last transition is dropped at the end of the film")
  func groups() throws {
    let folder = try StoryFolder([:])
    let yaml = """
      scenes:
        - each: [A, B]
          chapter: "The letter ${item}"
          transition: dissolve
          scenes:
            - {title: "${item}", seconds: 2}
            - {title: "${item} again", seconds: 2}
      """
    let story = try folder.read(yaml)
    #expect(try folder.words(yaml) == ["A", "A again", "B", "B again"])
    #expect(story.items.map(\.transition.kind) == [.cut, .dissolve, .cut, .dissolve])
    #expect(story.items.map(\.chapter) == ["The letter A", nil, "The letter B", nil])
    #expect(try story.description().duration.rounded(.down) == 7)
  }

  @Test("Rows may be tables, and may be nested")
  func nested() throws {
    let folder = try StoryFolder([:])
    #expect(
      try folder.words(
        "scenes: [{each: [{a: 1}, {a: 2}], scenes: [{each: [x, y], title: '${a}${item}'}]}]") == [
          "1x", "1y", "2x", "2y",
        ])
  }

  @Test("A template takes its defaults, the values of each row, and the values given with it")
  func templates() throws {
    let folder = try StoryFolder(["words.csv": "name\nAda\nBob\n"])
    let head = """
      vars: {sign: "!"}
      templates:
        hello:
          vars: {word: Hello}
          scenes: [{title: "${word}, ${name}${sign}"}]
        plain: {title: "Good bye, ${name}", seconds: 2}

      """
    #expect(try folder.words(head + "scenes: [{each: words.csv, use: hello}]") == ["Hello, Ada!", "Hello, Bob!"])
    #expect(
      try folder.words(head + "scenes: [{use: hello, with: {name: Eve, word: Hey}}, {use: plain, with: {name: Eve}}]")
        == ["Hey, Eve!", "Good bye, Eve"])
    let story = try folder.read(head + "scenes: [{use: plain, with: {name: Eve}, seconds: 5, id: end}]")
    #expect(story.items.map(\.seconds) == [5])
    #expect(story.items.map(\.id) == ["end"])
  }

  @Test("An included file brings its variables and its folder for its scenes, and its templates for the whole film")
  func include() throws {
    let folder = try StoryFolder([
      "parts/intro.yaml":
        "film: {fps: 5}\nvars: {name: nobody}\nscenes: [{title: 'For ${name}'}, {table: words.csv}]",
      "parts/words.csv": "a,b\n1,2\n",
      "house.yaml": "vars: {firm: Reel}\ntemplates: {end: {title: '${firm} ends'}}\nscenes: []\n",
    ])
    #expect(
      try folder.words(
        "include: house.yaml\nscenes: [{include: parts/intro.yaml, with: {name: Ada}}, {title: '${firm}'}, {use: end}]")
        == ["For Ada", "the table", "Reel", "Reel ends"])
    #expect(try folder.words("scenes: [{include: parts/intro.yaml}]") == ["For nobody", "the table"])
    let story = try folder.read("scenes: [{include: parts/intro.yaml}]")
    #expect(story.files.map { URL(filePath: $0).lastPathComponent } == ["intro.yaml", "words.csv"])
    // Its frame rate does not matter.
    #expect(story.film.frameRate == 30)
  }

  @Test("Variables from outside override those of the text")
  func given() throws {
    let folder = try StoryFolder([:])
    let yaml = "vars: {name: nobody, words: 'Dear ${name}'}\nscenes: [{title: '${words}: ${mark}'}]"
    #expect(try folder.words(yaml, variables: ["name": "Ada", "mark": "A"]) == ["Dear Ada: A"])
  }

  @Test(
    "Mistakes are reported with their position",
    arguments: [
      (
        "scenes: [{each: words.csv, title: '${wrod}'}]",
        "story.yaml:1:35: unknown variable “wrod”: did you mean word?"
      ),
      ("scenes: [{each: none.csv, title: a}]", "story.yaml:1:17: none.csv: no such file in the storyboard's folder"),
      (
        "scenes: [{each: short.csv, title: a}]",
        "short.csv:3:1: this row has 1 value, but the header has 2 columns"
      ),
      ("scenes: [{each: twice.csv, title: a}]", "twice.csv:1:1: two columns have the name “a”: rename one"),
      (
        "scenes: [{each: open.csv, title: a}]",
        "story.yaml:1:17: open.csv: table line 2 is not valid: it must be closed by a second quote"
      ),
      ("scenes: [{each: empty.csv, title: a}]", "story.yaml:1:17: empty.csv needs a row with the names of the columns"),
      ("scenes: [{each: [], title: a}]", "story.yaml:1:17: each has no rows: add at least one"),
      (
        "scenes: [{each: {a: b}, title: a}]",
        "story.yaml:1:17: each takes a CSV file such as words.csv or a list such as [A, B, C]"
      ),
      ("scenes: [{each: [[a]], title: a}]", "story.yaml:1:18: a row of each must be a text or a table"),
      (
        "scenes: [{use: hallo}]\ntemplates: {hello: {title: a}}",
        "story.yaml:1:16: unknown key “hallo” in templates: did you mean hello?"
      ),
      (
        "templates: {a: {use: b}, b: {use: a}}\nscenes: [{use: a}]",
        "story.yaml:1:35: a includes itself"
      ),
      ("scenes: [{include: own.yaml}]", "…/own.yaml:1:20: own.yaml includes itself"),
      ("scenes: [{include: broken.yaml}]", "…/broken.yaml:2:5: unknown key “titel” in a scene: did you mean title?"),
      ("scenes: [{include: ../other.yaml}]", "story.yaml:1:20: ../other.yaml: no such file"),
      ("scenes: [{use: a, include: b}]", "story.yaml:1:19: use already names the scenes"),
      (
        "scenes: [{scenes: [{title: a}, {title: b}], seconds: 2}]",
        "story.yaml:1:45: scenes expands to 2 scenes here, which can share only a chapter and a final transition"
      ),
      ("scenes: [{ussd: a}]", "story.yaml:1:11: unknown key “ussd” in a scene"),
      ("templates: [a]\nscenes: [blank]", "story.yaml:1:12: templates must be a table of names and scenes"),
      ("scenes: [{use: a, with: [b]}]\ntemplates: {a: {title: b}}", "story.yaml:1:25: with must be a table"),
      ("scenes: [{turtle: bad.logo, seconds: 1}]", "bad.logo:1:4: "),
      ("scenes: [{turtle: {}, seconds: 1}]", "story.yaml:1:19: turtle needs a file or a program"),
    ])
  func wrong(yaml: String, beginning: String) throws {
    let folder = try StoryFolder([
      "words.csv": "word\na\n", "short.csv": "a,b\n1,2\n3\n", "twice.csv": "a,a\n1,2\n", "open.csv": "a\n\"b\n",
      "empty.csv": "a\n", "own.yaml": "scenes: [{include: own.yaml}]", "broken.yaml": "scenes:\n  - titel: a\n",
      "bad.logo": "fd forwrd",
    ])
    let found = folder.problems(yaml)
    #expect(found.contains { $0.hasPrefix(beginning) }, "\(found)")
  }

  @Test("Deeply nested rows and templates that double themselves are stopped")
  func bounds() throws {
    let folder = try StoryFolder([:])
    let rows = "[" + (0..<100).map(String.init).joined(separator: ", ") + "]"
    let found = folder.problems(
      "scenes: [{each: \(rows), scenes: [{each: \(rows), scenes: [{each: \(rows), title: a}]}]}]")
    #expect(found.contains { $0.contains("has more than 100000 values") }, "\(found)")
    var doubling = "templates:\n  t0: [{title: a}, {title: a}]\n"
    for level in 1...14 { doubling += "  t\(level): [{use: t\(level - 1)}, {use: t\(level - 1)}]\n" }
    #expect(folder.problems(doubling + "scenes: [{use: t14}]").contains { $0.contains("at most 2000") })
    var deep = "templates:\n  t0: {title: a}\n"
    for level in 1...20 { deep += "  t\(level): {use: t\(level - 1)}\n" }
    #expect(
      folder.problems(deep + "scenes: [{use: t20}]").contains {
        $0.contains("is nested more than 16 files and templates deep")
      })
  }

  @Test("Curves and turtles can be given by one word")
  func short() throws {
    let folder = try StoryFolder(["box.logo": "repeat 4 [fd 100 rt 90]"])
    let story = try folder.read(
      "scenes: [{curve: koch, seconds: 1}, {turtle: box.logo, seconds: 1}, {turtle: {file: box.logo, hide-turtle: true}, seconds: 1}]"
    )
    guard case .scene(let curve as CurveFilm) = story.items[0].content,
      case .scene(let turtle as TurtleFilm) = story.items[1].content
    else {
      Issue.record("\(story.items.map(\.name))")
      return
    }
    #expect(curve.name == .koch)
    #expect(turtle.program == "repeat 4 [fd 100 rt 90]")
    #expect(try story.description().duration == 3)
  }
}
