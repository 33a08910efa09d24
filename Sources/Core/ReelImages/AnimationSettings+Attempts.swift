extension AnimationSettings {
  /// The settings to try in turn until a film is small enough: these, then lower quality and fewer colours.
  package func attempts(of format: AnimationFormat) -> [AnimationSettings] {
    let known = quality ?? (format == .gif || colors != nil ? Self.usualQuality : 100)
    let most = colors ?? Self.usualColors
    let steps = [(90, 255), (70, 255), (40, 255), (10, 255), (10, 128), (1, 64), (1, 32), (1, 16), (1, 8)]
    return [self]
      + steps.filter { $0.0 <= known && $0.1 <= most && ($0.0 < known || $0.1 < most || format != .gif && !isLossy) }
      .map { step in
        var settings = self
        (settings.quality, settings.colors) = step
        return settings
      }
  }

  /// The quality and colours in words.
  package var choice: String {
    let colors = colors ?? Self.usualColors
    return "quality \(quality ?? Self.usualQuality)" + (colors < Self.usualColors ? ", \(colors) colours" : "")
  }
}
