import ReelCanvas

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What a benchmark asks of prepared frames beside the time that they take.
extension PreparedFrames {
  /// Returns how alike a decoded picture and a prepared one are: the peak signal-to-noise ratio of all samples of all
  /// planes, in decibels; infinite where they are equal, 0 for pictures of other sizes.
  package func likeness(of decoded: DecodedFrame, to index: Int) -> Double {
    var (sum, count) = (0, 0)
    for number in 0..<3 {
      let (drawn, shown) = (plane(number, of: index), decoded.plane(number))
      guard drawn.count == shown.count, !drawn.isEmpty else { return 0 }
      for place in drawn.indices {
        let difference = Int(drawn[place]) - Int(shown[place])
        sum += difference * difference
      }
      count += drawn.count
    }
    return sum == 0 ? .infinity : 10 * log10(255 * 255 * Double(count) / Double(sum))
  }
}
