import Foundation
import ReelCanvas
import ReelFilms
import ReelGeometry
import ReelTestSupport
import ReelVideo
import Testing

@testable import ReelStoryboards

@Suite("Sample storyboards") struct SampleStoryboardTests {
  private static let folder = Repository.root.appending(path: "samples/storyboards")

  private static func film(_ name: String, size: String) throws -> FilmDescription {
    let url = folder.appending(path: name + ".yaml")
    return try Storyboard(
      yaml: [UInt8](Data(contentsOf: url)), file: name, folder: folder.path, setting: [("film.size", size)]
    ).description()
  }

  @Test(
    "Each can be filmed, with the stated length and with its captions and chapters in place",
    arguments: [
      ("algorithm", 42.2, 6, 4), ("clip", 11, 0, 5), ("demo", 22.2, 0, 4), ("explainer", 36.2, 4, 6),
      ("launch", 40.67, 0, 8), ("lesson", 22.33, 3, 3), ("short", 18.5, 3, 0), ("opener", 8.0, 2, 0),
      ("snowflake", 31.5, 3, 0),
      ("wall", 20.0, 0, 0),
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

  @Test("The music clip's notes are at its cues, where its scenes begin")
  func clip() async throws {
    let film = try Self.film("clip", size: "64x48")
    let cuts = [2.0, 4, 6, 8]
    #expect(film.tracks.chapters.map(\.start) == [0] + cuts)
    try await withFolder { folder in
      let url = folder.appending(path: "clip.mp4")
      try await record(film, to: url)
      let sound = try await DecodedSound(of: url.path)
      for cut in cuts {
        let start = Int(cut * 48_000)
        // A note begins, after the previous one has become quiet.
        #expect(sound.level(start..<start + 2400) > 3 * sound.level(start - 2400..<start - 200), "at \(cut)")
      }
      #expect(try await probe(url, "chapter_tags=title") == ["Beginning", "Koch", "Dragon", "Hilbert", "End"])
      // It fades out.
      #expect(sound.level(10 * 48_000..<11 * 48_000) < 0.3 * sound.level(9 * 48_000..<10 * 48_000))
    }
  }

  @Test("The demo's tune plays throughout and fades out, and the lesson's words are a text track")
  func tracks() async throws {
    let demo = try Self.film("demo", size: "64x48")
    let lesson = try Self.film("lesson", size: "64x48")
    #expect(demo.tracks.chapters.map(\.title) == ["What it is", "How it is called", "What comes out", "What you get"])
    #expect(lesson.tracks.captions.map(\.cues.count) == [3])
    try await withFolder { folder in
      let url = folder.appending(path: "demo.mp4")
      try await record(demo, to: url)
      let sound = try await DecodedSound(of: url.path)
      let rate = 48_000
      // It fades out in its eleventh second, and then begins again.
      for second in 0..<16 where second != 10 {
        #expect(sound.level(second * rate..<(second + 1) * rate) > 0.01, "second \(second)")
      }
      let end = try Int(demo.duration * Double(rate))
      #expect(sound.level(end - rate / 10..<end) < 0.2 * sound.level(end - 3 * rate..<end - 2 * rate))
    }
  }

  @Test(
    "In the lesson, paper rustles when a page turns and a chime rings when a letter is complete, and the wall's clock ticks"
  )
  func sounds() async throws {
    let lesson = try Self.film("lesson", size: "64x48")
    let wall = try Self.film("wall", size: "64x48")
    let story = try #require(lesson.scenes.entries[0].scene as? StoryFilm)
    try await withFolder { folder in
      let url = folder.appending(path: "lesson.mp4")
      try await record(lesson, to: url)
      let sound = try await DecodedSound(of: url.path)
      let rate = 48_000.0
      /// Whether a sound begins at a time: it is louder after it than before.
      func begins(_ sound: DecodedSound, at seconds: Double, within part: Double) -> Bool {
        let start = Int(seconds * rate)
        let length = Int(part * rate)
        return sound.level(start..<start + length) > 4 * sound.level(start - length..<start - 100) + 0.001
      }
      for (page, next) in zip(story.pages, story.pages.dropFirst()) {
        #expect(begins(sound, at: next.start, within: 0.3), "the page at \(page.start) s")
      }
      for page in story.pages[1...3] {
        #expect(begins(sound, at: page.end - 1.5, within: 0.2), "the letter at \(page.start) s")
      }
      let wallURL = folder.appending(path: "wall.mp4")
      try await record(wall, to: wallURL)
      let ticks = try await DecodedSound(of: wallURL.path)
      for second in 1..<18 { #expect(begins(ticks, at: Double(second), within: 0.05), "second \(second)") }
    }
  }

  @Test("The algorithm's captions are in the picture and in a track, and its bars change colour")
  func algorithm() throws {
    let film = try Self.film("algorithm", size: "320x180")
    #expect(film.tracks.captions.map(\.language) == ["en"] && film.tracks.captions[0].cues.count == 6)
    #expect(film.tracks.chapters.map(\.title) == ["The idea", "Seven bars", "As a program", "What to remember"])
    let source = try film.source()
    var bitmap = Bitmap(size: source.size)
    /// The number of pixels in a bar's colour.
    func count(_ color: String, at seconds: Double) throws -> Int {
      _ = try source.draw(atSeconds: seconds, into: &bitmap)
      let sought = Pixel(try #require(Color(color)))
      return (0..<bitmap.height).reduce(0) { sum, y in sum + (0..<bitmap.width).count { bitmap[$0, y] == sought } }
    }
    let (blue, gold, grey, green) = ("#3f7fbf", "#e0a030", "#cfd3d2", "#3fa34d")
    // All bars, then the middle one, the remaining half, and the one searched for.
    #expect(try count(blue, at: 6) > 3000 && count(gold, at: 6) == 0)
    #expect(try count(gold, at: 8) > 500 && count(grey, at: 8) == 0)
    #expect(try count(grey, at: 10) > 1500 && count(gold, at: 10) == 0)
    #expect(try count(green, at: 19.5) > 500 && count(blue, at: 19.5) == 0)
  }

  @Test(
    "The launch film, the explainer and the short have fewer than 80 lines",
    arguments: ["launch", "explainer", "short"])
  func lines(name: String) throws {
    let text = try String(contentsOf: Self.folder.appending(path: name + ".yaml"), encoding: .utf8)
    #expect(text.split(separator: "\n").count < 80)
  }

  @Test("The folder contains no other storyboards")
  func all() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path).filter { $0.hasSuffix(".yaml") }
    #expect(
      names.sorted() == [
        "algorithm.yaml", "clip.yaml", "demo.yaml", "explainer.yaml", "launch.yaml", "lesson.yaml", "opener.yaml",
        "short.yaml", "snowflake.yaml", "wall.yaml",
      ])
  }

  @Test(
    "In portrait, square and landscape, titles, texts and captions stay within the safe area",
    arguments: ["270x480", "300x300", "480x200"])
  func safe(size: String) throws {
    let words =
      "A caption with many words that has to be wrapped more than once where the picture is small"
    let yaml =
      "film: {size: \(size), theme: classic}\nscenes:\n  - parallel: [{title: {text: Incomprehensibilities, subtitle: \(words)}}]\n    seconds: 1\n    caption: \(words)\n"
    let source = try read(yaml).description().source()
    var bitmap = Bitmap(size: source.size)
    _ = try source.draw(atSeconds: 0, into: &bitmap)
    // Where no place is left for the caption, it has a strip of the same colour below the scene, which takes the rest of the page. The
    // margins of the page stay the same.
    let margin = Int(Double(min(bitmap.width, bitmap.height)) * 90 / 1080) - 1
    var marked = 0
    for y in 0..<bitmap.height {
      for x in 0..<bitmap.width where bitmap[x, y] != bitmap[0, 0] {
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

  @Test("A storyboard made in Swift gives the same film as one in YAML")
  func builder() throws {
    let film = try Storyboard {
      TitleScene("Hello").lasting(2).leading(by: StoryTransition(.dissolve))
      TextScene("There").lasting(3).captioned("Words")
    }.description()
    let written = try read(
      "film: {size: 720p, theme: night}\nscenes:\n  - title: Hello\n    seconds: 2\n    transition: dissolve\n  - text: There\n    seconds: 3\n    caption: Words\n"
    ).description()
    #expect(try film.json == written.json)
  }
}
