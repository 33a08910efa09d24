import ReelGeometry
import Testing

@testable import ReelCanvas

@Suite struct StrokeTests {
  private let red = Paint.color(.red)

  @Test("Caps end a line at its end point, half a width beyond, or round")
  func caps() throws {
    func drawn(_ cap: StrokeStyle.Cap) throws -> String {
      try Bitmap.drawn(10, 4) { context in
        context.stroke(
          Path(points: [Point(x: 3, y: 2), Point(x: 7, y: 2)]), with: red, style: StrokeStyle(width: 4, cap: cap))
      }.alphaPicture
    }
    #expect(try drawn(.butt) == "...####...\n...####...\n...####...\n...####...")
    #expect(try drawn(.square) == ".########.\n.########.\n.########.\n.########.")
    #expect(try drawn(.round) == ".++####++.\n.+######+.\n.+######+.\n.++####++.")
  }

  @Test("Joins fill the corner, round it or cut it, and a miter beyond its limit is cut")
  func joins() throws {
    func corner(_ join: StrokeStyle.Join, limit: Double = 10) throws -> Pixel {
      let path = Path(points: [Point(x: 2, y: 10), Point(x: 2, y: 2), Point(x: 10, y: 2)])
      return try Bitmap.drawn(10, 10) { context in
        context.stroke(path, with: red, style: StrokeStyle(width: 4, join: join, miterLimit: limit))
      }[0, 0]
    }
    #expect(try corner(.miter) == Pixel(.red))
    #expect(try corner(.miter, limit: 1.2) == .transparent)
    #expect(try corner(.miter, limit: .nan) == .transparent)
    #expect(try corner(.bevel) == .transparent)
    let round = try corner(.round).alpha
    #expect(round > 0 && round < 255)
  }

  @Test(
    "Dashes alternate line and gap from the phase on; lists that make no sense give a solid line",
    arguments: [
      ([2, 1], 0, "rr.rr.rr.r"), ([2, 1], 1, "r.rr.rr.rr"), ([3], 0, "rrr...rrr."), ([], 0, "rrrrrrrrrr"),
      ([0, 0], 0, "rrrrrrrrrr"), ([-1, 2], 0, "rrrrrrrrrr"), ([.nan], 0, "rrrrrrrrrr"),
      ([2, 1], .nan, "rr.rr.rr.r"), ([2, .infinity], 0, "rrrrrrrrrr"),
    ] as [([Double], Double, String)])
  func dashes(dash: [Double], phase: Double, expected: String) throws {
    let bitmap = try Bitmap.drawn(10, 1) { context in
      context.stroke(
        Path(points: [Point(x: 0, y: 0.5), Point(x: 10, y: 0.5)]), with: red,
        style: StrokeStyle(width: 1, dash: dash, dashPhase: phase))
    }
    #expect(bitmap.colorPicture == expected)
  }

  @Test("Dashes end with the line for which they were asked")
  func dashesEnd() throws {
    let path = Path(points: [Point(x: 0, y: 0.5), Point(x: 6, y: 0.5)])
    let bitmap = try Bitmap.drawn(6, 1) { context in
      context.stroke(path, with: red, style: StrokeStyle(width: 1, dash: [1, 1]))
      context.stroke(path, with: .color(.green), style: StrokeStyle(width: 1))
    }
    #expect(bitmap.colorPicture == "gggggg")
  }

  @Test("A line that is not wider than nothing is not drawn", arguments: [0, -1, Double.nan, .infinity])
  func noWidth(width: Double) throws {
    let line = Path(points: [Point(x: 0, y: 2), Point(x: 4, y: 2)])
    #expect(try Bitmap.drawn(4, 4) { $0.stroke(line, with: red, style: StrokeStyle(width: width)) }.isBlank)
  }

  @Test("A line as wide as the world covers everything")
  func hugeWidth() throws {
    let line = Path(points: [Point(x: -9, y: 2), Point(x: 9, y: 2)])
    for width in [1e5, 1e12, 1e300] {
      let bitmap = try Bitmap.drawn(4, 4) { $0.stroke(line, with: red, style: StrokeStyle(width: width)) }
      #expect(!bitmap.colorPicture.contains("."), "\(width)")
    }
  }
}
