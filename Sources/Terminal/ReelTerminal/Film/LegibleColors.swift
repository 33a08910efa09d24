import ReelCanvas

/// The colours of letters that must stay legible: those in a theme's colours on another of them, and dimmed ones.
///
/// A theme's colours are chosen for its own background. On each other, as grey on blue, they may hardly differ, and a
/// program that combines them cannot know.
struct LegibleColors {
  /// The contrast that WCAG 2.2 requires of text.
  static let contrast = 4.5
  /// How far dimmed letters go towards their background, as long as they stay legible.
  private static let dimmings = [0.45, 0.35, 0.25, 0.15]

  private struct Key: Hashable {
    var text: Color
    var ground: Color
    var isDim: Bool
    var isThemed: Bool
  }

  private var known: [Key: Color] = [:]
  /// The most known colours, as programs may use any number of them.
  private static let limit = 4096

  /// Returns the colour of letters.
  ///
  /// - Parameters:
  ///   - text: Their colour.
  ///   - ground: The colour behind them.
  ///   - isDim: Whether they are dimmed.
  ///   - isThemed: Whether both are a theme's, and thus may be changed.
  mutating func color(_ text: Color, on ground: Color, isDim: Bool, isThemed: Bool) -> Color {
    let key = Key(text: text, ground: ground, isDim: isDim, isThemed: isThemed)
    if let color = known[key] { return color }
    var color = text
    // What has the colour of its background is meant to be invisible.
    if isThemed, text != ground, ground.alpha >= 1 { color = color.seen(on: [(ground, Self.contrast)]) }
    if isDim {
      let all = Self.dimmings.map { color.interpolated(to: ground, fraction: $0) }
      color = all.first { $0.contrast(on: ground) >= Self.contrast } ?? all[ground.alpha < 1 ? 0 : all.count - 1]
    }
    if known.count >= Self.limit { known = [:] }
    known[key] = color
    return color
  }
}
