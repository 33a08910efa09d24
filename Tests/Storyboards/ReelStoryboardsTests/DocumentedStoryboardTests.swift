import Foundation
import ReelCanvas
import ReelFilms
import ReelTestSupport
import ReelVideo
import Testing

@testable import ReelStoryboards

/// Checks `docs/storyboards.md` against the reader.
@Suite("The documentation of storyboards") struct DocumentedStoryboardTests {
  private static let page: String? = {
    let root = Repository.root
    return try? String(contentsOf: root.appending(path: "docs/storyboards.md"), encoding: .utf8)
  }()

  /// The files that its examples name.
  private static let files = [
    "house.yaml": "vars: {house: Reel}\n", "intro.yaml": "vars: {name: nobody}\nscenes: [{title: \"${name}\"}]\n",
    "words.csv": "word,meaning\nHaus,house\nBaum,tree\n",
    "voice.vtt": "WEBVTT\n\nacross\n00:00.500 --> 00:01.000\nAcross\n",
    "lesson.de.vtt": "WEBVTT\n\n00:00.500 --> 00:01.000\nQuer\n",
    "page.svg":
      "<svg viewBox='0 0 40 30'><rect width='40' height='30' fill='teal'/><circle cx='9' cy='9' r='4' fill='red'/></svg>",
  ]

  /// The examples with their lines.
  private static func examples(_ page: String) -> [(line: Int, yaml: String)] {
    var found: [(line: Int, yaml: String)] = []
    var open: (line: Int, lines: [Substring])?
    for (index, line) in page.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if line == "```yaml" {
        open = (index + 1, [])
      } else if line == "```", let one = open {
        found.append((one.line, one.lines.joined(separator: "\n") + "\n"))
        open = nil
      } else {
        open?.lines.append(line)
      }
    }
    return found
  }

  /// An example as a complete storyboard, with the parts that it leaves out.
  private static func whole(_ yaml: String) -> String {
    if yaml.hasPrefix("- ") { return "scenes:\n" + yaml }
    if yaml.hasPrefix("motion:") {
      return "scenes:\n- title: Hello\n  id: intro\n  seconds: 3\n"
        + yaml.split(separator: "\n").map { "  \($0)\n" }.joined()
    }
    return yaml.contains("\nscenes:") ? yaml : yaml + "scenes: [{title: Hello}]\n"
  }

  @Test("Each of its examples can be filmed")
  func examples() async throws {
    let examples = try Self.examples(#require(Self.page))
    #expect(examples.count >= 6)
    let font = try #require(Font("DejaVu Sans", size: 16).file?.path)
    try await withFolder { folder in
      for (name, text) in Self.files { try Data(text.utf8).write(to: folder.appending(path: name)) }
      for name in ["intro.wav", "voice.wav", "music.wav"] {
        try Wave.noise(seconds: 1.5).write(to: folder.appending(path: name))
      }
      let fonts = folder.appending(path: "fonts")
      try FileManager.default.createDirectory(at: fonts, withIntermediateDirectories: true)
      try FileManager.default.copyItem(
        at: URL(filePath: font), to: fonts.appending(path: "Lato-Regular.ttf"))
      for example in examples {
        let film = try Storyboard(
          yaml: Array(Self.whole(example.yaml).utf8), file: "line \(example.line)", folder: folder.path,
          setting: [("film.size", "160x90")]
        ).description()
        let source = try film.source()
        var bitmap = Bitmap(size: source.size)
        // Something appears from nothing.
        let isSeen = try [0.1, 0.5, 0.9].contains { part in
          _ = try source.draw(atSeconds: part * film.duration, into: &bitmap)
          return !(0..<bitmap.width).allSatisfy { x in
            (0..<bitmap.height).allSatisfy { bitmap[x, $0] == bitmap[0, 0] }
          }
        }
        #expect(isSeen, "the example in line \(example.line)")
      }
    }
  }

  @Test("It names every kind of scene, every key and every option that the reader knows")
  func complete() throws {
    let page = try #require(Self.page)
    let words = Set(page.split { !($0.isLetter || $0 == "-") }.map(String.init))
    let names: [[String]] = [
      StoryReader.kinds(of: .storyboards).map(\.name), StoryReader.keys, StoryReader.common, StoryExpansion.groupKeys,
      StoryReader.filmCaptionKeys, StoryLayout.Kind.allCases.map(\.rawValue),
      StoryOverlay.Kind.allCases.map(\.rawValue),
      StoryTransition.Kind.allCases.map(\.rawValue), StoryKeyframe.options.map(\.name), StoryStyle.options.map(\.name),
      StoryTextStyle.options.map(\.name), MovieScene.options.map(\.name), CodeScene.options.map(\.name),
      ShapesScene.options.map(\.name), PointerMove.options.map(\.name), ListedOutput.options.prefix(3).map(\.name),
      SoundPiece.options.map(\.name).filter { !StoryReader.hiddenSoundOptions.contains($0) },
    ]
    for name in names.joined() { #expect(words.contains(name), "\(name)") }
  }
}
