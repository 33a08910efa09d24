/// How far a picture may be from its golden.
///
/// `exceptShare` is the share of all pixels, from 0 to 1, that may be farther away than the rest.
public enum Tolerance: Hashable, Sendable {
  /// Every byte is the same.
  case exact
  /// No red, green, blue or alpha of a pixel is farther away than this, of 255: for what is the same but for rounding.
  case channels(Int, exceptShare: Double = 0)
  /// No pixel looks farther away than this: for what shall look the same, such as edges smoothed by another version of Cairo.
  ///
  /// The measure is CIEDE2000 between colours of sRGB: Sharma, Wu and Dalal, "The CIEDE2000 color-difference formula" (2005). An
  /// eye just tells colours apart that lie side by side and differ by about 1; black and white differ by 100. What is
  /// translucent is looked at over black and over white, and the larger difference counts.
  case perceptual(Double, exceptShare: Double = 0)

  /// What a pixel's distance may be, in the unit of the measure.
  var limit: Double {
    switch self {
    case .exact: 0
    case .channels(let limit, _): Double(limit)
    case .perceptual(let limit, _): limit
    }
  }

  /// The share of pixels that may be beyond the limit.
  var exceptShare: Double {
    switch self {
    case .exact: 0
    case .channels(_, let share), .perceptual(_, let share): share
    }
  }
}
