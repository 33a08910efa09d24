/// The maximum difference of a picture from its golden.
///
/// `exceptShare` is the fraction of all pixels, from 0 to 1, that may differ more.
public enum Tolerance: Hashable, Sendable {
  /// Every byte must be equal.
  case exact
  /// No channel of a pixel differs by more than this, of 255: for pictures that are equal except for rounding.
  case channels(Int, exceptShare: Double = 0)
  /// No pixel differs perceptibly by more than this: for pictures that should look the same, such as edges antialiased by another version of Cairo.
  ///
  /// The measure is CIEDE2000 between sRGB colours: Sharma, Wu and Dalal, "The CIEDE2000 color-difference formula" (2005). Adjacent
  /// colours that differ by about 1 are just distinguishable; black and white differ by 100. Translucent pixels are compared over black
  /// and over white, and the larger difference counts.
  case perceptual(Double, exceptShare: Double = 0)

  /// The allowed difference of a pixel, in the unit of the measure.
  var limit: Double {
    switch self {
    case .exact: 0
    case .channels(let limit, _): Double(limit)
    case .perceptual(let limit, _): limit
    }
  }

  /// The fraction of pixels that may exceed the limit.
  var exceptShare: Double {
    switch self {
    case .exact: 0
    case .channels(_, let share), .perceptual(_, let share): share
    }
  }
}
