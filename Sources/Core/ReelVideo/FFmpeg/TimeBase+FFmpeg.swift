import CReelFFmpeg
import ReelTiming

extension TimeBase {
  /// The fraction as the libraries represent it.
  package var native: AVRational { AVRational(num: Int32(clamping: numerator), den: Int32(clamping: denominator)) }

  /// Converts one of the libraries' fractions; an invalid one, as in damaged files, becomes 1/1000.
  package init(_ native: AVRational) {
    let isFraction = native.num > 0 && native.den > 0
    self.init(isFraction ? Int(native.num) : 1, isFraction ? Int(native.den) : 1000)
  }
}
