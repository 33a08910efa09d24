import ReelGeometry
import ReelTestSupport
import Testing

@testable import ReelCanvas

/// A picture that is drawn tile by tile must be the picture drawn at once: the layers redraw only what changed.
@Suite struct RedrawTests {
  private static let size = PixelSize(width: 150, height: 110)

  enum Subject: CaseIterable {
    case fills, strokes, polylines, text, tinyText, linearGradient, radialGradient, sky, images, groups, clips,
      polygons, glows
  }

  @Test("Drawing in parts leaves the same pixels as drawing at once", arguments: Subject.allCases)
  func parts(subject: Subject) throws {
    var random = Seeded()
    for round in 0..<6 {
      let scene = Scene(subject, &random)
      let whole = try Bitmap.drawn(Self.size.width, Self.size.height) { scene.draw(in: $0) }
      // A few scattered parts, or every tile for itself.
      let count = round < 4 ? 5 : 70
      var parts = [Region](repeating: Region(of: Self.size), count: count)
      for row in 0..<parts[0].rows {
        for column in 0..<parts[0].columns {
          let part = count == 5 ? Int.random(in: 0..<5, using: &random) : row * parts[0].columns + column
          parts[part].insert(column: column, row: row)
        }
      }
      var pieced = Bitmap(size: Self.size)
      for part in parts { try pieced.draw(clippedTo: part) { scene.draw(in: $0) } }
      var greatest = 0
      pieced.withUnsafeBytes { a in
        whole.withUnsafeBytes { b in
          for index in a.indices { greatest = max(greatest, abs(Int(a[index]) - Int(b[index]))) }
        }
      }
      #expect(greatest == 0, "\(random)")
    }
  }

  private struct Scene {
    let subject: Subject
    let points: [Point]
    let angle: Angle
    let image: Bitmap

    init(_ subject: Subject, _ random: inout Seeded) {
      self.subject = subject
      points = (0..<12).map { _ in Point(x: random.double(-20...170), y: random.double(-20...130)) }
      angle = Angle(degrees: random.double(-20...20))
      image = Bitmap.random(30, 20, using: &random)
    }

    func draw(in context: GraphicsContext) {
      context.clear()
      context.rotate(angle)
      let rect = Rect(x: 20, y: 10, width: 110, height: 80)
      let path = Path(points: points, closed: true)
      switch subject {
      case .fills:
        context.fill(path, with: .color(.red))
        context.fill(Path(ellipseIn: rect), with: .color(Color.blue.with(alpha: 0.5)))
      case .strokes:
        context.stroke(path, with: .black, style: StrokeStyle(width: 3))
        context.stroke(Path(ellipseIn: rect), with: .color(.red), style: StrokeStyle(width: 2, dash: [7, 3]))
      case .polylines:
        context.stroke(path, with: .black, style: .round(width: 2.3))
        context.stroke(path, with: .color(.red), style: .round(width: 0.7))
      case .text:
        context.draw(TextLayout("Koch snowflake\nlevel 4", font: Font(size: 19)), at: points[0], with: .black)
        context.draw(TextLayout("Ag", font: Font(size: 600)), at: Point(x: -20, y: -300), with: .color(.red))
      case .tinyText:
        context.scale(0.03)
        let letters = String(repeating: "illumination ", count: 60)
        context.draw(TextLayout(letters, font: Font(size: 17.3)), at: Point(x: 100, y: 1500), with: .black)
      case .linearGradient:
        context.paint(.linearGradient(Gradient(.red, .blue, .clear), from: points[0], to: points[1]))
      case .sky:
        context.paint(.radialGradient(Gradient(.red, .blue, .white), center: points[0], radius: 90))
      case .radialGradient:
        context.paint(.radialGradient(Gradient(.red, .blue, .clear), center: points[0], radius: 90))
      case .images:
        context.draw(image, in: rect)
        context.draw(image, in: Rect(x: 3, y: 3, width: 17, height: 90), orientation: .left, interpolation: .nearest)
      case .polygons:
        let many = Path(points: (0..<90).map { points[$0 % 11] + Vector(dx: Double($0), dy: 0) * 0.3 }, closed: true)
        context.fill(many, with: .color(Color.red.with(alpha: 0.7)))
        context.fill(many, with: .color(.blue), rule: .evenOdd)
      case .glows:
        context.glow(around: path, radius: 17, color: .red)
        context.glow(around: path, radius: 3, color: .blue)
      case .clips:
        context.clip(to: path, rule: .evenOdd)
        context.clip(to: Path(ellipseIn: rect))
        context.paint(.color(.red))
        context.stroke(Path(ellipseIn: rect), with: .black, style: StrokeStyle(width: 9))
      case .groups:
        context.withGroup(opacity: 0.4) {
          context.fill(path, with: .color(.red))
          context.stroke(Path(rect: rect), with: .black, style: .round(width: 5))
        }
      }
    }
  }
}
