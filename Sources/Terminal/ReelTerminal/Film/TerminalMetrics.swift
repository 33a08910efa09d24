import ReelCanvas
import ReelGeometry

/// The sizes of cells and text.
///
/// Cells are whole pixels, so that each letter looks the same in all columns, and adjacent lines meet without a seam.
struct TerminalMetrics: Hashable {
  /// The size of a cell, in pixels.
  var cellWidth: Int
  var cellHeight: Int
  /// The font.
  var font: Font
  /// The distance from the top of a cell to the baseline.
  var baseline: Double

  /// The measures of a font family at size 1.
  private struct Shape {
    var advance: Double
    var baseline: Double
    var height: Double

    init(_ family: String) {
      let layout = TextLayout("M", font: Font(family, size: 100))
      // Without any font, text is boxes of some size.
      advance = layout.size.width > 0 ? layout.size.width / 100 : 0.6
      (baseline, height) = (layout.baseline / 100, layout.size.height / 100)
    }
  }

  /// Measures the cells of a font size.
  init(_ film: TerminalFilm, fontSize: Double) {
    let shape = Shape(film.textFont)
    let advance = shape.advance + film.letterSpacing
    self.init(film, shape, cellWidth: max(1, Int(clamping: (fontSize * advance).rounded())), fontSize: fontSize)
  }

  /// Measures the largest cells whose grid fits a rectangle.
  init(_ film: TerminalFilm, fitting columns: Int, _ rows: Int, in size: Size) {
    let shape = Shape(film.textFont)
    var width = max(1, Int(clamping: size.width) / columns)
    func metrics(_ width: Int) -> TerminalMetrics {
      TerminalMetrics(
        film, shape, cellWidth: width, fontSize: Double(width) / max(0.05, shape.advance + film.letterSpacing))
    }
    while width > 1, metrics(width).cellHeight * rows > Int(clamping: size.height) { width -= 1 }
    self = metrics(width)
  }

  private init(_ film: TerminalFilm, _ shape: Shape, cellWidth: Int, fontSize: Double) {
    self.cellWidth = cellWidth
    cellHeight = max(1, Int(clamping: (fontSize * film.lineHeight).rounded()))
    font = Font(film.textFont, size: fontSize)
    // Text is vertically centred, on a whole pixel.
    baseline = ((Double(cellHeight) - shape.height * fontSize) / 2 + shape.baseline * fontSize).rounded()
  }

  /// The width of thin lines, in pixels.
  var lineWidth: Int { max(1, Int(clamping: (font.size / 13).rounded())) }
}
