import Foundation

/// A stream of random numbers that can be had again: every failure prints the seed, `REEL_SEED` sets it.
public struct Seeded: RandomNumberGenerator, CustomStringConvertible, Sendable {
  /// What the stream began with.
  public let seed: UInt64
  private var state: UInt64

  /// Creates a stream from `REEL_SEED`, or a seed of chance.
  public init() {
    let given = ProcessInfo.processInfo.environment["REEL_SEED"].flatMap { UInt64($0) }
    self.init(seed: given ?? UInt64.random(in: 0...999_999))
  }

  /// Creates the stream of a seed.
  public init(seed: UInt64) {
    self.seed = seed
    state = seed
  }

  /// SplitMix64, from Steele, Lea and Flood, "Fast splittable pseudorandom number generators" (2014).
  ///
  /// Not the library's own, which is among what the tests test.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// Returns a number of a range.
  public mutating func double(_ range: ClosedRange<Double> = -100...100) -> Double {
    .random(in: range, using: &self)
  }

  /// How to have the same numbers again.
  public var description: String { "REEL_SEED=\(seed)" }
}
