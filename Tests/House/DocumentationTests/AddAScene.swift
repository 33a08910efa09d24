import Foundation
import Reel
import Testing

struct Countdown: DescribedScene {
  static let kind = "countdown"
  static let options = [
    DescriptionOption<Self>(
      "from", "number", help: "The number that comes first, 1 to 99.",
      read: { $0.first = try OptionText.whole("number", $1, 1...99) }, write: { "\($0.first)" })
  ]

  var first = 3

  var intrinsicDuration: Double? { Double(first) }

  func install(on layer: SceneLayer) {
    let digits = CountdownLayer(frame: layer.bounds)
    digits.first = first
    layer.backgroundColor = .black
    layer.addSublayer(digits)
  }
}

final class CountdownLayer: Layer {
  var first = 3
  private var number = 0

  override func update(at time: Double) {
    let now = max(1, first - Int(time))
    if now != number { setNeedsDisplay() }
    number = now
  }

  override func draw(in context: GraphicsContext) {
    let font = Font(size: bounds.height * 0.6, weight: .bold)
    context.draw("\(number)", at: Point(x: bounds.width * 0.4, y: bounds.height * 0.1), font: font, with: .white)
  }
}

extension ArticleTests {
  @Test("A scene is one file and one line in a list")
  func addAScene() async throws {
    let path = temporary("countdown.mp4").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let catalog = SceneCatalog.standard.adding(Countdown.self)
    let json = """
      {"film": {"size": "640x360", "fps": 30},
       "scenes": [{"countdown": {"from": 5}}, {"snowflake": {"levels": "0...4"}, "seconds": 6}]}
      """
    let film = try FilmDescription(json: Array(json.utf8), catalog: catalog)
    let recorder = try Recorder(source: try film.source(), sink: try FilmOutput(path).sink())
    try await recorder.record(frames: film.frameCount)

    #expect(try film.frameCount == 330)
    let inSwift = FilmDescription([.init(Countdown(first: 5)), .init(SnowflakeFilm(levels: 0...4), seconds: 6)])
    #expect(inSwift.scenes.intrinsicDuration == 11)
    let reader = try MovieReader(url: URL(fileURLWithPath: path))
    let pictures = try [0.5, 4.5, 10.9].map { try reader.frame(at: .seconds($0))?.bitmap() }
    let (five, one, flake) = (
      try #require(pictures[0]), try #require(pictures[1]), try #require(pictures[2])
    )
    #expect(five[5, 5] != flake[5, 5] && five != one)
  }
}
