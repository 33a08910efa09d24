import ReelTestSupport
import Testing

@testable import ReelGeometry

@Suite("SVG path data")
struct SVGPathTests {
  /// What path data draws, written the long way: absolute and with one letter each.
  private func spelled(_ path: Path) -> String {
    func text(_ point: Point) -> String { "\(point.x),\(point.y)" }
    return path.elements.map { element in
      switch element {
      case .move(let point): "M\(text(point))"
      case .line(let point): "L\(text(point))"
      case .curve(let control1, let control2, let end): "C\(text(control1)) \(text(control2)) \(text(end))"
      case .close: "Z"
      }
    }.joined(separator: " ")
  }

  private static let equal: [(String, String)] = [
    ("M10 20L30 40", "M10.0,20.0 L30.0,40.0"),
    ("m10 20l30 40", "M10.0,20.0 L40.0,60.0"),
    ("M 10 20 30 40 50 60", "M10.0,20.0 L30.0,40.0 L50.0,60.0"),
    ("m 10 20 30 40 50 60", "M10.0,20.0 L40.0,60.0 L90.0,120.0"),
    ("M1 2H5V7h1v1", "M1.0,2.0 L5.0,2.0 L5.0,7.0 L6.0,7.0 L6.0,8.0"),
    ("M1 2H5 6V7 8", "M1.0,2.0 L5.0,2.0 L6.0,2.0 L6.0,7.0 L6.0,8.0"),
    ("M0 0C1 2 3 4 5 6S7 8 9 10", "M0.0,0.0 C1.0,2.0 3.0,4.0 5.0,6.0 C7.0,8.0 7.0,8.0 9.0,10.0"),
    ("M1 1c1 2 3 4 5 6s7 8 9 10", "M1.0,1.0 C2.0,3.0 4.0,5.0 6.0,7.0 C8.0,9.0 13.0,15.0 15.0,17.0"),
    ("M1 1S2 2 3 3", "M1.0,1.0 C1.0,1.0 2.0,2.0 3.0,3.0"),
    ("M0 0L1 1S2 2 3 3", "M0.0,0.0 L1.0,1.0 C1.0,1.0 2.0,2.0 3.0,3.0"),
    ("M0 0Q3 3 6 0", "M0.0,0.0 C2.0,2.0 4.0,2.0 6.0,0.0"),
    ("M0 0Q3 3 6 0T12 0", "M0.0,0.0 C2.0,2.0 4.0,2.0 6.0,0.0 C8.0,-2.0 10.0,-2.0 12.0,0.0"),
    ("M3 3T6 6", "M3.0,3.0 C3.0,3.0 4.0,4.0 6.0,6.0"),
    ("M1 1 2 2z", "M1.0,1.0 L2.0,2.0 Z"),
    ("M1 1 2 2zl1 0", "M1.0,1.0 L2.0,2.0 Z L2.0,1.0"),
    ("M1 1 2 2zm1 0 1 0", "M1.0,1.0 L2.0,2.0 Z M2.0,1.0 L3.0,1.0"),
    ("M1 1Zz", "M1.0,1.0 Z Z"),
    // Numbers as packed as they may be.
    ("M-1-2.5.5+3", "M-1.0,-2.5 L0.5,3.0"),
    ("M1e1 2E-1L.1e+1 1.", "M10.0,0.2 L1.0,1.0"),
    ("M1,2 , 3\t\n\r4", "M1.0,2.0 L3.0,4.0"),
    ("  \n M 1 1  ", "M1.0,1.0"),
    ("M0 0A0 5 0 0 1 3 4", "M0.0,0.0 L3.0,4.0"),
    ("M1 1A5 5 0 0 1 1 1L2 2", "M1.0,1.0 L2.0,2.0"),
    ("", ""),
  ]

  @Test("Commands draw what SVG says", arguments: equal)
  func commands(data: String, expected: String) {
    #expect(spelled(Path(svg: data)) == expected)
  }

  private static let wrong: [(String, String, Int)] = [
    ("L1 1", "", 0), ("10 20", "", 0), ("M", "", 1), ("M1", "", 2), ("M,1 1", "", 1),
    ("M1 1L2 2L3", "M1.0,1.0 L2.0,2.0", 10), ("M1 1L2 2 3#4", "M1.0,1.0 L2.0,2.0", 10),
    ("M1 1,,2 2", "M1.0,1.0", 5), ("M1 1 2 2,", "M1.0,1.0 L2.0,2.0", 9), ("M1 1,L2 2", "M1.0,1.0", 5),
    ("M1 1z2 2", "M1.0,1.0 Z", 5), ("M1 1X2 2", "M1.0,1.0", 4), ("M1 1 Lnan 1", "M1.0,1.0", 6),
    ("M1 1 L1e999 1", "M1.0,1.0", 6), ("M1 1 L0x10 1", "M1.0,1.0", 7), ("M1 1é", "M1.0,1.0", 4),
    ("M1 1A5 5 0 2 1 3 3", "M1.0,1.0", 11), ("M1 1A5 5 0 -1 1 3 3", "M1.0,1.0", 11),
    ("M1 1A5 5 0 0 3 3 3", "M1.0,1.0", 13), ("M1 1L1 1e", "M1.0,1.0 L1.0,1.0", 8),
    ("M1e150 1l1e150 1", "M1e+150,1.0", 16), ("M1e308 1", "", 8),
  ]

  @Test("Wrong data draws up to the error, and no further", arguments: wrong)
  func errors(data: String, expected: String, offset: Int) {
    var stopped: Int?
    let path = Path(svg: data) { stopped = $0 }
    #expect(spelled(path) == expected)
    #expect(stopped == offset)
    #expect(Path(svg: data) == path)
  }

  @Test("Arc flags need nothing between them and what follows")
  func compactFlags() {
    let long = Path(svg: "M 10 -20 A 5.5 0.3 -4 0 1 0 -0.1")
    #expect(Path(svg: "M10-20A5.5.3-4 010-.1") == long)
    #expect(long.currentPoint == Point(x: 0, y: -0.1))
  }

  @Test("An arc runs along its circle, in the direction and by the length that the flags say")
  func flags() {
    // Circles of radius 5 through (0, 0) and (6, 0) have their centres at (3, ±4).
    let cases: [(flags: String, center: Double, height: Double)] = [
      ("0 0", -4, 1), ("0 1", 4, -1), ("1 0", 4, 9), ("1 1", -4, -9),
    ]
    for (flags, center, height) in cases {
      let path = Path(svg: "M0 0A5 5 0 \(flags) 6 0")
      var top = 0.0
      for point in samples(path) {
        #expect(abs(point.distance(to: Point(x: 3, y: center)) - 5) < 5 * 0.0003)
        if abs(point.y) > abs(top) { top = point.y }
      }
      #expect(abs(top - height) < 0.02, "\(flags)")
      #expect(path.currentPoint == Point(x: 6, y: 0))
    }
  }

  @Test("Random arcs end where they should and stay on their ellipse")
  func randomArcs() {
    var random = Seeded()
    for _ in 0..<500 {
      let (start, end) = (random.point(), random.point())
      let (rx, ry, angle) = (random.double(1...80), random.double(1...80), random.double())
      var path = Path()
      path.move(to: start)
      path.addArc(
        to: end, radii: Size(width: rx, height: ry), rotation: .degrees(angle), isLarge: Bool.random(using: &random),
        isSweep: Bool.random(using: &random))
      #expect(path.currentPoint == end)
      // In the frame in which the ellipse is a circle, all points are equally far from one centre.
      let upright = AffineTransform.rotation(.degrees(-angle)).followed(by: .scale(x: 1 / rx, y: 1 / ry))
      let round = samples(path).map(upright.apply)
      let (a, b, c) = (round[0], round[round.count / 3], round[round.count * 2 / 3])
      let center = circumcenter(a, b, c)
      let radius = center.distance(to: a)
      for point in round {
        #expect(abs(point.distance(to: center) - radius) < radius * 0.001, "\(random)")
      }
      #expect(radius > 0.99, "\(random)")
    }
  }

  @Test("An arc of absurd size is its chord, and what is not finite is not drawn")
  func absurdArcs() {
    for data in ["M0 0A1e308 1e308 30 0 1 9 9", "M0 0A1e-300 1e300 30 1 1 9 9", "M-1e308 0A1 1 0 0 1 1e308 5"] {
      let path = Path(svg: data)
      for point in samples(path) { #expect(point.x.isFinite && point.y.isFinite, "\(data)") }
    }
  }

  @Test("Data of any bytes gives a path of finite points")
  func anyBytes() {
    var random = Seeded()
    let alphabet = Array("MmLlHhVvCcSsQqTtAaZz0123456789.,-+eE #\n".utf8)
    for _ in 0..<3000 {
      let bytes = (0..<Int.random(in: 0...60, using: &random)).map { _ in alphabet.randomElement(using: &random) ?? 0 }
      let text = "M0 0 " + String(decoding: bytes, as: UTF8.self)
      let box = Path(svg: text).controlBounds
      #expect(box?.minX.isFinite == true && box?.maxY.isFinite == true, "\(text) \(random)")
    }
  }

  @Test("Subpaths begin at moves and behind closes")
  func subpaths() {
    let parts = Path(svg: "M0 0 M1 1 2 2 M5 5 6 6 7 5 Z L 9 9 M 3 3 M 4 4 Z").subpaths
    #expect(parts.map(spelled) == ["M1.0,1.0 L2.0,2.0", "M5.0,5.0 L6.0,6.0 L7.0,5.0 Z", "M5.0,5.0 L9.0,9.0"])
  }

  private static let numbers: [(String, Double?, Int)] = [
    ("0", 0, 1), ("-0.5x", -0.5, 4), ("+.5", 0.5, 3), ("5.", 5, 2), ("1e5", 1e5, 3), ("1e", 1, 1), ("1e+", 1, 1),
    (".", nil, 0), ("-", nil, 0), ("", nil, 0), ("e5", nil, 0), ("inf", nil, 0), ("1e309", nil, 0),
    ("123456789012345678901234567890", 0x1.8ee90ff6c373ep96, 30),
    ("0.1234567890123456789012", 0.1234567890123456789012, 24), ("1e-400", 0, 6), ("1e99999999999999999999", nil, 0),
    ("0000000000000000000000000000001.5", 1.5, 33), ("9007199254740993", 9007199254740992, 16),
  ]

  @Test("Decimal numbers end where they end, and are rounded as the compiler rounds them", arguments: numbers)
  func decimals(text: String, value: Double?, end: Int) {
    var position = 0
    #expect(DecimalNumber.scan(Array(text.utf8), at: &position) == value)
    #expect(position == end)
  }

  @Test("A printed number is read as the same number")
  func roundTrip() {
    var random = Seeded()
    for _ in 0..<2000 {
      let value = Double(bitPattern: random.next())
      guard value.isFinite else { continue }
      var position = 0
      #expect(DecimalNumber.scan(Array("\(value)".utf8), at: &position) == value, "\(random)")
    }
  }

  /// Points along the curves of a path, nine for each.
  private func samples(_ path: Path) -> [Point] {
    var last = Point.zero
    var result: [Point] = []
    for element in path.elements {
      switch element {
      case .move(let point), .line(let point):
        result.append(point)
        last = point
      case .curve(let control1, let control2, let end):
        for step in 1...9 {
          let t = Double(step) / 9
          let (a, b, c) = (
            last.interpolated(to: control1, fraction: t), control1.interpolated(to: control2, fraction: t),
            control2.interpolated(to: end, fraction: t)
          )
          let (d, e) = (a.interpolated(to: b, fraction: t), b.interpolated(to: c, fraction: t))
          result.append(d.interpolated(to: e, fraction: t))
        }
        last = end
      case .close: break
      }
    }
    return result
  }

  private func circumcenter(_ a: Point, _ b: Point, _ c: Point) -> Point {
    let (p, q) = (b - a, c - a)
    let d = 2 * (p.dx * q.dy - p.dy * q.dx)
    let (p2, q2) = (p.dx * p.dx + p.dy * p.dy, q.dx * q.dx + q.dy * q.dy)
    return Point(x: a.x + (q.dy * p2 - p.dy * q2) / d, y: a.y + (p.dx * q2 - q.dx * p2) / d)
  }
}
