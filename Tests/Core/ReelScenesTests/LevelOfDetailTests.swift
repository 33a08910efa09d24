import ReelCanvas
import ReelGeometry
import ReelTurtle
import Testing

@testable import ReelScenes

/// What is not drawn because it is too small to be seen, in a picture of 1280×720.
@Suite struct LevelOfDetailTests {
  /// A part of the outline, large enough to hold every turn of the curve, small enough to be drawn in full.
  private static let part = 1.0 / 192

  private func flake(_ level: Double) throws -> Snowflake {
    try Snowflake(level: level, radius: 300, center: Point(x: 262, y: -140))
  }

  private func path(_ level: Double, minimumSegment: Double) throws -> Path {
    try flake(level).path(walked: Self.part, minimumSegment: minimumSegment)
  }

  private func picture(of path: Path, width: Double) throws -> Bitmap {
    var bitmap = Bitmap(width: 24, height: 24)
    try bitmap.draw { context in
      context.paint(.white)
      context.stroke(path, with: .color(.black), style: .round(width: width))
    }
    return bitmap
  }

  /// The largest difference of two grey pictures, and their mean difference.
  private func difference(_ a: Bitmap, _ b: Bitmap) -> (largest: Int, mean: Double) {
    var (largest, sum) = (0, 0)
    for y in 0..<a.height {
      for x in 0..<a.width {
        let step = abs(Int(a[x, y].red) - Int(b[x, y].red))
        largest = max(largest, step)
        sum += step
      }
    }
    return (largest, Double(sum) / Double(a.width * a.height))
  }

  @Test(
    "The line of level 12 differs from the full one by no more than level 8 from level 7",
    arguments: [0.5, 1, 1.6, 2])
  func likeTheFullOne(width: Double) throws {
    // Level 11 stands for 12, of which nothing can be told from it: its segments are a three-hundredth of a pixel long.
    let full = try picture(of: path(11, minimumSegment: 0), width: width)
    let drawn = try picture(of: path(12, minimumSegment: Snowflake.finestSegment), width: width)
    let seven = try picture(of: path(7, minimumSegment: 0), width: width)
    let eight = try picture(of: path(8, minimumSegment: 0), width: width)
    let (left, step) = (difference(drawn, full), difference(seven, eight))
    #expect(step.largest > 0)
    #expect(left.largest <= step.largest, "\(left) against \(step)")
    #expect(left.mean < 0.1)
  }

  @Test("Level 12 has no more segments to draw than level 7")
  func noMoreSegments() throws {
    for minimum in [Snowflake.finestSegment, Snowflake.defaultMinimumSegment] {
      let (twelve, seven) = try (path(12, minimumSegment: minimum), path(7, minimumSegment: minimum))
      #expect(twelve.elements.count <= seven.elements.count)
    }
    #expect(try path(12, minimumSegment: Snowflake.finestSegment).elements.count == 257)
  }

  @Test("A frame of level 12 is nearly that of level 7")
  func scene() throws {
    func picture(level: Int) throws -> Bitmap {
      var film = SnowflakeFilm(levels: level...level, duration: 1)
      film.theme = .classic
      film.showsCaption = false
      let size = PixelSize(width: 160, height: 90)
      var bitmap = Bitmap(size: size)
      _ = try SceneSource(film, size: size).draw(atSeconds: 0, into: &bitmap)
      return bitmap
    }
    #expect(try difference(picture(level: 12), picture(level: 7)).largest <= 3)
  }
}
