#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A stream of random numbers that can be had again: every failure prints the seed, `REEL_SEED` sets it.
struct SeededNumbers: RandomNumberGenerator, CustomStringConvertible {
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

  var description: String { "REEL_SEED=\(seed)" }
}
