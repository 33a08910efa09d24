import ReelCanvas
import ReelScenes

extension SnowflakeTheme {
  /// The colours along a long line on the theme's own background; a custom theme uses the colour of its outline.
  var inks: [Color] {
    switch self {
    case .night:
      [
        Color(red: 1, green: 0.84, blue: 0.45), Color(red: 0.98, green: 0.52, blue: 0.48),
        Color(red: 0.73, green: 0.55, blue: 0.96), Color(red: 0.48, green: 0.83, blue: 1),
      ]
    case .paper:
      [
        Color(red: 0.78, green: 0.27, blue: 0.18), Color(red: 0.46, green: 0.20, blue: 0.42),
        Color(red: 0.12, green: 0.25, blue: 0.45), Color(red: 0.09, green: 0.45, blue: 0.44),
      ]
    default: [outline.color]
    }
  }

  /// The minimum contrast of a chosen ink with the background: black must be visible at night, and still look dark.
  private static let minContrast = 2.0

  /// Returns a chosen ink, adapted to be visible on the theme's background.
  func seen(_ ink: Color) -> Color {
    // The picture behind a transparent background is unknown.
    let grounds = [backgroundCenter, backgroundEdge].filter { $0.alpha > 0 }
    return ink.seen(on: grounds.map { ($0, Self.minContrast) })
  }

  /// The colours of a long line, adapted to be visible on a background.
  func inks(on background: Color?) -> [Color] {
    guard let background, background.alpha > 0 else { return inks }
    return inks.map { $0.seen(on: [(background, min(3, $0.contrast(on: backgroundCenter)))]) }
  }
}

extension [Color] {
  /// Returns the colour at a fraction of the way through all of them.
  func color(at fraction: Double) -> Color {
    guard let first else { return .black }
    let position = Swift.min(1, Swift.max(0, fraction)) * Double(count - 1)
    let index = Swift.min(count - 1, Int(clamping: position))
    guard index + 1 < count else { return index == 0 ? first : self[index] }
    return self[index].interpolated(to: self[index + 1], fraction: position - Double(index))
  }
}
