import Foundation
import Reel

/// Horizontal bars with names and numbers, drawn by Reel itself.
struct BarPlot {
  struct Bar {
    var name: String
    var value: Double
    /// The formatted number.
    var text: String
    /// Whether the plot is about this bar.
    var isEmphasized: Bool

    init(_ name: String, value: Double, text: String, isEmphasized: Bool = true) {
      (self.name, self.value, self.text, self.isEmphasized) = (name, value, text, isEmphasized)
    }
  }

  var title: String
  var note: String
  var bars: [Bar]
  /// A value with a line across all bars, and its label.
  var mark: (value: Double, name: String)?

  private static let ink = Color(white: 0.16)
  private static let width = 1000.0
  private static let rowHeight = 34.0
  private static let top = 66.0
  private static let left = 380.0

  func picture() throws -> Bitmap {
    let height = Self.top + Self.rowHeight * Double(bars.count) + 64
    var bitmap = Bitmap(width: Int(Self.width), height: Int(height))
    try bitmap.draw { context in
      context.paint(.white)
      write(title, size: 21, at: Point(x: 24, y: 20), in: context)
      for (row, bar) in bars.enumerated() { draw(bar, row: row, in: context) }
      let bottom = Self.top + Self.rowHeight * Double(bars.count)
      if let mark {
        let x = Self.left + mark.value * scale
        context.stroke(
          Path(points: [Point(x: x, y: Self.top - 4), Point(x: x, y: bottom + 4)]), with: .color(Self.ink),
          style: StrokeStyle(width: 1.5, dash: [5, 4]))
        let layout = TextLayout(mark.name, font: Font("sans", size: 14))
        context.draw(layout, at: Point(x: x - layout.size.width / 2, y: bottom + 6), with: .color(Self.ink))
      }
      write(note, size: 13, at: Point(x: 24, y: bottom + 34), in: context)
    }
    return bitmap
  }

  /// The length of 1 in pixels, such that bars and their numbers fit.
  private var scale: Double {
    (Self.width - Self.left - 110) / max(bars.map(\.value).max() ?? 1, mark?.value ?? 0, .leastNonzeroMagnitude)
  }

  private func draw(_ bar: Bar, row: Int, in context: GraphicsContext) {
    let y = Self.top + Self.rowHeight * Double(row)
    let name = TextLayout(bar.name, font: Font("sans", size: 15))
    context.draw(name, at: Point(x: Self.left - 12 - name.size.width, y: y + 4), with: .color(Self.ink))
    let length = max(1, bar.value * scale)
    let color = bar.isEmphasized ? Color(red: 0.16, green: 0.44, blue: 0.75) : Color(red: 0.72, green: 0.75, blue: 0.79)
    context.fill(Rect(x: Self.left, y: y + 3, width: length, height: Self.rowHeight - 12), with: .color(color))
    write(bar.text, size: 15, at: Point(x: Self.left + length + 8, y: y + 4), in: context)
  }

  private func write(_ text: String, size: Double, at point: Point, in context: GraphicsContext) {
    context.draw(TextLayout(text, font: Font("sans", size: size)), at: point, with: .color(Self.ink))
  }
}
