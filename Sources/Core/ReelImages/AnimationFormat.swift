import ReelCompression
import ReelGeometry

/// The formats of animated pictures.
public enum AnimationFormat: String, CaseIterable, Hashable, Sendable {
  /// GIF: up to 255 colours, delays in hundredths of a second; supported everywhere.
  case gif
  /// Animated PNG: exact colours and delays, larger files; programs without support show the first picture.
  case apng
  /// Animated WebP: exact colours, or those of a palette in fewer bytes than a GIF of equal quality; delays of whole
  /// milliseconds; all browsers show it.
  case webp
}

extension AnimationFormat {
  /// The longest side that the format has, in pixels.
  private var longestSide: Int {
    switch self {
    case .gif: 65_535
    case .apng: Int(Int32.max)
    case .webp: WebPPacker.longestSide
    }
  }

  /// Checks that the format has what is asked for.
  ///
  /// - Throws: `InvalidValue` for transparency where there is none, or together with a palette.
  package func check(_ settings: AnimationSettings, hasAlpha: Bool) throws(InvalidValue) {
    guard hasAlpha else { return }
    if self != .gif, settings.isLossy {
      throw InvalidValue(
        "quality", "",
        sentence:
          "with --background none every colour is kept: leave out --quality and --colors, or choose a background")
    }
  }

  /// Checks that the format has pictures of a size.
  ///
  /// - Throws: `InvalidValue` for a larger one.
  package func check(_ size: PixelSize) throws(InvalidValue) {
    guard size.width <= longestSide, size.height <= longestSide else {
      throw InvalidValue("size", size, expected: "at most \(longestSide) pixels a side in .\(rawValue)")
    }
  }
}
