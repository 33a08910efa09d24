import ReelCanvas

extension TraceTheme {
  /// The minimum contrast that WCAG 2.2 requires for lines and shapes (<https://www.w3.org/TR/WCAG22/#non-text-contrast>), and for text.
  public static let minContrast = 3.0
  static let minTextContrast = 4.5

  /// Returns the theme on a sheet of another colour.
  ///
  /// Colours that are as visible as on the theme's own sheet, and in its own corridor, stay. The others are mixed with white or black
  /// until they are, or until they have a contrast of 3, or 4.5 for text. The lines in bounds keep their full contrast.
  ///
  /// - Parameter color: The sheet; a translucent one is composited over `surround`.
  public func on(_ color: Color) -> TraceTheme {
    guard color != background else { return self }
    var theme = self
    let sheet = color.laid(over: surround)
    theme.background = color
    // The surround stays a little darker than the sheet, or a little lighter than a dark sheet. A transparent sheet keeps the surround.
    if color.alpha == 1 {
      theme.surround = sheet.interpolated(to: sheet.relativeLuminance < 0.02 ? .white : .black, fraction: 0.1)
    }
    /// Returns the colour with the contrast that it has on the theme's own backgrounds, up to a limit.
    func adapted(_ color: Color, _ grounds: [(old: Color, new: Color)], limit: Double) -> Color {
      color.seen(on: grounds.map { ($0.new, min(limit, color.contrast(on: $0.old))) })
    }
    let sheets = (old: background, new: sheet)
    theme.guide = adapted(guide, [sheets], limit: Self.minContrast)
    let corridors = (old: corridor(on: background), new: theme.corridor(on: sheet))
    theme.path = adapted(path, [corridors], limit: Self.minContrast)
    theme.inside = adapted(inside, [sheets, corridors], limit: 21)
    for part in [\TraceTheme.outside, \.complete, \.keyPoint, \.fingertip] {
      theme[keyPath: part] = adapted(self[keyPath: part], [sheets, corridors], limit: Self.minContrast)
    }
    theme.text = adapted(text, [sheets], limit: Self.minTextContrast)
    return theme
  }

  /// The visible corridor: the guide at half opacity.
  package func corridor(on sheet: Color) -> Color { guide.with(alpha: guide.alpha * 0.5).laid(over: sheet) }

  /// The edge of stars: their colour, with enough contrast on the corridor.
  var keyPointEdge: Color {
    keyPoint.seen(on: [(corridor(on: background.laid(over: surround)), Self.minContrast)])
  }
}
