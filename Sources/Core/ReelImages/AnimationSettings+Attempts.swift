import ReelGeometry
import ReelTiming

extension AnimationSettings {
  /// The fewest colours of a film that has to be small.
  private static let fewestColors = 8
  /// The parts of the rate and of the width to try: down to a quarter.
  private static let (rateParts, widthParts) = (40, 80)

  /// The settings to try until a film is small enough, from the largest file to the smallest: these, then lower quality, then fewer
  /// colours, then a lower rate, then a smaller size.
  ///
  /// - Parameters:
  ///   - format: the format of the file.
  ///   - size: the size of the pictures with these settings.
  ///   - rate: their rate.
  ///   - hasAlpha: whether pictures may be transparent and keep their alpha.
  package func attempts(
    of format: AnimationFormat, size: PixelSize, rate: FrameRate, hasAlpha: Bool
  ) -> [AnimationSettings] {
    var attempts = [self]
    func add(_ change: (inout AnimationSettings) -> Void) {
      var settings = attempts[attempts.count - 1]
      change(&settings)
      attempts.append(settings)
    }
    if !hasAlpha || format != .apng {
      let isLossless = format == .apng || format == .webp && !isInputLossy
      let known = quality ?? (isLossless && colors == nil ? Self.qualities.upperBound : Self.usualQuality)
      for quality in (Self.qualities.lowerBound..<known).reversed() { add { $0.quality = quality } }
      // The lossy images of a WebP have no palette.
      if format != .webp || !hasAlpha && (colors != nil || !isInputLossy) {
        var count = (colors ?? Self.usualColors) * 9 / 10
        while count >= Self.fewestColors {
          add { $0.colors = count }
          count = count * 9 / 10
        }
      }
    }
    for part in (Self.rateParts / 4..<Self.rateParts).reversed() {
      let lower = try? FrameRate(rate.numerator * part, rate.denominator * Self.rateParts)
      if let lower { add { $0.rateLimit = lower } }
    }
    for part in (Self.widthParts / 4..<Self.widthParts).reversed() where size.width * part >= Self.widthParts {
      add { $0.width = size.width * part / Self.widthParts }
    }
    return attempts
  }

  /// The quality and colours in words.
  package var choice: String {
    let colors = colors ?? Self.usualColors
    return "quality \(quality ?? Self.usualQuality)" + (colors < Self.usualColors ? ", \(colors) colours" : "")
  }
}
