import ArgumentParser
import Reel

/// How the frames of an animated picture are converted.
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
  ///   - isRateGiven: whether the user chose the rate of the film, which then applies to the picture as far as possible.
  ///   - known: what counts where the user gives no option.
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
