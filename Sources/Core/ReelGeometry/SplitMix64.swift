/// SplitMix64: random numbers that depend only on the seed and are the same on every machine.
///
/// From Steele, Lea and Flood, "Fast splittable pseudorandom number generators" (2014). Swift's own generators, and its functions
/// over ranges, promise no particular sequence.
package struct SplitMix64 {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// Returns a number from 0 up to but not including `limit`: the upper half of a product.
  ///
  /// From Lemire, "Fast random integer generation in an interval" (2019), without its correction: the bias is below limit / 2⁶⁴.
  package mutating func below(_ limit: Int) -> Int { Int(next().multipliedFullWidth(by: UInt64(limit)).high) }
}
