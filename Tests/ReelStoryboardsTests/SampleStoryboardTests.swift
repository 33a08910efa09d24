import Foundation
import ReelCanvas
import ReelFilms
import ReelGeometry
import Testing

@testable import ReelStoryboards

@Suite("Storyboards to begin with") struct SampleStoryboardTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "samples/storyboards")

  private static func film(_ name: String, size: String) throws -> FilmDescription {
    let url = folder.appending(path: name + ".yaml")
    return try Storyboard(
      yaml: [UInt8](Data(contentsOf: url)), file: name, folder: folder.path, setting: [("film.size", size)]
    ).description()
  }

  @Test(
    "Each is filmed, as long as it says, with its captions and chapters where they belong",
    arguments: [
      ("demo", 18.4, 0, 0), ("lesson", 22.33, 3, 3), ("opener", 8.0, 2, 0), ("snowflake", 31.5, 3, 0),
      ("wall", 19.2, 0, 0),
    ])
  func film(name: String, seconds: Double, captions: Int, chapters: Int) throws {
    let film = try Self.film(name, size: "320x180")
    let length = try film.duration
    #expect(abs(length - seconds) < 0.05, "\(length)")
    let story = try #require(film.scenes.entries[0].scene as? StoryFilm)
    #expect(story.captions.count == captions)
    #expect(story.chapters.count == chapters)
    let source = try film.source()
    var bitmap = Bitmap(size: source.size)
    var pictures: Set<Bitmap> = []
    for part in [0.02, 0.3, 0.6, 0.98] {
      _ = try source.draw(atSeconds: part * length, into: &bitmap)
      pictures.insert(bitmap)
    }
    #expect(pictures.count == 4)
  }

  @Test("The folder holds no other storyboards")
  func all() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path).filter { $0.hasSuffix(".yaml") }
    #expect(names.sorted() == ["demo.yaml", "lesson.yaml", "opener.yaml", "snowflake.yaml", "wall.yaml"])
  }

  @Test(
    "Upright, square and wide, titles, texts and captions stay within the safe area",
    arguments: ["270x480", "300x300", "480x200"])
  func safe(size: String) throws {
    let words =
      "A caption with many words that has to be wrapped more than once where the picture is small"
    let yaml =
      "film: {size: \(size), theme: classic}\nscenes:\n  - parallel: [{title: {text: Incomprehensibilities, subtitle: \(words)}}]\n    seconds: 1\n    caption: \(words)\n"
    let source = try read(yaml).description().source()
    var bitmap = Bitmap(size: source.size)
    _ = try source.draw(atSeconds: 0, into: &bitmap)
    let margin = Int(Double(min(bitmap.width, bitmap.height)) * 90 / 1080) - 1
    let ground = bitmap[0, 0]
    var marked = 0
    for y in 0..<bitmap.height {
      for x in 0..<bitmap.width where bitmap[x, y] != ground {
        marked += 1
        let isSafe = x >= margin && y >= margin && x < bitmap.width - margin && y < bitmap.height - margin
        if !isSafe {
          Issue.record("(\(x), \(y)) of \(size)")
          return
        }
      }
    }
    #expect(marked > 1000)
  }

  @Test("A storyboard made in Swift is the film of one written in YAML")
  func builder() throws {
    let made = try Storyboard {
      TitleScene("Hello").lasting(2).leading(by: StoryTransition(.dissolve))
      TextScene("There").lasting(3).captioned("Words")
    }.description()
    let written = try read(
      "film: {size: 720p, theme: night}\nscenes:\n  - title: Hello\n    seconds: 2\n    transition: dissolve\n  - text: There\n    seconds: 3\n    caption: Words\n"
    ).description()
    #expect(try made.json == written.json)
  }
}
