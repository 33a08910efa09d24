import ReelGeometry

/// A mark on a picture for a reader, in pixels of the picture.
package enum Annotation: Hashable, Sendable {
  /// A mosaic of which only the average colours of the four quarters come from the picture.
  case blur(Rect)
  /// A frame.
  case box(Rect)
  /// An arrow to a point.
  case arrow(from: Point, to: Point)
  /// A label; the point is its top left corner, moved inwards where it would leave the picture.
  case note(String, at: Point)

  /// The order in which marks are drawn: pixels are hidden before anything else.
  fileprivate var rank: Int {
    switch self {
    case .blur: 0
    case .box: 1
    case .arrow: 2
    case .note: 3
    }
  }
}

extension Bitmap {
  /// Draws marks on the picture.
  ///
  /// - Throws: `CairoError`.
  package mutating func annotate(_ marks: [Annotation]) throws {
    let marks = marks.enumerated().sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }.map(\.element)
    for case .blur(let rect) in marks { hide(rect) }
    let pen = AnnotationPen(size)
    try draw { context in
      for mark in marks {
        switch mark {
        case .blur: break
        case .box(let rect): pen.draw(box: rect, in: context)
        case .arrow(let start, let tip): pen.draw(arrowFrom: start, to: tip, in: context)
        case .note(let text, let corner): pen.draw(note: text, at: corner, in: context)
        }
      }
    }
  }

  /// Replaces a part by a mosaic.
  ///
  /// Its cells depend only on the average colours of the four quarters of the part, and on fixed random numbers: a finer mosaic of text
  /// can be matched against mosaics of all letters.
  private mutating func hide(_ rect: Rect) {
    let rect = rect.intersection(size.bounds)
    let (left, top) = (Int(clamping: rect.minX.rounded(.down)), Int(clamping: rect.minY.rounded(.down)))
    let (right, bottom) = (Int(clamping: rect.maxX.rounded(.up)), Int(clamping: rect.maxY.rounded(.up)))
    guard left < right, top < bottom else { return }
    let (middle, center) = ((left + right) / 2, (top + bottom) / 2)
    let (columns, rows) = (
      [left..<max(middle, left + 1), middle..<right], [top..<max(center, top + 1), center..<bottom]
    )
    let corners = rows.map { row in columns.map { average($0, row) } }
    let side = min(max(min(right - left, bottom - top) / 4, 6), 40)
    var random = SplitMix64(seed: 41)
    for y in stride(from: top, to: bottom, by: side) {
      for x in stride(from: left, to: right, by: side) {
        let across = Double(x - left) / Double(right - left)
        let down = Double(y - top) / Double(bottom - top)
        let upper = corners[0][0] + (corners[0][1] - corners[0][0]) * across
        let lower = corners[1][0] + (corners[1][1] - corners[1][0]) * across
        var cell = upper + (lower - upper) * down
        let shift = Double(random.below(49)) - 24
        let alpha = cell.w
        cell += SIMD4(shift, shift, shift, 0)
        cell.clamp(lowerBound: .zero, upperBound: SIMD4(repeating: alpha))
        let pixel = Pixel(
          red: UInt8(clamping: cell.x), green: UInt8(clamping: cell.y), blue: UInt8(clamping: cell.z),
          alpha: UInt8(clamping: cell.w))
        for row in y..<min(y + side, bottom) {
          for column in x..<min(x + side, right) { self[column, row] = pixel }
        }
      }
    }
  }

  private func average(_ columns: Range<Int>, _ rows: Range<Int>) -> SIMD4<Double> {
    var sum = SIMD4<Double>.zero
    for y in rows {
      for x in columns {
        let pixel = self[x, y]
        sum += SIMD4(Double(pixel.red), Double(pixel.green), Double(pixel.blue), Double(pixel.alpha))
      }
    }
    return sum / Double(max(1, columns.count * rows.count))
  }
}

/// Draws marks in a size that suits the picture, readable on any ground.
private struct AnnotationPen {
  private let picture: Rect
  /// The width of a line.
  private let unit: Double
  private static let color = Color(red: 1, green: 0.42, blue: 0.08)
  private static let ink = Color(red: 0.08, green: 0.09, blue: 0.12)

  init(_ size: PixelSize) {
    picture = size.bounds
    unit = max(2, Double(min(size.width, size.height)) / 200)
  }

  /// Strokes a dark rim and a white one, so that the shape stands out from its own colour and from both black and white.
  private func rim(_ path: Path, _ width: Double, in context: GraphicsContext) {
    context.stroke(path, with: Self.ink.with(alpha: 0.35), style: .round(width: width + 2.6 * unit))
    context.stroke(path, with: .white, style: .round(width: width + 1.4 * unit))
  }

  func draw(box: Rect, in context: GraphicsContext) {
    let path = Path(roundedRect: box.intersection(picture.inset(by: 2 * unit)), radius: 2 * unit)
    rim(path, 1.2 * unit, in: context)
    context.stroke(path, with: Self.color, style: .round(width: 1.2 * unit))
  }

  func draw(arrowFrom start: Point, to tip: Point, in context: GraphicsContext) {
    let (dx, dy) = (tip.x - start.x, tip.y - start.y)
    let length = (dx * dx + dy * dy).squareRoot()
    guard length > 0 else { return }
    // A short arrow is a smaller one.
    let unit = min(unit, length / 11)
    /// The point at a distance before the tip and beside the line.
    func point(_ back: Double, _ side: Double) -> Point {
      Point(x: tip.x - (dx * back + dy * side) / length, y: tip.y - (dy * back - dx * side) / length)
    }
    let outline = [
      point(length, 0.5 * unit), point(6.2 * unit, 0.9 * unit), point(7.4 * unit, 3.4 * unit), point(0, 0),
      point(7.4 * unit, -3.4 * unit), point(6.2 * unit, -0.9 * unit), point(length, -0.5 * unit),
    ]
    let path = Path(points: outline, closed: true)
    rim(path, 0.4 * unit, in: context)
    context.fill(path, with: Self.color)
    context.stroke(path, with: Self.color, style: .round(width: 0.4 * unit))
  }

  func draw(note text: String, at corner: Point, in context: GraphicsContext) {
    var font = Font(size: max(13, 4.4 * unit), weight: .bold)
    var layout = self.layout(text, font)
    while layout.size.height > 0.8 * picture.height, font.size > 8 {
      font.size -= 1
      layout = self.layout(text, font)
    }
    let (edge, bar) = (0.55 * font.size, 1.4 * unit)
    let size = Size(width: layout.size.width + 2 * edge + bar, height: layout.size.height + 1.3 * edge)
    /// The place nearest to the point that lies in the picture.
    func inside(_ value: Double, _ length: Double, _ limit: Double) -> Double { max(0, min(value, limit - length)) }
    let frame = Rect(
      origin: Point(
        x: inside(corner.x, size.width, picture.width).rounded(),
        y: inside(corner.y, size.height, picture.height).rounded()), size: size)
    let path = Path(roundedRect: frame, radius: 0.35 * font.size)
    context.withState {
      context.clip(to: picture)
      context.stroke(path, with: .color(Color.white.with(alpha: 0.9)), style: StrokeStyle(width: 0.5 * unit))
      context.fill(path, with: Self.ink.with(alpha: 0.94))
      context.clip(to: path)
      context.fill(Rect(x: frame.minX, y: frame.minY, width: bar, height: frame.height), with: Self.color)
    }
    context.draw(layout, at: Point(x: frame.minX + bar + edge, y: frame.minY + 0.65 * edge), with: .white)
  }

  /// The text in lines that are not wider than its part of the picture.
  private func layout(_ text: String, _ font: Font) -> TextLayout {
    let widest = 0.45 * picture.width
    let layout = TextLayout(text, font: font)
    return layout.size.width > widest ? TextLayout(text, font: font, width: widest) : layout
  }
}
