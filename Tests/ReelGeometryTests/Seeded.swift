import ReelGeometry

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A stream of random numbers that can be had again: every failure prints the seed, `REEL_SEED` sets it.
struct Seeded: RandomNumberGenerator, CustomStringConvertible {
  let seed: UInt64
  private var state: UInt64

  init() {
    let given = ProcessInfo.processInfo.environment["REEL_SEED"].flatMap { UInt64($0) }
    seed = given ?? UInt64.random(in: 0...999_999)
    state = seed
  }

  /// SplitMix64, of which every seed is as good as another.
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  mutating func double(_ range: ClosedRange<Double> = -100...100) -> Double { .random(in: range, using: &self) }

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

  var description: String { "REEL_SEED=\(seed)" }
}

func isClose(_ a: Point, _ b: Point, within tolerance: Double = 1e-9) -> Bool { a.distance(to: b) <= tolerance }
