import ReelGeometry
import ReelTestSupport

extension Seeded {
  mutating func point(_ range: ClosedRange<Double> = -1000...1000) -> Point {
    Point(x: double(range), y: double(range))
  }
}
