import ReelCanvas
import ReelPlatform

/// The similarity of prepared and decoded frames, for benchmarks.
extension PreparedFrames {
  /// Returns the peak signal-to-noise ratio of a decoded picture compared with a prepared one, over the samples of
  /// all planes.
  ///
  /// In decibels; infinite if they are equal, 0 if their sizes differ.
  package func likeness(of decoded: DecodedFrame, to index: Int) -> Double {
    var (sum, count) = (0, 0)
    for number in 0..<3 {
      let (drawn, shown) = (plane(number, of: index), decoded.plane(number))
      guard drawn.count == shown.count, !drawn.isEmpty else { return 0 }
      for offset in drawn.indices {
        let difference = Int(drawn[offset]) - Int(shown[offset])
        sum += difference * difference
      }
      count += drawn.count
    }
    return sum == 0 ? .infinity : 10 * log10(255 * 255 * Double(count) / Double(sum))
  }
}
