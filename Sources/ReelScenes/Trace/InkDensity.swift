import ReelGeometry
import ReelTracing

/// How much ink without a verdict there is where there is some, which decides how thick it is drawn.
struct InkDensity {
  private let lines: [TracedLine]

  init(_ lines: [TracedLine]) { self.lines = lines }

  /// Returns the width of lines with room around them: a part of the canvas's shorter side.
  static func widest(canvas: Size) -> Double { min(canvas.width, canvas.height) * 0.014 }

  /// How large the cells are in which ink is measured, in widths of its lines.
  private static let cell = 3.0
  /// How sparse ink has to be in such cells, where 1 is a line that is alone: neighbours are told apart from here on.
  private static let sparse = 0.75

  /// Returns the largest width at which neighbouring lines are told apart.
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

  /// Returns how far lines are from each other around the ink, in cells: about 1 where every line is alone in its cell; 1 without ink.
  ///
  /// The length of the ink in each cell of a grid, through the cell's area, is its density there: one through the spacing of parallel lines.
  private func sparseness(in canvas: Rect, cell: Double) -> Double {
    // No cell is narrower than three pixels of the film, so that they take less memory than its picture.
    let (columns, rows) = (Int(canvas.width / cell) + 1, Int(canvas.height / cell) + 1)
    var lengths = [Double](repeating: 0, count: columns * rows)
    let longest = 2 * (canvas.width + canvas.height)
    for line in lines {
      let length = line.start.distance(to: line.end)
      guard length > 0, length < longest else { continue }
      let count = max(1, Int((4 * length / cell).rounded(.up)))
      for index in 0..<count {
        let point = line.start.interpolated(to: line.end, fraction: (Double(index) + 0.5) / Double(count))
        guard canvas.contains(point) else { continue }
        lengths[Int(point.y / cell) * columns + Int(point.x / cell)] += length / Double(count)
      }
    }
    let sum = lengths.reduce((length: 0.0, square: 0.0)) { ($0.length + $1, $0.square + $1 * $1) }
    return sum.square > 0 ? sum.length * cell / sum.square : 1
  }
}
