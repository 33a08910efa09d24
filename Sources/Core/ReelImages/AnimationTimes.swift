import ReelTiming

/// The times of an animation's pictures.
struct AnimationTimes {
  /// The highest rate that all players support; they show shorter delays as a tenth of a second.
  static let highestRate: FrameRate = 50

  /// The film's rate.
  let frameRate: FrameRate
  /// The rate of the pictures: the film's rate, or a lower one.
  let rate: FrameRate

  /// Creates the times of a film with at most `limit` pictures per second.
  init(_ frameRate: FrameRate, limit: FrameRate) {
    self.frameRate = frameRate
    let limit = limit.framesPerSecond < Self.highestRate.framesPerSecond ? limit : Self.highestRate
    rate = frameRate.framesPerSecond <= limit.framesPerSecond ? frameRate : limit
  }

  /// Returns the number of the first picture shown at or after the time of a frame.
  func picture(ofFrame index: Int) -> Int {
    guard rate != frameRate else { return index }
    let (numerator, denominator) = (
      frameRate.denominator * rate.numerator, frameRate.numerator * rate.denominator
    )
    let (whole, rest) = denominator.dividingFullWidth(index.multipliedFullWidth(by: numerator))
    return rest > 0 ? whole + 1 : whole
  }

  /// Returns the time of a picture in hundredths of a second.
  ///
  /// Each is rounded individually, so errors do not add up.
  func hundredths(ofPicture index: Int) -> Int {
    time(ofPicture: index, per: 100)
  }

  /// Returns the time of a picture in milliseconds.
  ///
  /// Each is rounded individually, so errors do not add up.
  func milliseconds(ofPicture index: Int) -> Int { time(ofPicture: index, per: 1000) }

  /// A number of seconds as a fraction, with two bytes for each part.
  struct Fraction: Equatable {
    var numerator: Int
    var denominator: Int
  }

  /// Returns the duration of a range of pictures as consecutive delays: exact if the rate can be represented, otherwise in individually
  /// rounded milliseconds.
  ///
  /// - Parameter hold: the additional duration, in milliseconds.
  func delays(from start: Int, to end: Int, hold: Int = 0) -> [Fraction] {
    var delays: [Fraction] = []
    if rate.numerator <= 65_535, rate.denominator <= 65_535 {
      // As many pictures per delay as fit into the numerator.
      let most = 65_535 / rate.denominator
      for first in stride(from: start, to: end, by: most) {
        delays.append(.init(numerator: min(most, end - first) * rate.denominator, denominator: rate.numerator))
      }
    } else {
      delays += Self.milliseconds(milliseconds(ofPicture: end) - milliseconds(ofPicture: start))
    }
    return delays + Self.milliseconds(hold)
  }

  private static func milliseconds(_ count: Int) -> [Fraction] {
    stride(from: 0, to: count, by: 65_000).map { Fraction(numerator: min(65_000, count - $0), denominator: 1000) }
  }

  /// Returns the time of a picture in a unit, rounded.
  private func time(ofPicture index: Int, per second: Int) -> Int {
    (2 * second * index * rate.denominator + rate.numerator) / (2 * rate.numerator)
  }
}
