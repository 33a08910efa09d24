import Foundation
import ReelCanvas
import ReelFilms
import ReelRecording
import ReelScenes
import ReelTestSupport
import Testing

@testable import ReelStoryboards

/// The number of random films; `REEL_STORYBOARDS` sets a larger one.
private let filmCount = ProcessInfo.processInfo.environment["REEL_STORYBOARDS"].flatMap { Int($0) } ?? 12

@Suite("Every frame of a storyboard") struct EveryFrameTests {
  @Test(
    "Drawn alone, it equals the same frame of the whole film and of the description read back",
    arguments: 0..<filmCount)
  func alone(number: Int) async throws {
    var random = Seeded()
    random = Seeded(seed: random.seed &+ UInt64(number))
    try await withFolder { folder in
      try await StoryMaterial.write(to: folder)
      var writer = RandomStoryboard(random: random, hasFiles: true)
      let yaml = writer.yaml()
      random = writer.random
      do {
        try compare(yaml, folder.path, &random)
      } catch {
        Issue.record("\(error), \(random)\n\(yaml)")
      }
    }
  }

  @Test("The random films contain every kind of scene, transition, layout and overlay")
  func kinds() {
    let all =
      StoryReader.kinds(of: .storyboards).map(\.name) + StoryTransition.Kind.allCases.map(\.rawValue)
      + StoryLayout.Kind.allCases.map(\.rawValue) + StoryOverlay.Kind.names
    var missing = Set(all)
    for number in 0..<300 where !missing.isEmpty {
      var writer = RandomStoryboard(random: Seeded(seed: UInt64(number)), hasFiles: true)
      let yaml = writer.yaml()
      missing = missing.filter { !yaml.contains($0) }
    }
    #expect(missing == [])
  }

  private func compare(_ yaml: String, _ folder: String, _ random: inout Seeded) throws {
    let film = try read(yaml, folder: folder).description()
    let again = try FilmDescription(json: film.json, catalog: .storyboards)
    let (whole, count) = (try film.source(), try film.frameCount)
    #expect(try again.frameCount == count)
    var bitmap = Bitmap(size: whole.size)
    var frames: [Bitmap] = []
    for index in 0..<count {
      _ = try whole.draw(at: FrameTime(index: index, frameRate: film.film.frameRate), into: &bitmap)
      frames.append(bitmap)
    }
    for index in (0..<count).shuffled(using: &random).prefix(6) {
      let isRead = Bool.random(using: &random)
      let source = try isRead ? again.source() : film.source()
      var alone = Bitmap(size: whole.size)
      _ = try source.draw(at: FrameTime(index: index, frameRate: film.film.frameRate), into: &alone)
      #expect(alone == frames[index], "frame \(index) of \(count), read back: \(isRead), \(random)\n\(yaml)")
    }
    // A film without any picture would also equal itself. A table may be still, with a small overlay on it.
    let isDrawn = frames.contains { frame in frame.withUnsafeBytes { Set($0.bindMemory(to: UInt32.self)).count > 1 } }
    #expect(isDrawn, "\(random)\n\(yaml)")
  }

  @Test("Titles with cuts are stills: a frame is drawn only when something changes")
  func stills() throws {
    let film = try read(
      "film: {size: 160x90}\nscenes: [{title: a, seconds: 2}, {text: b, seconds: 2}, {title: c, seconds: 2}]"
    )
    .description()
    let source = try film.source()
    var bitmap = Bitmap(size: source.size)
    let changed = try (0..<film.frameCount).filter { index in
      try !source.draw(at: FrameTime(index: index, frameRate: 30), into: &bitmap).isEmpty
    }
    #expect(changed == [0, 60, 120])
  }
}

@Suite("A stretch of a storyboard") struct StretchTests {
  private static let yaml = """
    film: {size: 160x90, fps: 10}
    scenes:
      - {title: {text: a, subtitle: b}, chapter: One, seconds: 2, transition: page-curl}
      - {text: {text: typed words, reveal: typed}, id: second, chapter: Two, seconds: 2, transition: dissolve}
      - {snowflake: {levels: 0...2}, motion: [{at: 0, scale: 0.2}, {at: 2, scale: 1}], seconds: 2}
    overlays: [time, {frame: {}, from: second.start}]
    """

  @Test(
    "Each of its frames equals the whole film's frame at that time",
    arguments: [
      (nil, 1.5, 3.5, 15, 20), ("Two", nil, nil, 12, 32), ("second", nil, nil, 12, 20), (nil, nil, 0.35, 0, 4),
      ("One", 0.4, nil, 4, 8), (nil, 4.0, nil, 40, 4),
    ] as [(String?, Double?, Double?, Int, Int)])
  func frames(only: String?, from: Double?, to: Double?, first: Int, count: Int) throws {
    var stretch = StoryStretch()
    (stretch.only, stretch.from, stretch.to) = (only, from, to)
    let storyboard = try read(Self.yaml)
    let part = try storyboard.description(of: stretch)
    #expect(try part.frameCount == count)
    let sources = try (
      storyboard.description().source(), FilmDescription(json: part.json, catalog: .storyboards).source()
    )
    var pictures = (Bitmap(size: sources.0.size), Bitmap(size: sources.0.size))
    for index in 0..<count {
      _ = try sources.0.draw(at: FrameTime(index: first + index, frameRate: 10), into: &pictures.0)
      _ = try sources.1.draw(at: FrameTime(index: index, frameRate: 10), into: &pictures.1)
      #expect(pictures.0 == pictures.1, "frame \(index)")
    }
  }

  @Test("An unknown name is reported with the known ones")
  func wrong() throws {
    let storyboard = try read(Self.yaml)
    var stretch = StoryStretch()
    stretch.only = "Three"
    #expect { try storyboard.description(of: stretch) } throws: {
      "\($0)" == "--only: no chapter or scene is called “Three”: there are One, Two, second"
    }
    stretch = StoryStretch()
    stretch.from = 100
    #expect { try storyboard.description(of: stretch) } throws: { "\($0)".contains("nothing is left of the film") }
  }
}
