import ReelGeometry

/// The formats of animated pictures.
public enum AnimationFormat: String, CaseIterable, Hashable, Sendable {
  /// GIF: up to 255 colours, delays in hundredths of a second; supported everywhere.
  case gif
  /// Animated PNG: exact colours and delays, larger files; programs without support show the first picture.
  case apng
  /// Animated WebP: exact colours, a palette in fewer bytes than a GIF of equal quality, or lossy images of photographs; delays of whole
  /// milliseconds; supported by all browsers.
  case webp
}

extension AnimationFormat {
  /// The format's maximum side, in pixels.
  private var longestSide: Int {
    switch self {
    case .gif: 65_535
    case .apng: Int(Int32.max)
    case .webp: WebPPacker.longestSide
    }
  }

  /// Checks that the format supports the settings.
  ///
  /// - Throws: `InvalidValue` for transparency together with a palette.
  package func check(_ settings: AnimationSettings, hasAlpha: Bool) throws(InvalidValue) {
    guard hasAlpha else { return }
    if self == .apng, settings.isLossy {
      throw InvalidValue(
        "quality", "",
        sentence:
          "with --background none every colour is kept: leave out --quality and --colors, or choose a background")
    }
    if self == .webp, let colors = settings.colors {
      throw InvalidValue(
        "number of colours", colors,
        sentence:
          "a WebP with --background none has no palette: give --quality instead of --colors, or choose a background")
    }
  }

  /// Checks that the format supports pictures of a size.
  ///
  /// - Throws: `InvalidValue` for a larger one.
  package func check(_ size: PixelSize) throws(InvalidValue) {
    guard size.width <= longestSide, size.height <= longestSide else {
      throw InvalidValue("size", size, expected: "at most \(longestSide) pixels a side in .\(rawValue)")
    }
  }
}

extension AnimationFormat {
  /// Returns the quality at which pixels of lossy movies are held.
  ///
  /// In a GIF, holding more than at the usual quality costs fades and dark pictures more likeness than it saves bytes: `LZWSearch` saves
  /// them where they are.
  func holdingQuality(_ quality: Int?) -> Int {
    let (quality, usual) = (quality ?? AnimationSettings.usualQuality, AnimationSettings.usualQuality)
    return self == .gif ? max(quality, usual) : quality
  }
}
