import ReelGeometry
import ReelTestSupport

extension Seeded {
  mutating func point() -> Point { Point(x: double(), y: double()) }

  mutating func rect() -> Rect {
    Rect(x: double(), y: double(), width: double(0...150), height: double(0...150))
  }

  /// A transform that does not flatten, so that its inverse is not drowned in rounding.
  mutating func transform() -> AffineTransform {
    while true {
      let made = AffineTransform(
        a: double(-3...3), b: double(-3...3), c: double(-3...3), d: double(-3...3), tx: double(), ty: double())
      if abs(made.determinant) > 0.1 { return made }
    }
  }
}

func isClose(_ a: Point, _ b: Point, within tolerance: Double = 1e-9) -> Bool { a.distance(to: b) <= tolerance }
