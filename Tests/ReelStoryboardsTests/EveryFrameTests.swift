import ReelCanvas
import ReelFilms
import ReelRecording
import ReelScenes
import ReelTestSupport
import Testing

@testable import ReelStoryboards

@Suite("Every frame of a storyboard") struct EveryFrameTests {
  @Test(
    "Drawn alone it equals that of the whole film, and so does that of the description read back", arguments: 0..<12)
  func alone(number: Int) throws {
    var random = Seeded()
    random = Seeded(seed: random.seed &+ UInt64(number))
    var writer = RandomStoryboard(random: random)
    let yaml = writer.yaml()
    let film = try read(yaml).description()
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
    // A film without any picture would be equal to itself as well.
    #expect(Set(frames).count > 1)
  }

  @Test("Titles with cuts are stills: a frame is drawn when something changes, and not otherwise")
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
