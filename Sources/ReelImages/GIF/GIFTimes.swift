import ReelTiming

/// The times of pictures in a file whose delays are whole hundredths of a second: each is rounded by itself, so no error grows.
struct GIFTimes {
  /// The highest rate that all players show; shorter delays are taken for a tenth of a second.
  static let highestRate: FrameRate = 50

  /// The rate of the film.
  let frameRate: FrameRate
  /// The rate of the pictures: that of the film, or a lower one.
  let rate: FrameRate

  /// Creates the times of a film of which no more pictures a second are shown than `limit`.
  init(_ frameRate: FrameRate, limit: FrameRate) {
    self.frameRate = frameRate
    let limit = limit.framesPerSecond < Self.highestRate.framesPerSecond ? limit : Self.highestRate
    rate = frameRate.framesPerSecond <= limit.framesPerSecond ? frameRate : limit
  }

  /// Returns the number of the first picture that is shown at the time of a frame or after it.
  func picture(ofFrame index: Int) -> Int {
    guard rate != frameRate else { return index }
    let (numerator, denominator) = (
      frameRate.denominator * rate.numerator, frameRate.numerator * rate.denominator
    )
    let (whole, rest) = denominator.dividingFullWidth(index.multipliedFullWidth(by: numerator))
    return rest > 0 ? whole + 1 : whole
  }

  /// Returns when a picture is shown, in hundredths of a second, rounded.
  func hundredths(ofPicture index: Int) -> Int {
    (200 * index * rate.denominator + rate.numerator) / (2 * rate.numerator)
  }
}
