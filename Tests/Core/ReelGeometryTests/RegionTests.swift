import ReelGeometry
import ReelTestSupport
import Testing

@Suite struct RegionTests {
  static let frames = [
    PixelSize(width: 1, height: 1), PixelSize(width: 16, height: 16), PixelSize(width: 17, height: 15),
    PixelSize(width: 100, height: 70), PixelSize(width: 1280, height: 720), PixelSize(width: 1027, height: 48),
  ]

  @Test("A new region is empty and the whole one holds every tile", arguments: frames)
  func ends(frame: PixelSize) {
    #expect(Region(of: frame).isEmpty)
    #expect(Region(of: frame).rects.isEmpty && Region(of: frame).pixelRows.isEmpty)
    let all = Region.all(of: frame)
    #expect(all.isAll && all.tileCount == all.columns * all.rows)
    #expect(all.rects == [frame.bounds])
    #expect(all.pixelRows == [0..<frame.height])
  }

  @Test("A rectangle marks exactly the tiles that it touches", arguments: frames)
  func insertion(frame: PixelSize) {
    var random = Seeded()
    for _ in 0..<50 {
      let rect = random.rect()
      var region = Region(of: frame)
      region.insert(rect)
      for row in 0..<region.rows {
        for column in 0..<region.columns {
          let tile = Rect(x: Double(column * 16), y: Double(row * 16), width: 16, height: 16)
            .intersection(frame.bounds)
          #expect(region.contains(column: column, row: row) == tile.intersects(rect), "\(rect) \(random)")
        }
      }
      #expect(region.intersects(rect) == !region.isEmpty, "\(rect) \(random)")
    }
  }

  @Test("rects cover each pixel of the tiles once, and no other pixel", arguments: frames)
  func rects(frame: PixelSize) {
    var random = Seeded()
    for _ in 0..<10 {
      let region = region(of: frame, using: &random)
      var covered = Array(repeating: 0, count: frame.area)
      for rect in region.rects {
        for y in Int(rect.minY)..<Int(rect.maxY) {
          for x in Int(rect.minX)..<Int(rect.maxX) { covered[y * frame.width + x] += 1 }
        }
      }
      let wrong = covered.indices.first { index in
        let (y, x) = index.quotientAndRemainder(dividingBy: frame.width)
        return covered[index] != (region.contains(column: x / 16, row: y / 16) ? 1 : 0)
      }
      #expect(wrong == nil, "\(random)")
    }
  }

  @Test("pixelRows are the rows of pixels with a tile, joined and in order", arguments: frames)
  func pixelRows(frame: PixelSize) {
    var random = Seeded()
    for _ in 0..<10 {
      let region = region(of: frame, using: &random)
      let rows = (0..<frame.height).filter { y in
        (0..<region.columns).contains { region.contains(column: $0, row: y / 16) }
      }
      #expect(region.pixelRows.flatMap { Array($0) } == rows, "\(random)")
      #expect(zip(region.pixelRows, region.pixelRows.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound })
    }
  }

  @Test("A union holds what one of the two holds")
  func union() {
    let frame = PixelSize(width: 200, height: 130)
    var random = Seeded()
    let (a, b) = (region(of: frame, using: &random), region(of: frame, using: &random))
    var both = a
    both.formUnion(b)
    for row in 0..<a.rows {
      for column in 0..<a.columns {
        let expected = a.contains(column: column, row: row) || b.contains(column: column, row: row)
        #expect(both.contains(column: column, row: row) == expected, "\(random)")
      }
    }
  }

  @Test("The inverse holds exactly the other tiles", arguments: frames)
  func inverse(frame: PixelSize) {
    var random = Seeded()
    let region = region(of: frame, using: &random)
    let inverse = region.inverted
    #expect(inverse.tileCount == region.columns * region.rows - region.tileCount, "\(random)")
    #expect(inverse.inverted == region, "\(random)")
    var rest = region
    rest.subtract(inverse)
    #expect(rest == region, "\(random)")
    rest.subtract(region)
    #expect(rest.isEmpty, "\(random)")
    var all = region
    all.formUnion(inverse)
    #expect(all == .all(of: frame), "\(random)")
  }

  @Test("Equal runs in neighbouring rows are one rectangle")
  func joining() {
    var region = Region(of: PixelSize(width: 64, height: 64))
    region.insert(Rect(x: 16, y: 16, width: 20, height: 33))
    #expect(region.rects == [Rect(x: 16, y: 16, width: 32, height: 48)])
  }

  @Test(
    "What lies outside, is empty or is no number marks nothing",
    arguments: [
      Rect(x: -50, y: 0, width: 50, height: 10), Rect(x: 100, y: 0, width: 9, height: 9),
      Rect(x: 10, y: 10, width: 0, height: 5), Rect(x: .nan, y: 0, width: 5, height: 5),
      Rect(x: 0, y: 0, width: .nan, height: 5), Rect(x: .infinity, y: 0, width: 5, height: 5),
    ])
  func nothing(rect: Rect) {
    var region = Region(of: PixelSize(width: 100, height: 100))
    region.insert(rect)
    region.insert(column: -1, row: 0)
    region.insert(column: 0, row: 7)
    #expect(region.isEmpty)
    #expect(!Region.all(of: region.frame).intersects(rect))
    #expect(!region.contains(column: 7, row: 0))
  }

  @Test("A rectangle far larger than the frame marks all of it")
  func huge() {
    var region = Region(of: PixelSize(width: 100, height: 100))
    region.insert(Rect(x: -1e300, y: -1e300, width: .infinity, height: 2e300))
    #expect(region.isAll)
  }

  private func region(of frame: PixelSize, using random: inout Seeded) -> Region {
    var region = Region(of: frame)
    for row in 0..<region.rows {
      for column in 0..<region.columns where Bool.random(using: &random) {
        region.insert(column: column, row: row)
      }
    }
    return region
  }
}
