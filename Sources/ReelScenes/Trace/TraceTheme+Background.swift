import ReelCanvas

extension TraceTheme {
  /// What WCAG 2.2 asks for lines and shapes (<https://www.w3.org/TR/WCAG22/#non-text-contrast>), and for text.
  public static let leastContrast = 3.0
  static let leastTextContrast = 4.5

  /// Returns the theme on a sheet of another colour.
  ///
  /// Each colour that is seen as well there as on the theme's own sheet, and in its own corridor, stays; the others are mixed with white or black until they are,
  /// or until they have a contrast of 3, text of 4.5. The lines in bounds keep all of their contrast.
  ///
  /// - Parameter color: the sheet; what is not opaque is laid over `surround`.
  public func on(_ color: Color) -> TraceTheme {
    guard color != background else { return self }
    var theme = self
    let sheet = color.laid(over: surround)
    theme.background = color
    // What is around the sheet stays a little darker, and a little lighter around a dark one.
    // A sheet that lets it through keeps it as it is.
    if color.alpha == 1 {
      theme.surround = sheet.interpolated(to: sheet.relativeLuminance < 0.02 ? .white : .black, fraction: 0.1)
    }
    /// The colour with the contrast that it has on the theme's own grounds, up to a limit.
    func adapted(_ color: Color, _ grounds: [(old: Color, new: Color)], limit: Double) -> Color {
      color.seen(on: grounds.map { ($0.new, min(limit, color.contrast(on: $0.old))) })
    }
    let sheets = (old: background, new: sheet)
    theme.guide = adapted(guide, [sheets], limit: Self.leastContrast)
    let corridors = (old: corridor(on: background), new: theme.corridor(on: sheet))
    theme.path = adapted(path, [corridors], limit: Self.leastContrast)
    theme.inside = adapted(inside, [sheets, corridors], limit: 21)
    for part in [\TraceTheme.outside, \.complete, \.keyPoint, \.fingertip] {
      theme[keyPath: part] = adapted(self[keyPath: part], [sheets, corridors], limit: Self.leastContrast)
    }
    theme.text = adapted(text, [sheets], limit: Self.leastTextContrast)
    return theme
  }

  /// The corridor as it is seen: the guide at half opacity.
  package func corridor(on sheet: Color) -> Color { guide.with(alpha: guide.alpha * 0.5).laid(over: sheet) }
}
