import ReelCanvas
import ReelGeometry
import ReelLayers
import ReelTestSupport
import Testing

@testable import ReelScenes

@Suite("Scenes") struct SceneTests {
  private static let size = PixelSize(width: 200, height: 120)

  private static var scenes: [any Scene] {
    let flakes = SnowflakeFilm.Style.allCases.map { style in
      var film = SnowflakeFilm(levels: 0...3, duration: 4)
      film.style = style
      film.growth = style == .draw ? 0.6 : nil
      return film
    }
    return flakes + [ZoomFilm(factor: 3), Pair()]
  }

  /// Two scenes beside each other, one of them late and twice as fast.
  private struct Pair: Scene {
    var left = SnowflakeFilm(levels: 0...2, duration: 3)
    var right = ZoomFilm(factor: 2)

    func install(on layer: SceneLayer) throws {
      let half = Rect(x: 0, y: 0, width: layer.bounds.width / 2, height: layer.bounds.height)
      try layer.addScene(left, in: half)
      let late = try layer.addScene(right, in: Rect(x: half.maxX, y: 0, width: half.width, height: half.height), at: 1)
      late.speed = 2
      Transaction.animate(duration: 1, delay: 2) { late.opacity = 0.5 }
    }
  }

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
    #expect(try SceneSource(Pair(), size: Self.size).mayDrawAhead)
    #expect(!Stage(size: Self.size).mayDrawAhead)
  }

  @Test("A frame is a function of scene and time, after whatever frames it comes", arguments: 0..<5)
  func pure(number: Int) throws {
    let scene = Self.scenes[number]
    var random = Seeded()
    let source = try SceneSource(scene, size: Self.size)
    var bitmap = Bitmap(size: Self.size)
    var seconds = 0.0
    for _ in 0..<30 {
      let before = bitmap
      let changed = try source.draw(atSeconds: seconds, into: &bitmap)
      #expect(bitmap == (try picture(of: scene, at: seconds)), "\(seconds) s, \(random)")
      if changed.isEmpty { #expect(before == bitmap) }
      // Small steps, leaps, and back to anywhere.
      seconds = Int.random(in: 0..<4, using: &random) == 0 ? random.double(0...5) : seconds + random.double(0...0.3)
    }
  }

  @Test("A scene runs backwards, stands still and runs faster in the time of its layer")
  func localTime() throws {
    for scene in Self.scenes.prefix(4) {
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
