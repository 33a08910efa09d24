import ReelPlatform

extension Color {
  /// The perceived lightness of the colour, from 0 for black to 1 for white, without its opacity.
  ///
  /// The formula is that of WCAG 2.2, *relative luminance*: <https://www.w3.org/TR/WCAG22/#dfn-relative-luminance>.
  public var relativeLuminance: Double {
    func linear(_ part: Double) -> Double {
      part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
    }
    let (red, green, blue, _) = clamped
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }

  /// Returns the contrast of the colour with an opaque background: from 1, none, to 21, black on white.
  ///
  /// WCAG 2.2 requires 4.5 for text and 3 for lines and shapes. The formula is its *contrast ratio*, after compositing the colour over
  /// the background:
  /// <https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio>.
  public func contrast(on background: Color) -> Double {
    let (a, b) = (laid(over: background).relativeLuminance, background.relativeLuminance)
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)
  }

  /// Returns the colour composited over an opaque background.
  package func laid(over background: Color) -> Color {
    let share = clamped.alpha
    func mix(_ above: Double, _ below: Double) -> Double { above == below ? above : below + (above - below) * share }
    return Color(
      red: mix(red, background.red), green: mix(green, background.green), blue: mix(blue, background.blue))
  }

  /// Returns the colour, or its nearest mixture with white or black that has enough contrast on every background.
  ///
  /// - Parameter grounds: Opaque colours, each with the required contrast. If no mixture meets them all, the one that comes nearest is
  ///   returned.
  package func seen(on grounds: [(background: Color, contrast: Double)]) -> Color {
    /// The share of the required contrast reached on the worst background.
    func share(_ color: Color) -> Double {
      grounds.map { min(1, color.contrast(on: $0.background) / $0.contrast) }.min() ?? 1
    }
    guard share(self) < 1 else { return self }
    var best = (color: self, share: share(self))
    for step in 1...64 {
      for end in [Color.white, .black] {
        let color = interpolated(to: end.with(alpha: alpha), fraction: Double(step) / 64)
        let share = share(color)
        if share > best.share { best = (color, share) }
      }
      if best.share == 1 { break }
    }
    return best.color
  }
}
