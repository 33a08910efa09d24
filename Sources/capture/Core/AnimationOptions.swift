import ArgumentParser
import Reel

/// Options for converting frames to animated pictures.
struct AnimationOptions: ParsableArguments {
  @Option(AnimationSettings.widthOption, default: "800") var width: String?
  @Option(AnimationSettings.colorsOption) var colors: String?
  @Option(AnimationSettings.ditherOption) var dither: String?
  @Option(AnimationSettings.qualityOption) var quality: String?
  @Option(AnimationSettings.matteOption) var matte: String?
  @Option(AnimationSettings.holdLastOption) var holdLast: String?
  @Option(AnimationSettings.loopOption) var loop: String?

  /// One of the options that was given.
  var given: String? {
    let given: KeyValuePairs = [
      "--width": width, "--colors": colors, "--dither": dither, "--quality": quality, "--hold-last": holdLast,
      "--loop": loop,
    ]
    return given.first { $0.value != nil }?.key
  }

  /// Returns the settings.
  ///
  /// - Parameters:
  ///   - isRateGiven: whether the user chose the film's frame rate; it then applies to the animation as far as possible.
  ///   - known: the settings for options that the user does not give.
  func settings(isRateGiven: Bool, over known: AnimationSettings = AnimationSettings()) throws -> AnimationSettings {
    var settings = known
    try settings.set([
      AnimationSettings.widthOption: width, AnimationSettings.colorsOption: colors,
      AnimationSettings.ditherOption: dither, AnimationSettings.qualityOption: quality,
      AnimationSettings.matteOption: matte,
      AnimationSettings.holdLastOption: holdLast,
      AnimationSettings.loopOption: loop,
    ])
    if isRateGiven { settings.rateLimit = AnimationSettings.highestRate }
    return settings
  }
}
