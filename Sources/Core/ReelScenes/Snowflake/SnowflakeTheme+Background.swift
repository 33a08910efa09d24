import ReelCanvas

extension SnowflakeTheme {
  /// Returns the theme on a plain background, with visible lines and caption; nil keeps the theme's own background.
  ///
  /// Shapes have at least the contrast that WCAG 2.2 requires (3, <https://www.w3.org/TR/WCAG22/#non-text-contrast>), if they have it on
  /// the theme's own background, and text has at least 4.5.
  package func on(_ background: Color?) -> SnowflakeTheme {
    guard let background else { return self }
    var theme = self
    (theme.backgroundCenter, theme.backgroundEdge, theme.starCount) = (background, background, 0)
    // The picture behind a transparent background is unknown.
    if background.alpha == 0 { return theme }
    func adapted(_ color: Color, limit: Double) -> Color {
      color.seen(on: [(background, min(limit, color.contrast(on: backgroundCenter)))])
    }
    // An outline without a fill keeps all of its contrast.
    theme.outline.color = adapted(outline.color, limit: fill.isEmpty ? 21 : 3)
    theme.turtle = adapted(turtle, limit: 3)
    if caption != nil {
      let shades = [Color(white: 0.88), Color(white: 0.15)]
      theme.caption = shades.max { $0.contrast(on: background) < $1.contrast(on: background) }?
        .seen(on: [(background, 4.5)])
    }
    return theme
  }
}
