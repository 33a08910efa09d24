import Foundation
import ReelCanvas
import ReelGeometry
import ReelLayers
import ReelTestSupport
import ReelTracing
import Testing

@testable import ReelScenes

@Suite struct TraceSceneTests {
  /// One horizontal line on a canvas of 200×100, to be traced within 10 points.
  private func session(_ points: [(Double, Double)], touch: Int = 0) -> TraceSession {
    let path = Path(points: [Point(x: 40, y: 50), Point(x: 160, y: 50)])
    var events = points.enumerated().map { index, point in
      TouchEvent(
        milliseconds: Double(index) * 100, phase: index == 0 ? .began : .moved, point: Point(x: point.0, y: point.1),
        touch: touch)
    }
    if let last = events.last {
      events.append(
        TouchEvent(milliseconds: last.milliseconds + 100, phase: .ended, point: last.point, touch: touch))
    }
    return TraceSession(
      header: .init(canvas: Size(width: 200, height: 100), expected: [path], keyPoints: [], maxDistance: 10),
      events: events)
  }

  private let across = stride(from: 40.0, through: 160, by: 5).map { ($0, 50.0) }
  private let size = PixelSize(width: 200, height: 100)

  private func film(_ session: TraceSession) throws -> TraceFilm {
    var film = TraceFilm(session, timing: try ReplayTiming(events: session.events))
    film.parts = [.guide, .path, .fingertip]
    return film
  }

  private func picture(of film: TraceFilm, at seconds: Double) throws -> Bitmap {
    var bitmap = Bitmap(size: size)
    _ = try TraceScene(film, size: size).draw(atSeconds: seconds, into: &bitmap)
    return bitmap
  }

  /// Coverage and colour are each rounded once.
  private func isNear(_ pixel: Pixel, _ color: Color) -> Bool {
    let wanted = Pixel(color)
    return abs(Int(pixel.red) - Int(wanted.red)) <= 1 && abs(Int(pixel.green) - Int(wanted.green)) <= 1
      && abs(Int(pixel.blue) - Int(wanted.blue)) <= 1
  }

  @Test("A line is black while it is traced inside, and green once all is traced")
  func insideThenComplete() throws {
    let film = try film(session(across))
    let halfway = try picture(of: film, at: 1.25)
    #expect(isNear(halfway[60, 50], film.theme.inside))
    // Not reached yet: the guide at half opacity over white, away from the dashes of the path.
    #expect(halfway[140, 56].red > 150)
    let done = try picture(of: film, at: 3)
    #expect(isNear(done[60, 50], film.theme.complete))
    #expect(isNear(done[140, 50], film.theme.complete))
  }

  @Test("A tap is a dot of ink")
  func tap() throws {
    var tapped = session([(100, 50)])
    tapped.header.expected = [Path(points: [Point(x: 100, y: 47), Point(x: 100, y: 53)])]
    let done = try picture(of: film(tapped), at: 3)
    #expect(isNear(done[100, 50], TraceTheme.classic.complete))
  }

  @Test("A line out of bounds is thinner than one in bounds")
  func thin() throws {
    // Five points high in bounds, less out of bounds: 2 points from the middle of a line there is ink only in bounds.
    let film = try film(session([(40.0, 50.0), (100, 50), (101, 80), (150, 80)]))
    let bitmap = try picture(of: film, at: 5)
    #expect(isNear(bitmap[70, 51], film.theme.inside))
    #expect(isNear(bitmap[130, 80], film.theme.outside))
    #expect(bitmap[130, 82] == Pixel(film.theme.background))
  }

  @Test("A line out of turn is neither black nor red")
  func outOfTurn() throws {
    var early = session([(160, 50), (100, 50)])
    early.header.rule = .inOrder
    let film = try film(early)
    #expect(isNear(try picture(of: film, at: 3)[120, 50], film.theme.text))
  }

  @Test("The guide shows the next stroke with its dot, and is gone once all is traced")
  func guide() throws {
    var film = try film(session(across))
    film.parts = []
    let without = try picture(of: film, at: 0)
    film.showsGuide = true
    let first = try picture(of: film, at: 0)
    #expect(isNear(first[36, 50], film.theme.fingertip))
    #expect(first[120, 50] != without[120, 50])
    #expect(try picture(of: film, at: 4)[36, 55] == Pixel(film.theme.background))
  }

  /// Viénot, Brettel and Mollon 1999: the relative luminance that is left without cones for long waves.
  @Test("A protanope tells lines in bounds from those out of bounds", arguments: TraceTheme.Name.allCases)
  func protanopes(name: TraceTheme.Name) {
    func luminance(_ color: Color) -> Double {
      func linear(_ value: Double) -> Double {
        value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
      }
      let (red, green, blue) = (linear(color.red), linear(color.green), linear(color.blue))
      return 0.9278 * (0.11238 * red + 0.88762 * green) + 0.0722 * blue
    }
    let (inside, outside) = (luminance(name.theme.inside), luminance(name.theme.outside))
    #expect((max(inside, outside) + 0.05) / (min(inside, outside) + 0.05) >= 3)
  }

  @Test("A delegate draws an expected path itself")
  func expectedPath() throws {
    final class Painter: TraceSceneDelegate {
      func traceScene(
        _ scene: TraceScene, drawExpected path: Path, index: Int, in context: GraphicsContext
      ) -> Bool {
        context.stroke(path, with: .color(.blue), style: .round(width: 6))
        return index == 0
      }
    }
    let painter = Painter()
    let scene = try TraceScene(film(session([(0, 0)])), size: size)
    scene.delegate = painter
    var bitmap = Bitmap(size: size)
    _ = try scene.draw(atSeconds: 0, into: &bitmap)
    #expect(bitmap[100, 50] == Pixel(.blue))
  }

  @Test("A line out of bounds is red, and stays red when the rest turns green")
  func outsideStaysRed() throws {
    let detour = [(40.0, 50.0), (60, 50), (70, 80), (90, 80), (100, 50)] + across
    let film = try film(session(detour))
    let soon = try picture(of: film, at: 0.45)
    #expect(isNear(soon[80, 80], film.theme.outside))
    #expect(isNear(soon[50, 50], film.theme.inside))
    let done = try picture(of: film, at: 5)
    #expect(isNear(done[80, 80], film.theme.outside))
    #expect(isNear(done[130, 50], film.theme.complete))
  }

  @Test("The corridor is one shape: no darker where paths cross")
  func corridor() throws {
    var crossing = session([])
    crossing.header.expected = [
      Path(points: [Point(x: 40, y: 50), Point(x: 160, y: 50)]),
      Path(points: [Point(x: 100, y: 10), Point(x: 100, y: 90)]),
    ]
    crossing.events = [TouchEvent(milliseconds: 0, phase: .cancelled, point: .zero)]
    var film = TraceFilm(crossing, timing: try ReplayTiming(events: crossing.events))
    film.parts = [.guide]
    let bitmap = try picture(of: film, at: 0)
    #expect(bitmap[100, 50] == bitmap[60, 50])
    #expect(bitmap[100, 50] == bitmap[100, 20])
    let expected = Pixel(film.theme.guide.interpolated(to: film.theme.background, fraction: 0.5))
    #expect(abs(Int(bitmap[100, 50].red) - Int(expected.red)) <= 1)
    // 10 points on either side.
    #expect(bitmap[60, 42] == bitmap[60, 50])
    #expect(bitmap[60, 38] == Pixel(film.theme.background))
  }

  @Test("A fingertip follows each touch and goes away with it")
  func fingertips() throws {
    var two = session([(40, 50), (60, 50)])
    two.events = [
      TouchEvent(milliseconds: 0, phase: .began, point: Point(x: 30, y: 20), touch: 1),
      TouchEvent(milliseconds: 0, phase: .began, point: Point(x: 170, y: 80), touch: 2),
      TouchEvent(milliseconds: 500, phase: .moved, point: Point(x: 30, y: 80), touch: 1),
      TouchEvent(milliseconds: 800, phase: .ended, point: Point(x: 170, y: 80), touch: 2),
      TouchEvent(milliseconds: 2000, phase: .ended, point: Point(x: 30, y: 80), touch: 1),
    ]
    var film = try film(two)
    film.parts = [.fingertip]
    let paper = Pixel(film.theme.background)
    let start = try picture(of: film, at: 0)
    // Beside the line that the finger leaves.
    #expect(start[25, 20] != paper && start[170, 85] != paper)
    let later = try picture(of: film, at: 1)
    // Beside the dot of the second finger, which only tapped.
    #expect(later[25, 20] == paper && later[170, 85] == paper && later[25, 80] != paper)
  }

  @Test("A frame does not depend on the frames before it")
  func pure() throws {
    let film = try film(session([(40, 50), (80, 90), (100, 50)] + across))
    let scene = try TraceScene(film, size: size)
    var bitmap = Bitmap(size: size)
    for index in 0..<45 {
      _ = try scene.draw(atSeconds: Double(index) / 10, into: &bitmap)
      #expect(bitmap == (try picture(of: film, at: Double(index) / 10)), "frame \(index)")
    }
  }

  @Test("A frame follows from the layer's time alone, also where it goes back or jumps")
  func jumps() throws {
    var film = try film(session([(40, 50), (80, 90), (100, 50)] + across))
    film.parts = [.guide, .path, .fingertip, .ring]
    var random = Seeded()
    let stage = Stage(size: size)
    let layer = try stage.root.addScene(film, for: .infinity)
    // Still time: the offset alone says when it is.
    layer.speed = 0
    var bitmap = Bitmap(size: size)
    for index in 0..<40 {
      layer.timeOffset = random.double(0...5)
      _ = try stage.render(at: Double(index), into: &bitmap)
      #expect(bitmap == (try picture(of: film, at: layer.timeOffset)), "\(layer.timeOffset) s, \(random)")
    }
  }

  @Test("Going back, the delegate is asked again and nothing stays of what came later")
  func back() throws {
    final class Listener: TraceSceneDelegate {
      var latest = 0.0
      func traceScene(_ scene: TraceScene, colorOf line: TracedLine, isComplete: Bool, themeColor: Color) -> Color? {
        latest = max(latest, line.endMilliseconds)
        return .blue
      }
    }
    let listener = Listener()
    let film = try film(session(across))
    let scene = try TraceScene(film, size: size)
    scene.delegate = listener
    var bitmap = Bitmap(size: size)
    _ = try scene.draw(atSeconds: 4, into: &bitmap)
    #expect(listener.latest == 2400)
    listener.latest = 0
    _ = try scene.draw(atSeconds: 1.05, into: &bitmap)
    #expect(listener.latest == 1000)
    #expect(bitmap[70, 50] == Pixel(.blue) && bitmap[140, 50] != Pixel(.blue))
  }

  @Test("Between events nothing is drawn")
  func still() throws {
    var paused = session(across)
    paused.events[5].milliseconds = 450
    for index in 6..<paused.events.count { paused.events[index].milliseconds += 2000 }
    let scene = try TraceScene(film(paused), size: size)
    var bitmap = Bitmap(size: size)
    _ = try scene.draw(atSeconds: 1, into: &bitmap)
    #expect(try scene.draw(atSeconds: 1.5, into: &bitmap).isEmpty)
    #expect(try !scene.draw(atSeconds: 2.8, into: &bitmap).isEmpty)
  }

  @Test("Ink without expected paths is drawn plain")
  func plainInk() throws {
    var plain = session([(20, 20), (60, 20), (60, 60)])
    plain.header.expected = []
    let film = try film(plain)
    let done = try picture(of: film, at: 3)
    // The line is a little wider than a pixel.
    #expect(done[40, 20].red < 120 && done[60, 40].red < 120)
    #expect(done[100, 50] == Pixel(film.theme.background))
  }

  @Test("A canvas of another shape is fitted into the frame without distortion")
  func fitted() throws {
    var tall = session(across)
    tall.header.canvas = Size(width: 50, height: 100)
    let film = try film(tall)
    let bitmap = try picture(of: film, at: 0)
    #expect(bitmap[10, 50] == Pixel(film.theme.surround))
    #expect(bitmap[190, 50] == Pixel(film.theme.surround))
    #expect(bitmap[100, 10] == Pixel(film.theme.background))
  }

  @Test("A delegate decides the colour of a line, leaves one out, or draws one itself")
  func delegate() throws {
    final class Painter: TraceSceneDelegate {
      func traceScene(_ scene: TraceScene, colorOf line: TracedLine, isComplete: Bool, themeColor: Color) -> Color? {
        line.start.x < 80 ? .blue : line.start.x < 120 ? nil : themeColor
      }

      func traceScene(_ scene: TraceScene, draw line: TracedLine, color: Color, in context: GraphicsContext) -> Bool {
        guard line.start.x >= 140 else { return false }
        context.fill(Rect(x: line.start.x, y: 10, width: 5, height: 5), with: .color(.red))
        return true
      }
    }
    let painter = Painter()
    var film = try film(session(across))
    film.parts = []
    let scene = try TraceScene(film, size: size)
    scene.delegate = painter
    var bitmap = Bitmap(size: size)
    _ = try scene.draw(atSeconds: 4, into: &bitmap)
    #expect(bitmap[60, 50] == Pixel(.blue))
    #expect(bitmap[100, 50] == Pixel(film.theme.background))
    #expect(isNear(bitmap[130, 50], film.theme.complete))
    #expect(bitmap[150, 12] == Pixel(.red))
    #expect(bitmap[155, 50] == Pixel(film.theme.background))
  }

  @Test("Stars and images stand on key points, in a square of the corridor's half width")
  func keyPoints() throws {
    var starred = session([(0, 0)])
    starred.header.keyPoints = [Point(x: 40, y: 50), Point(x: 160, y: 50)]
    var film = try film(starred)
    film.parts = [.stars]
    #expect(try picture(of: film, at: 0)[40, 50] == Pixel(film.theme.keyPoint))
    var image = Bitmap(width: 4, height: 4)
    image.fill(with: Pixel(.magenta))
    film.keyImage = image
    let bitmap = try picture(of: film, at: 0)
    #expect(bitmap[37, 47] == Pixel(.magenta) && bitmap[44, 54] == Pixel(.magenta))
    #expect(bitmap[33, 50] == Pixel(film.theme.background) && bitmap[46, 50] == Pixel(film.theme.background))
  }

  @Test("The ring keeps out of the letters' way: top right where that is free, smaller or elsewhere where it is not")
  func ring() {
    let sheet = Rect(x: 0, y: 0, width: 720, height: 720)
    let placement = RingPlacement(in: sheet, unit: 1)
    func line(_ points: (Double, Double)...) -> Path { Path(points: points.map { Point(x: $0.0, y: $0.1) }) }
    let usual = Rect(x: 630.4, y: 25.6, width: 64, height: 64)
    #expect(placement.frame(apartFrom: [line((100, 300), (600, 300))], by: 24) == usual)
    // A capital as wide as the sheet allows reaches below the ring.
    let smaller = placement.frame(apartFrom: [line((86, 108), (634, 108))], by: 24)
    #expect(smaller.width < 64 && smaller.minX > 600 && smaller.maxY < 80)
    // Into the corner itself: another one is free.
    let elsewhere = placement.frame(apartFrom: [line((600, 0), (720, 120)), line((700, 0), (720, 10))], by: 24)
    #expect(elsewhere.width == 64 && elsewhere.minY > 600)
    let stems = (0..<20).map { index in
      let x = 86.4 + Double(index) * 28.8
      return line((x, 86.4), (x, 633.6))
    }
    let letters = [
      [line((86, 634), (360, 86), (634, 634))], [line((86, 86), (220, 634), (360, 86), (500, 634), (634, 86))], stems,
    ]
    for paths in letters {
      let frame = placement.frame(apartFrom: paths, by: 24)
      for point in paths.flatMap({ $0.flattened(tolerance: 1) }).joined() {
        #expect(point.distance(to: frame.center) > frame.width / 2 + 24)
      }
    }
  }

  @Test("Ink with room around it is drawn thick, dense ink so that its lines are told apart, the finest a pixel wide")
  func inkWidth() {
    let canvas = Size(width: 720, height: 720)
    /// Lines to and fro across the canvas.
    func width(spacing: Double) -> Double {
      let events = stride(from: 100.0, through: 620, by: spacing).flatMap { y in
        [
          TouchEvent(milliseconds: y, phase: .began, point: Point(x: 100, y: y)),
          TouchEvent(milliseconds: y, phase: .ended, point: Point(x: 620, y: y)),
        ]
      }
      var plain = PlainLines()
      return InkDensity(events.flatMap { plain.handle($0) }).lineWidth(canvas: canvas, pixel: 1)
    }
    #expect(width(spacing: 200) == 0.014 * 720)
    for spacing in [16.0, 9, 5] {
      let width = width(spacing: spacing)
      #expect(width > 0.15 * spacing && width < 0.6 * spacing, "\(spacing): \(width)")
    }
    #expect(width(spacing: 0.7) == 1)
    #expect(InkDensity([]).lineWidth(canvas: canvas, pixel: 1) == 0.014 * 720)
  }

  private static let grounds = [
    "black", "white", "gray", "red", "navy", "yellow", "#777", "#101820", "teal", "hotpink", "#00000080",
  ]

  @Test("Every theme is seen on every background", arguments: TraceTheme.Name.allCases)
  func themes(name: TraceTheme.Name) throws {
    for text in Self.grounds {
      let ground = try #require(Color(text))
      let theme = name.theme.on(ground)
      let sheet = ground.laid(over: theme.surround)
      #expect(theme.background == ground)
      // WCAG asks for 3 of lines. On a sheet of medium lightness, such as teal, neither black nor white has 4.5 here and in the corridor.
      #expect(theme.inside.contrast(on: sheet) >= 4.3, "\(name) on \(text)")
      #expect(theme.text.contrast(on: sheet) >= 4.4, "\(name) on \(text)")
      for (part, own) in [
        (theme.outside, name.theme.outside), (theme.complete, name.theme.complete),
        (theme.fingertip, name.theme.fingertip),
        (theme.guide, name.theme.guide),
      ] {
        #expect(part.contrast(on: sheet) >= min(2.9, own.contrast(on: name.theme.background)), "\(name) on \(text)")
      }
      // The line is seen in the corridor too, and the corridor on the sheet.
      #expect(theme.inside.contrast(on: theme.corridor(on: sheet)) >= 2.4, "\(name) on \(text)")
      #expect(theme.corridor(on: sheet).contrast(on: sheet) >= 1.14, "\(name) on \(text)")
    }
    #expect(name.theme.on(name.theme.background) == name.theme)
  }

  @Test("A black line on a black sheet turns white")
  func blackOnBlack() {
    #expect(TraceTheme.classic.on(.black).inside.contrast(on: .black) > 18)
    #expect(TraceTheme.classic.on(.white).inside == .black)
  }
}
