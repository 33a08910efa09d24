import ArgumentParser
import Reel

/// How the frames of an animated picture are converted.
struct AnimationOptions: ParsableArguments {
  @Option(AnimationSettings.widthOption, default: "800") var width: String?
  @Option(AnimationSettings.colorsOption) var colors: String?
  @Option(AnimationSettings.qualityOption) var quality: String?
  @Option(AnimationSettings.matteOption) var matte: String?
  @Option(AnimationSettings.holdLastOption) var holdLast: String?
  @Option(AnimationSettings.loopOption) var loop: String?

  /// One of the options that was given.
  var given: String? {
    let given: KeyValuePairs = [
      "--width": width, "--colors": colors, "--quality": quality, "--hold-last": holdLast, "--loop": loop,
    ]
    return given.first { $0.value != nil }?.key
  }

  /// Returns the settings.
  ///
  /// - Parameter isRateGiven: whether the user chose the rate of the film, which then applies to the picture as far as possible.
  func settings(isRateGiven: Bool) throws -> AnimationSettings {
    var settings = AnimationSettings()
    try settings.set([
      AnimationSettings.widthOption: width, AnimationSettings.colorsOption: colors,
      AnimationSettings.qualityOption: quality, AnimationSettings.matteOption: matte,
      AnimationSettings.holdLastOption: holdLast,
      AnimationSettings.loopOption: loop,
    ])
    if isRateGiven { settings.rateLimit = AnimationSettings.highestRate }
    return settings
  }
}
