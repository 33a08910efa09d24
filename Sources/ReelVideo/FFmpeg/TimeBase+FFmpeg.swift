import CReelFFmpeg
import ReelTiming

extension TimeBase {
  /// The fraction as the libraries want it.
  var native: AVRational { AVRational(num: Int32(clamping: numerator), den: Int32(clamping: denominator)) }

  /// Takes over a fraction of the libraries; one that is none, as damaged files have, becomes 1/1000.
  init(_ native: AVRational) {
    let isFraction = native.num > 0 && native.den > 0
    self.init(isFraction ? Int(native.num) : 1, isFraction ? Int(native.den) : 1000)
  }
}
