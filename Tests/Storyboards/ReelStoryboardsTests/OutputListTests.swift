import Foundation
import ReelFilms
import ReelTestSupport
import Testing

@testable import ReelStoryboards

@Suite("The outputs that a storyboard lists") struct OutputListTests {
  @Test("Paths are relative to the storyboard, and outputs keep their options")
  func list() throws {
    let folder = try StoryFolder(["clips/x.txt": ""])
    let yaml =
      "vars: {n: 3}\noutputs: [a.mp4, {file: 'clips/b${n}.gif', width: 800, fps: 15, colors: 64}, {file: c.webm, crf: 40}, frames/%04d.png]\nscenes: [blank]\n"
    let outputs = try folder.read(yaml).outputs
    #expect(
      outputs.map { $0.path.replacing(folder.url.path, with: "…") } == [
        "…/a.mp4", "…/clips/b3.gif", "…/c.webm", "…/frames/%04d.png",
      ])
    #expect(outputs.map(\.width) == [nil, 800, nil, nil] && outputs.map(\.frameRate) == [nil, 15, nil, nil])
    #expect(outputs.map(\.form) == [.movie, .animation, .movie, .pictures])
    var settings = EncodingSettings()
    try outputs[2].apply(to: &settings)
    #expect(settings.crf == 40)
    #expect(outputs[1].summary.hasSuffix("b3.gif: 800 pixels wide, 15 frames a second, colors 64"))
  }

  @Test(
    "An output that cannot be made is reported with its line",
    arguments: [
      ("outputs: a.mp4", "1:10: outputs must be a list"),
      ("outputs: [a.doc]", "does not select a format"), ("outputs: [a.png]", "does not select a format"),
      ("outputs: ['-']", "-o -"), ("outputs: [../a.mp4]", "is outside the storyboard's folder"),
      ("outputs: [/tmp/a.mp4]", "is outside the storyboard's folder"),
      ("outputs: [no/../../a.mp4]", "is outside the storyboard's folder"),
      ("outputs: [link.mp4]", "is outside the storyboard's folder"),
      ("outputs: [a.mp4, a.mp4]", "is listed twice"), ("outputs: [{width: 5}]", "output needs file"),
      ("outputs: [{file: a.mp4, colors: 3}]", "colors is for animated pictures"),
      ("outputs: [{file: a.gif, crf: 3}]", "crf is for movies"), ("outputs: [{file: a.gif, crf: 99}]", "crf"),
      ("outputs: [{file: a.gif, wdth: 3}]", "did you mean width?"),
      ("outputs: [a.mp4, {file: b.mp4, fps: 29.97}]", "outputs of 30 and 30000/1001 frames a second"),
    ])
  func wrong(line: String, message: String) throws {
    let folder = try StoryFolder(["story.txt": ""])
    let outside = try StoryFolder(["film.mp4": ""])
    try FileManager.default.createSymbolicLink(
      atPath: folder.url.appending(path: "link.mp4").path,
      withDestinationPath: outside.url.appending(path: "film.mp4").path)
    #expect {
      _ = try folder.read(line + "\nscenes: [blank]\n")
    } throws: { error in
      "\(error)".contains(message) && "\(error)".hasPrefix("story.yaml:1:")
    }
  }

  @Test("Outputs may also be in an allowed folder")
  func allowed() throws {
    let folder = try StoryFolder(["story.txt": ""])
    let other = try StoryFolder(["x.txt": ""])
    let yaml = "outputs: [\(other.url.path)/a.mp4]\nscenes: [blank]\n"
    #expect(try folder.read(yaml, allowing: [other.url.path]).outputs.count == 1)
    #expect(throws: StoryboardError.self) { _ = try folder.read(yaml) }
  }
}
