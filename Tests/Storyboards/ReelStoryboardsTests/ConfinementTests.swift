import Foundation
import ReelDescriptions
import ReelFilms
import ReelScenes
import ReelTerminal
import ReelVideo
import Testing

@testable import ReelStoryboards

@Suite("Files that a storyboard names must be in its folder") struct ConfinementTests {
  /// An option that names files, and a one-line storyboard that sets it.
  struct Naming: CustomTestStringConvertible {
    var subject: String
    var option: String
    var files: InputFiles
    var yaml: @Sendable (String) -> String

    var testDescription: String { "\(subject) \(option)" }
  }

  /// The options of a type, each in a storyboard that `yaml` makes from `option: value`.
  private static func namings<Subject: Describable>(
    _ type: Subject.Type, _ subject: String, _ yaml: @escaping @Sendable (String) -> String
  ) -> [Naming] {
    type.options.map { option in
      let name = option.name
      return Naming(subject: subject, option: name, files: option.files) { yaml("\(name): \($0)") }
    }
  }

  /// Every option of all scenes (also as overlays), overlays, sounds and text styles.
  private static let all: [Naming] = {
    var all: [Naming] = []
    for (name, type) in StoryReader.kinds(of: .storyboards) {
      // A trace and a terminal have looks only with a source.
      let source = ["trace": "letters: A, ", "terminal": "file: demo.cast, "][name] ?? ""
      all += namings(type, name) { "scenes: [{\(name): {\(source)\($0)}}]" }
      if StoryReader.overlayScenes(of: .storyboards).contains(name) {
        all += namings(type, "overlay \(name)") {
          "scenes: [{title: a, seconds: 1}]\noverlays: [{\(name): {\(source)\($0)}}]"
        }
      }
    }
    all += namings(TraceSource.self, "trace") { "scenes: [{trace: {\($0)}}]" }
    all += namings(TurtleSource.self, "turtle") { "scenes: [{turtle: {\($0)}}]" }
    all += namings(TerminalSource.self, "terminal") {
      "scenes: [{terminal: {\($0)\($0.hasPrefix("file:") ? "" : ", file: demo.cast")}}]"
    }
    for kind in StoryOverlay.Kind.names {
      all += namings(StoryOverlay.Look.self, "overlay \(kind)") {
        "scenes: [{title: a, seconds: 1}]\noverlays: [{\(kind): {\($0)}}]"
      }.filter { !StoryReader.hiddenOptions(of: StoryOverlay.Kind(rawValue: kind) ?? .scene).contains($0.option) }
    }
    all += namings(SoundPiece.self, "sound") { "scenes: [{title: a, seconds: 1}]\nsound: {\($0)}" }
    for (text, _, _) in StoryStyle.texts {
      all += namings(StoryTextStyle.self, "style of \(text)") { "style: {\(text): {\($0)}}\nscenes: [{title: a}]" }
    }
    all += namings(StoryStyle.self, "style") { "style: {\($0)}\nscenes: [{title: a}]" }
    return all
  }()

  /// Names of files that are not options.
  private static let others = [
    ("include", "include: ["), ("captions", "scenes: [{title: a, seconds: 1}]\ncaptions: {file: "),
    ("cues", "scenes: [{title: a, seconds: 1}]\nsound: {file: noise.wav, cues: "),
    ("rows", "scenes: [{each: "),
  ].map { name, beginning in
    Naming(subject: name, option: "", files: .value) { value in
      let closing = beginning.hasSuffix("[") ? "]\nscenes: [{title: a}]" : name == "rows" ? ", title: a}]" : "}"
      return beginning + value + closing
    }
  }

  @Test(
    "Every option that names a file refuses outside files by relative path, absolute path and link, with the line",
    arguments: all.filter { $0.files != .none } + others)
  func refused(naming: Naming) throws {
    let folder = try StoryFolder([
      "in/demo.cast": "{\"version\": 2, \"width\": 12, \"height\": 4}\n[0.3, \"o\", \"a\"]\n",
      "out/x.ttf": "no font", "in/noise.wav": "no sound",
    ])
    let inner = folder.url.appending(path: "in")
    let outside = folder.url.appending(path: "out/x.ttf")
    try FileManager.default.createSymbolicLink(at: inner.appending(path: "link.ttf"), withDestinationURL: outside)
    try FileManager.default.createSymbolicLink(
      at: inner.appending(path: "way"), withDestinationURL: outside.deletingLastPathComponent())
    for path in ["../out/x.ttf", outside.path, "link.ttf", "way/x.ttf", "./way/../out/x.ttf"] {
      var value = path
      if case .key(let key) = naming.files { value = "[[{\(key): \(path)}]]" }
      let found = Self.problems(naming.yaml(value), inner.path)
      let line = "\(path) is outside the storyboard's folder: move it there, or give --allow-path"
      #expect(found.contains { $0.wholeMatch(of: /story\.yaml:\d+:\d+: .*/) != nil && $0.hasSuffix(line) }, "\(found)")
    }
  }

  @Test("An option whose value is documented as a file, folder or font declares that it names files")
  func declared() {
    let names = Set(Self.all.filter { $0.files != .none }.map(\.testDescription))
    // A fixed list of known options, to which new ones are added automatically.
    for known in [
      "image file", "movie file", "frames folder", "code file", "code steps", "table file", "table rows", "shapes file",
      "trace file", "trace background-image", "trace key-image", "terminal file", "terminal timing",
      "terminal theme-file", "terminal background-image", "turtle file", "overlay image file", "overlay text font",
      "sound file", "style of title font", "style font",
    ] where known != "style font" || Self.all.contains(where: { $0.testDescription == known }) {
      #expect(names.contains(known), "\(known)")
    }
    func check<Subject: Describable>(_ type: Subject.Type) {
      for option in type.options where option.files == .none {
        let isFile = option.valueName.hasPrefix("file") || ["folder", "font"].contains(option.valueName)
        #expect(!isFile, "\(type) \(option.name)")
      }
    }
    for (_, type) in StoryReader.kinds(of: .storyboards) { check(type) }
    check(TraceSource.self)
    check(TurtleSource.self)
    check(TerminalSource.self)
    check(StoryOverlay.Look.self)
    check(SoundPiece.self)
    check(StoryTextStyle.self)
  }

  @Test("A folder of pictures with a link out of the storyboard's folder is refused")
  func links() throws {
    let folder = try StoryFolder(["in/shots/1.png": "x", "out/2.png": "x"])
    let inner = folder.url.appending(path: "in")
    try FileManager.default.createSymbolicLink(
      at: inner.appending(path: "shots/2.png"), withDestinationURL: folder.url.appending(path: "out/2.png"))
    let found = Self.problems("scenes:\n  - frames: shots", inner.path)
    #expect(
      found == ["story.yaml:2:13: 2.png is outside the storyboard's folder: move it there, or give --allow-path"])
  }

  private static func problems(_ yaml: String, _ folder: String) -> [String] {
    do {
      _ = try read(yaml, folder: folder)
      return []
    } catch let error as StoryboardError {
      return error.problems.map(\.description)
    } catch {
      return ["\(error)"]
    }
  }
}
