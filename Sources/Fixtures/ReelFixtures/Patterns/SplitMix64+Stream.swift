import ReelGeometry

extension SplitMix64 {
  /// Creates an independent stream for one purpose and one index within it.
  init(seed: UInt64, stream: UInt64, index: Int = 0) {
    var bits = SplitMix64(seed: seed ^ stream &* 0xD1B5_4A32_D192_ED03)
    self.init(seed: bits.next() ^ UInt64(bitPattern: Int64(index)) &* 0x9E37_79B9_7F4A_7C15)
  }
}
