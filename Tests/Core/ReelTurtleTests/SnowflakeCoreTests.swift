import ReelGeometry
import ReelTestSupport
import Testing

@testable import ReelTurtle

@Suite("What is deep inside of a snowflake") struct SnowflakeCoreTests {
  private let radius = 250.0
  private let center = Point(x: 310, y: 290)

  private func flake(_ level: Double) throws -> Snowflake {
    try Snowflake(level: level, radius: radius, center: center)
  }

  /// The distance of a point from the outline, negative outside of it.
  private func depth(of point: Point, in corners: [Point]) -> Double {
    var (nearest, isInside) = (Double.infinity, false)
    for (a, b) in zip(corners, corners.dropFirst() + [corners[0]]) {
      let way = b - a
      let part = min(1, max(0, (point - a).dot(way) / way.dot(way)))
      nearest = min(nearest, point.distance(to: a.interpolated(to: b, fraction: part)))
      if (a.y > point.y) != (b.y > point.y), point.x < a.x + (point.y - a.y) / way.dy * way.dx { isInside.toggle() }
    }
    return isInside ? nearest : -nearest
  }

  @Test(
    "No rectangle of it reaches as near to the outline as the margin, at this level or a later one",
    arguments: [0, 1, 2.4, 4, 6.5])
  func contained(level: Double) throws {
    var random = Seeded()
    let margin = 3.0
    let core = SnowflakeCore(of: try flake(level), cell: 4, margin: margin)
    let later = try [level, level + 0.7].map { level in
      try flake(level).path(minimumSegment: 4).elements.compactMap { element in
        switch element {
        case .move(let point), .line(let point): point
        default: nil
        }
      }
    }
    var found = 0
    for _ in 0..<600 {
      let rect = Rect(
        x: random.double(50...570), y: random.double(30...550), width: random.double(0...30),
        height: random.double(0...30))
      guard core.contains(rect) else { continue }
      found += 1
      let points = [
        rect.center, Point(x: rect.minX, y: rect.minY), Point(x: rect.maxX, y: rect.minY),
        Point(x: rect.minX, y: rect.maxY), Point(x: rect.maxX, y: rect.maxY),
      ]
      for corners in later {
        #expect(points.allSatisfy { depth(of: $0, in: corners) >= margin }, "\(rect), \(random)")
      }
    }
    #expect(found > 50)
  }

  @Test("What is far away, or nowhere, is not in it")
  func wild() throws {
    let core = SnowflakeCore(of: try flake(3), cell: 4, margin: 1)
    #expect(core.contains(Rect(center: center, size: Size(width: 9, height: 9))))
    for far in [1e3, -1e3, 1e30, -1e30, .infinity, -.infinity, .nan] {
      #expect(!core.contains(Rect(x: far, y: center.y, width: 1, height: 1)))
      #expect(!core.contains(Rect(x: center.x, y: far, width: 1, height: 1)))
      #expect(far < 0 || !core.contains(Rect(x: center.x, y: center.y, width: far, height: 1)))
    }
    #expect(!core.contains(Rect(x: -1e30, y: -1e30, width: 2e30, height: 2e30)))
  }

  @Test("Of levels that are drawn no more, it has only those that are")
  func small() throws {
    let tiny = try Snowflake(level: 7, radius: 2, center: center)
    #expect(SnowflakeCore.base(of: tiny, cell: 0.01).level <= tiny.simplified().level)
    #expect(SnowflakeCore.base(of: try flake(2.9), cell: 0.01) == (try flake(2)))
  }

  @Test("It leaves out little more than the margin", arguments: [0, 1, 3])
  func large(level: Double) throws {
    let (cell, margin) = (2.0, 1.0)
    let flake = try flake(level)
    let core = SnowflakeCore(of: flake, cell: cell, margin: margin)
    var area = 0.0
    for x in stride(from: center.x - radius, to: center.x + radius, by: 2) {
      for y in stride(from: center.y - radius, to: center.y + radius, by: 2)
      where core.contains(Rect(x: x, y: y, width: 0, height: 0)) {
        area += 4
      }
    }
    #expect(area < flake.area)
    #expect(area > flake.area - flake.perimeter * (margin + 2 * cell))
  }
}
