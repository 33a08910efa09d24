import ReelGeometry

/// Variants of the calls that take a paint, for a colour. `Paint` declares the common colours, so `.red` is a paint, and a calculated
/// `Color` need not be wrapped.
///
/// The variants are disfavoured, because `.white` would otherwise be ambiguous.
extension GraphicsContext {
  /// Fills the inside of a path with one colour, treating open subpaths as closed.
  @_disfavoredOverload
  public func fill(_ path: Path, with color: Color, rule: FillRule = .nonZero) {
    fill(path, with: .color(color), rule: rule)
  }

  /// Fills a rectangle with one colour; edges between pixels are antialiased.
  @_disfavoredOverload
  public func fill(_ rect: Rect, with color: Color) { fill(rect, with: .color(color)) }

  /// Fills everything within the clip with one colour.
  @_disfavoredOverload
  public func paint(_ color: Color) { paint(.color(color)) }

  /// Draws a path as a line of one colour.
  @_disfavoredOverload
  public func stroke(_ path: Path, with color: Color, style: StrokeStyle = StrokeStyle(width: 1)) {
    stroke(path, with: .color(color), style: style)
  }

  /// Draws a text in one colour, with the top left corner of its box at a point.
  @_disfavoredOverload
  public func draw(_ text: TextLayout, at point: Point, with color: Color) {
    draw(text, at: point, with: .color(color))
  }

  /// Draws a string in one colour, with the top left corner of its box at a point.
  @_disfavoredOverload
  public func draw(_ text: String, at point: Point, font: Font = .standard, with color: Color) {
    draw(text, at: point, font: font, with: .color(color))
  }
}
