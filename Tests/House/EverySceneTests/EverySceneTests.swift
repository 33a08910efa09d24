import Foundation
import ReelCanvas
import ReelCurves
import ReelFilms
import ReelFixtures
import ReelGeometry
import ReelLayers
import ReelScenes
import ReelTerminal
import ReelTestSupport
import ReelTracing
import ReelTurtle
import Testing

/// What holds for every scene that comes with Reel.
@Suite("Every scene") struct EverySceneTests {
  private static let size = PixelSize(width: 160, height: 120)

  /// Two scenes beside each other, one of them late and twice as fast.
  ///
  /// What transactions animate does not run backwards: it is drawn in any order, but not on a layer whose time goes back.
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

  /// Scenes with everything in them that moves.
  private static let scenes: [any Scene] = {
    let flakes: [any Scene] = SnowflakeFilm.Style.allCases.map { style in
      var film = SnowflakeFilm(levels: 0...3, duration: 4)
      (film.style, film.growth) = (style, style == .draw ? 0.6 : nil)
      return film
    }
    let patterns: [any Scene] = FixturePattern.allCases.map { pattern in
      var film = PatternFilm(pattern)
      (film.seed, film.frameRate, film.frameCount) = (3, 12, 48)
      return film
    }
    var live = trace(TraceFilm.Part.allCases, isJudged: true)
    (live.replay.isLive, live.lineWidth) = (true, 3)
    let curves: [any Scene] = [(LSystem.Named.plant, SnowflakeFilm.Style.grow), (.dragon, .draw), (.moore, .step)].map {
      var film = CurveFilm($0)
      (film.levels, film.duration, film.style) = (1...3, 4, $1)
      return film
    }
    var own = CurveFilm(.levy)
    (own.name, own.axiom, own.rules, own.angle, own.ink) = (nil, "F++F", ["F": "F-F++F-F"], 60, [.red, .green])
    (own.levels, own.theme, own.background) = (0...2, .paper, .white)
    var turtle = TurtleFilm(
      "repeat 12 [setpc repcount setpensize 1 + remainder repcount 3 repeat 4 [fd 40 rt 90] pu fd 5 pd rt 30]")
    (turtle.duration, turtle.theme) = (4, .paper)
    // Every few bytes of a program that moves, colours and scrolls, with a resize in between.
    let session =
      "\u{1B}[1;31mred\u{1B}[m 世界 e\u{301}\r\n\u{1B}[44m┌──┐\u{1B}[K\u{1B}[m\n\u{1B}[2;3Hx\n\n\n\u{1B}[?25ldone"
    var events = session.unicodeScalars.enumerated().map {
      Cast.TimedEvent(Double($0.offset) / 20, .output(String($0.element)))
    }
    events.insert(Cast.TimedEvent(1.5, .resize(columns: 9, rows: 4)), at: 30)
    var terminal = TerminalFilm(Cast(columns: 12, rows: 3, events: events))
    (terminal.theme, terminal.replay.speed, terminal.title) = (.paper, 1.1, "session")
    var bare = terminal
    (bare.hasWindow, bare.theme, bare.fontSize) = (false, nil, 20)
    (bare.showsKeys, bare.replay.columns, bare.replay.rows) = (true, 10, 4)
    bare.cast.events.insert(Cast.TimedEvent(1, .input("ls\r")), at: 20)
    var dressed = terminal
    dressed.colors = TerminalTheme.classic.palette
    (dressed.background, dressed.backgroundEnd) = (.red, .green)
    (dressed.window.margin, dressed.window.padding, dressed.window.radius) = (10, 4, 20)
    dressed.window.hasShadow = false
    (dressed.window.bar, dressed.window.barSize, dressed.window.fillsMargin) = (.ringsRight, 20, true)
    (dressed.letterSpacing, dressed.cursorBlinks, dressed.loopOffset) = (0.2, true, 0.4)
    dressed.backgroundImage = Bitmap(width: 3, height: 2)
    (dressed.highlight, dressed.highlightRegion) = ("d 世", TerminalRegion(rows: 1...2, columns: 3...12))
    var near = terminal
    (near.zoom.region, near.zoom.from, near.zoom.until) = (TerminalRegion(rows: 1...1, columns: 2...4), 0.3, 2)
    var nearText = bare
    (nearText.zoom.text, nearText.highlight) = ("x", "x")
    return flakes + patterns + curves + [
      own, turtle, terminal, bare, dressed, near, nearText,
      ZoomFilm(factor: 3), trace(TraceFilm.Part.allCases, isJudged: true), trace([.fingertip, .time], isJudged: false),
      live,
      SceneSequence([
        .init(SnowflakeFilm(levels: 0...2, duration: 2)), .init(ZoomFilm(factor: 4), seconds: 1.5),
        .init(trace([.guide, .ring], isJudged: true)),
      ]),
    ]
  }()

  /// Two fingers that draw in turns and at once, in bounds and out of them, and more lines than are kept together.
  private static func trace(_ parts: [TraceFilm.Part], isJudged: Bool) -> TraceFilm {
    var events: [TouchEvent] = []
    func add(_ time: Int, _ phase: TouchEvent.Phase, _ x: Double, _ y: Double, _ touch: Int) {
      events.append(
        TouchEvent(milliseconds: Double(time), phase: phase, point: Point(x: x, y: y), touch: touch))
    }
    for step in 0...120 {
      let part = Double(step) / 120
      let phase: TouchEvent.Phase = step == 0 ? .began : step == 120 ? .ended : .moved
      let slip = (30..<40).contains(step) || (71..<74).contains(step) ? 25.0 : 0
      add(200 + step * 20, phase, 20 + 120 * part, 30 + slip, 0)
      if step.isMultiple(of: 3) { add(200 + step * 20, phase, 140 - 120 * part, 90 + 8 * part * (1 - part), 1) }
    }
    let lines = [30.0, 90].map { y in Path(points: [Point(x: 20, y: y), Point(x: 140, y: y)]) }
    var film = TraceFilm(
      TraceSession(
        header: .init(canvas: Size(width: 160, height: 120), expected: isJudged ? lines : [], maxDistance: 10),
        events: events))
    film.parts = Set(parts)
    return film
  }

  private func pictures(of scene: some Scene, at times: [Double]) throws -> [Double: Bitmap] {
    try Dictionary(
      uniqueKeysWithValues: times.map { seconds in
        var bitmap = Bitmap(size: Self.size)
        _ = try SceneSource(scene, size: Self.size).draw(atSeconds: seconds, into: &bitmap)
        return (seconds, bitmap)
      })
  }

  @Test(
    "A frame follows from the time alone: in order, after leaps, backwards and drawn first", arguments: 0...scenes.count
  )
  func pure(index: Int) throws {
    let scene: any Scene = index < Self.scenes.count ? Self.scenes[index] : Pair()
    var random = Seeded()
    let edges = [0, 1e-9, scene.intrinsicDuration ?? 2, 4]
    let times = Array(Set(edges + (0..<12).map { _ in random.double(0...5) })).sorted()
    let first = try pictures(of: scene, at: times)
    for order in [times, times.reversed(), times.shuffled(using: &random)] {
      let source = try SceneSource(scene, size: Self.size)
      var bitmap = Bitmap(size: Self.size)
      for seconds in order {
        let before = bitmap
        let changed = try source.draw(atSeconds: seconds, into: &bitmap)
        #expect(bitmap == first[seconds], "\(type(of: scene)) at \(seconds) s, \(random)")
        if changed.isEmpty { #expect(bitmap == before) }
      }
    }
  }

  @Test("So it does on a layer whose time leaps and goes back while the film goes on", arguments: scenes.indices)
  func leaps(index: Int) throws {
    let scene = Self.scenes[index]
    var random = Seeded()
    let times = (0..<12).map { _ in random.double(0...5) }
    let first = try pictures(of: scene, at: times)
    let stage = Stage(size: Self.size)
    let layer = try stage.root.install(
      scene, in: stage.root.bounds, frameInterval: 0.1, length: scene.intrinsicDuration)
    layer.speed = 0
    var bitmap = Bitmap(size: Self.size)
    for (number, seconds) in times.enumerated() {
      layer.timeOffset = seconds
      _ = try stage.render(at: Double(number), into: &bitmap)
      #expect(
        bitmap.difference(from: try #require(first[seconds]))?.largest == 0,
        "\(type(of: scene)) at \(seconds) s, \(random)")
    }
  }

  @Test("Written and read, it shows the same", arguments: scenes.indices)
  func described(index: Int) throws {
    func again<S: Scene>(_ scene: S) throws -> any Scene {
      let decoder = JSONDecoder()
      decoder.userInfo[try #require(SceneCatalog.userInfoKey)] = SceneCatalog.standard.adding(ZoomFilm.self)
      return try decoder.decode(S.self, from: JSONEncoder().encode(scene))
    }
    let scene = Self.scenes[index]
    let times = [0.3, 2.2]
    #expect(try pictures(of: again(scene), at: times) == pictures(of: scene, at: times))
  }

  /// Those of storyboards are drawn alone where random storyboards are.
  @Test("These are all of the sources' scenes")
  func all() throws {
    let sources = Repository.root.appending(path: "Sources")
    let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
    var found: Set<String> = []
    for case let file as URL in files where file.pathExtension == "swift" && !file.path.contains("/ReelStoryboards/") {
      for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") where !line.hasPrefix("/") {
        if let match = line.firstMatch(
          of: /^(?:public |package )?(?:extension|struct|final class) (\w+)[^:]*:[^{]*\b(?:Described)?Scene\b/)
        {
          found.insert(String(match.output.1))
        }
      }
    }
    #expect(found.isSubset(of: Self.scenes.map { String(describing: type(of: $0)) }) && found.count >= 4, "\(found)")
  }
}
