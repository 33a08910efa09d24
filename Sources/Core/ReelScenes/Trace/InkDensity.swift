import ReelGeometry
import ReelTracing

/// The density of unjudged ink, which determines its line width.
package struct InkDensity {
  private let lines: [TracedLine]

  init(_ lines: [TracedLine]) { self.lines = lines }

  /// Returns the line width for widely spaced ink: a fraction of the canvas's shorter side.
  package static func widest(canvas: Size) -> Double { min(canvas.width, canvas.height) * 0.014 }

  /// The size of the cells in which density is measured, in line widths.
  private static let cell = 3.0
  /// The minimum sparseness of ink in such cells for neighbouring lines to be distinguishable; 1 is a single line.
  private static let sparse = 0.75

  /// Returns the largest width at which neighbouring lines are distinguishable.
  ///
  /// - Parameters:
  ///   - canvas: the canvas of the session.
  ///   - pixel: the size of a pixel of the film on the canvas; no line is thinner.
  func lineWidth(canvas: Size, pixel: Double) -> Double {
    let widest = Self.widest(canvas: canvas)
    var width = widest
    while width > pixel, sparseness(in: Rect(origin: .zero, size: canvas), cell: Self.cell * width) < Self.sparse {
      width *= 0.85
    }
    return max(width, min(pixel, widest))
  }

  /// Returns the mean distance of lines around the ink, in cells: about 1 if every line is alone in its cell, and 1 without ink.
  ///
  /// The length of ink in a cell divided by the cell's area is its density: the reciprocal of the spacing of parallel lines.
  private func sparseness(in canvas: Rect, cell: Double) -> Double {
    // Cells are at least three pixels of the film wide, so that they take less memory than its picture.
    let (columns, rows) = (Int(clamping: canvas.width / cell) + 1, Int(clamping: canvas.height / cell) + 1)
    var lengths = [Double](repeating: 0, count: columns * rows)
    let longest = 2 * (canvas.width + canvas.height)
    for line in lines {
      let length = line.start.distance(to: line.end)
      guard length > 0, length < longest else { continue }
      let count = max(1, Int(clamping: (4 * length / cell).rounded(.up)))
      for index in 0..<count {
        let point = line.start.interpolated(to: line.end, fraction: (Double(index) + 0.5) / Double(count))
        guard canvas.contains(point) else { continue }
        lengths[Int(clamping: point.y / cell) * columns + Int(clamping: point.x / cell)] += length / Double(count)
      }
    }
    let sum = lengths.reduce((length: 0.0, square: 0.0)) { ($0.length + $1, $0.square + $1 * $1) }
    return sum.square > 0 ? sum.length * cell / sum.square : 1
  }
}
