import ReelCanvas
import ReelGeometry
import ReelLayers
import ReelRecording
import ReelTestSupport
import Testing

@testable import ReelScenes

@Suite("Scenes") struct SceneTests {
  private static let size = PixelSize(width: 200, height: 120)

  /// A scene that does not get ready.
  private struct Broken: Scene {
    struct Failure: Error {}

    func install(on layer: SceneLayer) throws {
      layer.addSublayer(Layer())
      throw Failure()
    }
  }

  private func picture(of scene: some Scene, at seconds: Double) throws -> Bitmap {
    var bitmap = Bitmap(size: Self.size)
    _ = try SceneSource(scene, size: Self.size).draw(atSeconds: seconds, into: &bitmap)
    return bitmap
  }

  @Test("Scenes are drawn ahead of their ticks, a stage, which may show something live, is not")
  func ahead() throws {
    #expect(try SceneSource(SnowflakeFilm(), size: Self.size).mayDrawAhead)
    #expect(!Stage(size: Self.size).mayDrawAhead)
  }

  @Test("A recorder takes the rate of its source, unless it is told another")
  func rate() throws {
    let sink = MovieSink(to: .path("film.mp4"))
    func source() throws -> sending SceneSource { try SceneSource(SnowflakeFilm(), size: Self.size, frameRate: 30) }
    #expect(try Recorder(source: source(), sink: sink).frameRate == 30)
    #expect(try Recorder(source: source(), sink: sink, frameRate: 25).frameRate == 25)
    #expect(try Recorder(source: Stage(size: Self.size), sink: sink).frameRate == 10)
  }

  @Test("A scene runs backwards, stands still and runs faster in the time of its layer")
  func localTime() throws {
    let flakes = SnowflakeFilm.Style.allCases.map { style in
      var film = SnowflakeFilm(levels: 0...3, duration: 4)
      film.style = style
      return film
    }
    for scene in flakes {
      let stage = Stage(size: Self.size)
      let layer = try stage.root.addScene(scene, for: .infinity)
      layer.speed = -2
      layer.timeOffset = 4
      var bitmap = Bitmap(size: Self.size)
      for time in [0.1, 0.5, 1, 1.4, 1.9] {
        _ = try stage.render(at: time, into: &bitmap)
        #expect(bitmap == (try picture(of: scene, at: time * -2 + 4)), "\(time) s")
      }
    }
  }

  @Test("A scene begins when it is to, lasts as long as it is given or as it does by itself, and shows its own time")
  func span() throws {
    let film = SnowflakeFilm(levels: 0...2, duration: 3)
    let stage = Stage(size: Self.size)
    try stage.advance(to: 1)
    let layer = try stage.root.addScene(film, at: 2)
    let empty = Bitmap(size: Self.size)
    var bitmap = Bitmap(size: Self.size)
    func draw(_ time: Double) throws -> Bitmap {
      _ = try stage.render(at: time, into: &bitmap)
      return bitmap
    }
    #expect(try draw(1.9) == empty)
    // Not known to be a film of some rate, it may grow to the very end.
    #expect(try draw(3.25) == picture(of: film, at: 1.25))
    #expect(try draw(4.9) != empty)
    #expect(try draw(5) == empty)
    layer.duration = 10
    #expect(try draw(6) == picture(of: film, at: 2.9))
  }

  @Test("A scene that fails to be installed leaves nothing behind, and hands its error on")
  func failing() throws {
    let stage = Stage(size: Self.size)
    #expect(throws: Broken.Failure.self) { try stage.root.addScene(Broken()) }
    #expect(stage.root.sublayers.isEmpty)
    #expect(throws: Broken.Failure.self) { try SceneSource(Broken(), size: Self.size) }
    #expect(throws: InvalidValue.self) { try stage.root.addScene(SnowflakeFilm(duration: -1)) }
  }
}
