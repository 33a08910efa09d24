/// Random numbers that are the same for a seed everywhere: SplitMix64.
///
/// From Steele, Lea and Flood, "Fast splittable pseudorandom number generators" (2014). Not Swift's own generators: those
/// promise no sequence, and neither do the functions over ranges that take one.
struct SeededBits {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// A stream of its own for a purpose, and for the n-th thing of it.
  init(seed: UInt64, stream: UInt64, index: Int = 0) {
    var bits = SeededBits(seed: seed ^ stream &* 0xD1B5_4A32_D192_ED03)
    state = bits.next() ^ UInt64(bitPattern: Int64(index)) &* 0x9E37_79B9_7F4A_7C15
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// A number below a bound; the bias is below bound / 2⁶⁴.
  mutating func below(_ bound: Int) -> Int {
    Int(next().multipliedFullWidth(by: UInt64(bound)).high)
  }
}
