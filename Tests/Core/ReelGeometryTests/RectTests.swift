import ReelGeometry
import ReelTestSupport
import Testing

@Suite struct RectTests {
  @Test("Edges and centre follow from corner and size")
  func edges() {
    let rect = Rect(x: 1, y: 2, width: 10, height: 20)
    #expect(rect.minX == 1 && rect.minY == 2 && rect.maxX == 11 && rect.maxY == 22)
    #expect(rect.center == Point(x: 6, y: 12))
    #expect(Rect(center: rect.center, size: rect.size) == rect)
  }

  @Test("A point on the left or top edge is inside, on the right or bottom edge outside")
  func contains() {
    let rect = Rect(x: 0, y: 0, width: 2, height: 2)
    #expect(rect.contains(.zero))
    #expect(!rect.contains(Point(x: 2, y: 1)))
    #expect(!rect.contains(Point(x: 1, y: 2)))
    #expect(!rect.contains(Point(x: .nan, y: 1)))
  }

  @Test("The intersection holds exactly the points that both rectangles hold")
  func intersection() {
    var random = Seeded()
    for _ in 0..<2000 {
      let (a, b, point) = (random.rect(), random.rect(), random.point())
      let both = a.intersection(b)
      #expect(both == b.intersection(a), "\(a) \(b) \(random)")
      #expect(a.intersects(b) == !both.isEmpty)
      // Far enough from the edges, whose sums may be rounded.
      let onEdge = [a, b].contains { rect in
        [rect.minX - point.x, rect.maxX - point.x, rect.minY - point.y, rect.maxY - point.y]
          .contains { abs($0) < 1e-9 }
      }
      if !onEdge {
        #expect(both.contains(point) == (a.contains(point) && b.contains(point)), "\(a) \(b) \(point) \(random)")
      }
    }
  }

  @Test("The union covers both rectangles, and an empty one adds nothing")
  func union() {
    var random = Seeded()
    for _ in 0..<1000 {
      let (a, b) = (random.rect(), random.rect())
      let union = a.union(b)
      #expect(union == b.union(a), "\(random)")
      #expect(union.minX == min(a.minX, b.minX) && union.minY == min(a.minY, b.minY), "\(random)")
      #expect(abs(union.maxX - max(a.maxX, b.maxX)) < 1e-9, "\(random)")
      #expect(abs(union.maxY - max(a.maxY, b.maxY)) < 1e-9, "\(random)")
      #expect(a.union(Rect(x: 500, y: 500, width: 0, height: 9)) == a)
    }
  }

  @Test("Rectangles that only touch have nothing in common")
  func touching() {
    let left = Rect(x: 0, y: 0, width: 5, height: 5)
    #expect(left.intersection(Rect(x: 5, y: 0, width: 5, height: 5)) == .zero)
    #expect(!left.intersects(Rect(x: 0, y: 5, width: 5, height: 5)))
  }

  @Test(
    "What is not a number meets nothing, from either side",
    arguments: [
      Rect(x: .nan, y: 0, width: 5, height: 5), Rect(x: 0, y: .nan, width: 5, height: 5),
      Rect(x: 0, y: 0, width: .nan, height: 5), Rect(x: 0, y: 0, width: 5, height: .nan),
    ])
  func notANumber(broken: Rect) {
    let whole = Rect(x: 0, y: 0, width: 5, height: 5)
    #expect(whole.intersection(broken) == .zero)
    #expect(broken.intersection(whole) == .zero)
  }

  @Test("An inset moves every side and collapses to the centre")
  func inset() {
    let rect = Rect(x: 0, y: 0, width: 10, height: 4)
    #expect(rect.inset(by: 1) == Rect(x: 1, y: 1, width: 8, height: 2))
    #expect(rect.inset(by: -1) == Rect(x: -1, y: -1, width: 12, height: 6))
    #expect(rect.inset(by: 3) == Rect(x: 3, y: 2, width: 4, height: 0))
  }

  @Test("A size of pixels has its area, bounds and the usual notation")
  func pixelSize() {
    let size = PixelSize(width: 1280, height: 720)
    #expect(size.area == 921_600)
    #expect(size.bounds == Rect(x: 0, y: 0, width: 1280, height: 720))
    #expect(size.description == "1280x720")
  }
}
