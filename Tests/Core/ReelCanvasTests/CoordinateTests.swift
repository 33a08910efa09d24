import ReelGeometry
import Testing

@testable import ReelCanvas

@Suite struct CoordinateTests {
  private let red = Paint.color(.red)

  @Test("Steps that are not numbers are left out and the rest is drawn")
  func notNumbers() throws {
    var path = Path(rect: Rect(x: 1, y: 0, width: 2, height: 2))
    path.addLine(to: Point(x: .nan, y: 3))
    path.addCurve(to: .zero, control1: Point(x: .infinity, y: 0), control2: .zero)
    path.move(to: Point(x: 0, y: -.infinity))
    let bitmap = try Bitmap.drawn(4, 2) { context in
      context.fill(path, with: red)
      context.fill(Rect(x: .nan, y: 0, width: 9, height: 9), with: .black)
      context.fill(Rect(x: 0, y: 0, width: .nan, height: 9), with: .black)
      context.withState {
        context.clip(to: Rect(x: 0, y: .nan, width: 3, height: 3))
        context.paint(.black)
      }
    }
    #expect(bitmap.colorPicture == ".rr.\n.rr.")
  }

  @Test("Shapes that reach beyond Cairo's numbers cover what they should", arguments: [1e5, 1e7, 1e10, 1e100])
  func farAway(distance: Double) throws {
    let wedge = Path(
      points: [
        Point(x: 2, y: -distance), Point(x: distance, y: -distance), Point(x: distance, y: distance),
        Point(x: 2, y: distance),
      ], closed: true)
    #expect(try Bitmap.drawn(4, 2) { $0.fill(wedge, with: red) }.colorPicture == "..rr\n..rr")
    func slanted(_ distance: Double) throws -> Bitmap {
      let path = Path(points: [Point(x: -distance, y: -distance), Point(x: distance, y: distance)])
      return try Bitmap.drawn(4, 4) { $0.stroke(path, with: red, style: StrokeStyle(width: 0.5)) }
    }
    #expect(try slanted(distance) == slanted(100))
    let across = Path(points: [Point(x: -distance, y: 1), Point(x: distance * 3, y: 1)])
    let flat = try Bitmap.drawn(3, 3) { $0.stroke(across, with: red, style: StrokeStyle(width: 2)) }
    #expect(flat.colorPicture == "rrr\nrrr\n...")
    let tall = Rect(x: 1, y: -distance, width: 1, height: distance * 2)
    #expect(try Bitmap.drawn(3, 1) { $0.fill(tall, with: red) }.colorPicture == ".r.")
  }

  @Test("A circle far larger than the bitmap passes where it should", arguments: [1e4, 1e5, 1e6, 1e9])
  func hugeCircle(radius: Double) throws {
    let circle = Path(circleAround: Point(x: 2 - radius, y: 2), radius: radius)
    let drawn = try Bitmap.drawn(4, 4) { $0.fill(circle, with: red) }
    for y in 0..<4 {
      #expect(drawn[0, y] == Pixel(.red) && drawn[3, y] == .transparent)
      #expect(drawn[1, y].alpha > 250 && drawn[2, y].alpha < 5)
    }
  }
}
