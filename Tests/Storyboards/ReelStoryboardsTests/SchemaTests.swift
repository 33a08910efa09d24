import Foundation
import ReelScenes
import ReelTestSupport
import Testing

@testable import ReelStoryboards

@Suite("The JSON Schema of storyboards") struct SchemaTests {
  /// Reads storyboards with PyYAML, keeping every plain value as text, and reports which ones the schema accepts.
  private static let script = """
    import json, sys, yaml
    from jsonschema import Draft202012Validator
    schema = json.load(open(sys.argv[1]))
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    for name in sys.argv[2:]:
        errors = list(validator.iter_errors(yaml.load(open(name), Loader=yaml.BaseLoader)))
        print("no" if errors else "yes", name)
        for error in errors[:3]: print(error.message[:200], file=sys.stderr)
    """

  /// Whether an independent validator accepts files.
  private func verdicts(_ files: [String]) throws -> [Bool] {
    let folder = try StoryFolder(["schema.json": String(decoding: StorySchema().json, as: UTF8.self)])
    let python = try #require(Self.python)
    let run = try Program.run(
      python, ["-c", Self.script, folder.url.appendingPathComponent("schema.json").path] + files)
    #expect(run.status == 0, "\(run.error)")
    return String(decoding: run.output, as: UTF8.self).split(separator: "\n").map { $0.hasPrefix("yes") }
  }

  private static let python = Program.python(with: "jsonschema, yaml")

  @Test("A validator accepts all samples, and the new storyboard", .enabled(if: python != nil))
  func samples() throws {
    let folder = Repository.root.appending(path: "samples/storyboards")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".yaml") }
      .sorted()
    let example = try StoryFolder(["new.yaml": Storyboard.example])
    let files = names.map { folder.appending(path: $0).path } + [example.url.appending(path: "new.yaml").path]
    #expect(names.count >= 5)
    #expect(try verdicts(files) == files.map { _ in true }, "\(names)")
    #expect(
      try Storyboard(yaml: Array(Storyboard.example.utf8), file: "new", folder: "").description().frameCount > 300)
  }

  @Test(
    "It accepts what the reader accepts, and refuses the same mistakes",
    .enabled(if: python != nil))
  func slips() throws {
    let cases: [(yaml: String, isGood: Bool)] = [
      ("scenes: [blank]\n", true), ("scenes: [{title: Hello}]\n", true), ("scenes: [{titel: Hello}]\n", false),
      ("scenes: [{title: a, blank: red}]\n", false), ("scenes: []\nfilm: {theme: papr}\n", false),
      ("scenes: []\nfilm: {theme: '${theme}'}\n", true), ("film: {}\n", false), ("scenes: []\nsceens: []\n", false),
      ("scenes: [{title: {text: a, txt: b}}]\n", false), ("scenes: [{title: a, transition: {kind: curl}}]\n", false),
      ("scenes: [{title: a, transition: page-curl}]\n", true),
      ("sound: [a.wav, {file: b.ogg, at: s.start, gain: -6 dB, duck: true, cues: b.vtt}]\nscenes: [blank]\n", true),
      ("sound: {file: a.wav, gian: 3}\nscenes: [blank]\n", false), ("sound: {at: 3}\nscenes: [blank]\n", false),
      ("captions: {show: both, languages: [{language: de, file: a.vtt}]}\nscenes: [blank]\n", true),
      ("captions: {shaw: both}\nscenes: [blank]\n", false),
      ("scenes: [{title: a, seconds: sound, sound: {file: a.wav}, caption: {file: a.srt}}]\n", true),
      ("scenes: [{grid: {columns: 2, scenes: [blank]}}]\n", true),
      ("scenes: [{grid: {colums: 2, scenes: [blank]}}]\n", false),
      ("scenes: [{title: a, motion: [{at: 0, scale: [1, 2]}]}]\n", true),
      ("scenes: [{title: a, motion: [{scale: 1}]}]\n", false),
      ("scenes: [{each: a.csv, use: b, with: {c: d}}]\n", true),
      ("scenes: [{title: a, style: {title: {weight: bold}}}]\n", true),
      ("scenes: [{title: a, style: {title: {weight: fat}}}]\n", false),
      ("scenes: [{turtle: a.logo}, {curve: koch}, {trace: {letters: A, hand: neat}}]\n", true),
      ("scenes: [{trace: {leters: A}}]\n", false), ("overlays: [{date: yyyy, place: top}]\nscenes: [blank]\n", true),
      ("overlays: [{dat: yyyy}]\nscenes: [blank]\n", false),
    ]
    let names = cases.indices.map { "\($0).yaml" }
    let folder = try StoryFolder(Dictionary(uniqueKeysWithValues: zip(names, cases.map(\.yaml))))
    let found = try verdicts(names.map { folder.url.appending(path: $0).path })
    for (index, one) in cases.enumerated() where found.indices.contains(index) {
      #expect(found[index] == one.isGood, "\(one.yaml)")
    }
    #expect(found.count == cases.count)
  }

  @Test("It has every kind of scene and every key that the reader knows")
  func complete() throws {
    let text = String(decoding: try StorySchema().json, as: UTF8.self)
    let kinds = StoryReader.kinds(of: .storyboards).map(\.name)
    for word in kinds + StoryReader.keys + StoryReader.common + StoryExpansion.groupKeys {
      #expect(text.contains("\"\(word)\" :"), "\(word)")
    }
    for (name, type) in StoryReader.kinds(of: .storyboards) {
      func names<Kind: DescribedScene>(_: Kind.Type) -> [String] { Kind.options.map(\.name) }
      for option in names(type) { #expect(text.contains("\"\(option)\" :"), "\(name): \(option)") }
    }
  }
}
