import ReelCanvas
import ReelGeometry
import ReelLayers
import Testing

@Suite("Interpolation") struct InterpolatableTests {
  @Test("Values of every kind have a middle")
  func middles() {
    #expect(2.0.interpolated(to: 4, fraction: 0.5) == 3)
    #expect(Vector(dx: 0, dy: 2).interpolated(to: Vector(dx: 4, dy: 0), fraction: 0.5) == Vector(dx: 2, dy: 1))
    #expect(
      Size(width: 0, height: 2).interpolated(to: Size(width: 4, height: 0), fraction: 0.5) == Size(width: 2, height: 1))
    #expect(
      Rect(x: 0, y: 0, width: 2, height: 4).interpolated(to: Rect(x: 8, y: 4, width: 4, height: 4), fraction: 0.25)
        == Rect(x: 2, y: 1, width: 2.5, height: 4))
    #expect(Angle.degrees(-10).interpolated(to: .degrees(710), fraction: 0.5).degrees == 350)
  }

  @Test("A transform that turns keeps its size on the way")
  func turning() {
    let end = AffineTransform.rotation(.degrees(90)).followed(by: .translation(x: 10, y: 20))
    let middle = AffineTransform.identity.interpolated(to: end, fraction: 0.5)
    let expected = AffineTransform.rotation(.degrees(45)).followed(by: .translation(x: 5, y: 10))
    #expect(difference(middle, expected) < 1e-12)
  }

  @Test("It turns the shorter way round")
  func shorterWay() {
    let middle = AffineTransform.rotation(.degrees(170)).interpolated(to: .rotation(.degrees(-150)), fraction: 0.5)
    #expect(difference(middle, .rotation(.degrees(190))) < 1e-12)
  }

  @Test("Stretching and shearing go evenly, and ends are exact")
  func stretching() {
    let start = AffineTransform.scale(x: 1, y: 2)
    let end = AffineTransform(a: 3, b: 0, c: 1, d: -4, tx: 7, ty: 8)
    #expect(start.interpolated(to: end, fraction: 0.5) == AffineTransform(a: 2, b: 0, c: 0.5, d: -1, tx: 3.5, ty: 4))
    #expect(start.interpolated(to: end, fraction: 0) == start)
    #expect(start.interpolated(to: end, fraction: 1) == end)
  }

  @Test("A flattened transform is reached in straight lines")
  func flattened() {
    let flat = AffineTransform.scale(0)
    #expect(AffineTransform.scale(2).interpolated(to: flat, fraction: 0.75) == .scale(0.5))
    #expect(flat.interpolated(to: .scale(2), fraction: 0.25) == .scale(0.5))
  }

  private func difference(_ a: AffineTransform, _ b: AffineTransform) -> Double {
    [a.a - b.a, a.b - b.b, a.c - b.c, a.d - b.d, a.tx - b.tx, a.ty - b.ty].map(abs).max() ?? 0
  }
}
