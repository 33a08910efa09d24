import ReelCanvas
import ReelGeometry
import ReelTurtle

/// Lines in drawing order, which can be drawn up to any length.
struct PenPicture {
  /// A line drawn without lifting or changing the pen.
  struct Stroke {
    var points: [Point]
    var color: Color
    var width: Double
  }

  /// Consecutive strokes with the same look, drawn together if all of them are visible.
  private struct Run {
    var strokes: Range<Int>
    var path: Path
  }

  private let strokes: [Stroke]
  /// The total length up to the end of each stroke.
  private let ends: [Double]
  private let runs: [Run]
  /// The total length of the lines, in points.
  let length: Double
  /// The rectangle around all points; nil if there are none.
  let bounds: Rect?

  /// The width of the widest line.
  let widest: Double

  /// The maximum number of points in one path.
  private static let longestRun = 4096

  init(_ strokes: [Stroke]) {
    self.strokes = strokes
    widest = strokes.map(\.width).max() ?? 0
    var total = 0.0
    var ends: [Double] = []
    ends.reserveCapacity(strokes.count)
    var runs: [Run] = []
    var count = 0
    for (index, stroke) in strokes.enumerated() {
      for (a, b) in zip(stroke.points, stroke.points.dropFirst()) { total += a.distance(to: b) }
      ends.append(total)
      count += stroke.points.count
      if let last = runs.indices.last, strokes[index - 1].hasLook(of: stroke), count <= Self.longestRun {
        runs[last].strokes = runs[last].strokes.lowerBound..<index + 1
        runs[last].path.append(Path(points: stroke.points))
      } else {
        runs.append(Run(strokes: index..<index + 1, path: Path(points: stroke.points)))
        count = stroke.points.count
      }
    }
    (self.ends, self.runs, length) = (ends, runs, total)
    bounds = runs.reduce(nil) { box, run in
      guard let next = run.path.controlBounds else { return box }
      return box.map { $0.around(next) } ?? next
    }
  }

  /// Draws the part up to a fraction of the length.
  func draw(_ fraction: Double = 1, in context: GraphicsContext) {
    for run in runs {
      guard let first = strokes[run.strokes].first else { continue }
      let style = StrokeStyle.round(width: first.width)
      let before = run.strokes.lowerBound == 0 ? 0 : ends[run.strokes.lowerBound - 1]
      if fraction >= 1 || ends[run.strokes.upperBound - 1] < fraction * length {
        context.stroke(run.path, with: .color(first.color), style: style)
      } else {
        guard before < fraction * length else { return }
        var path = Path()
        forEachPiece(from: 0, to: fraction, within: run.strokes) { path.append(Path(points: $0)) }
        return context.stroke(path, with: .color(first.color), style: style)
      }
    }
  }

  /// Returns rectangles around the lines between two fractions, in either order, including their width.
  func boxes(from a: Double, to b: Double) -> [Rect] {
    var boxes: [Rect] = []
    forEachPiece(from: min(a, b), to: max(a, b), within: strokes.indices) { points, width in
      for (start, end) in zip(points, points.dropFirst()) {
        let box = Rect(
          x: min(start.x, end.x), y: min(start.y, end.y), width: abs(start.x - end.x), height: abs(start.y - end.y)
        ).inset(by: -width / 2)
        // Consecutive short lines share a rectangle.
        if let last = boxes.last, max(last.around(box).width, last.around(box).height) < width + 32 {
          boxes[boxes.count - 1] = last.around(box)
        } else {
          boxes.append(box)
        }
      }
    }
    return boxes
  }

  /// Returns the position and direction of the pen after a fraction of the length; nil in an empty picture.
  func pose(at fraction: Double) -> Pose? {
    let mark = min(1, max(0, fraction)) * length
    let index = strokes.isEmpty ? 0 : firstStroke(endingAfter: mark)
    guard strokes.indices.contains(index), var last = strokes[index].points.first else { return nil }
    var passed = index == 0 ? 0 : ends[index - 1]
    var heading = Angle.zero
    for point in strokes[index].points.dropFirst() {
      let length = last.distance(to: point)
      if length > 0 { heading = (point - last).angle }
      if passed + length >= mark, length > 0 {
        return Pose(position: last.interpolated(to: point, fraction: (mark - passed) / length), heading: heading)
      }
      passed += length
      last = point
    }
    return Pose(position: last, heading: heading)
  }

  /// Returns the stroke at a length: the first that ends at or after it.
  private func firstStroke(endingAfter mark: Double) -> Int {
    var (low, high) = (0, ends.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if ends[middle] < mark { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private func forEachPiece(from a: Double, to b: Double, within range: Range<Int>, _ body: ([Point]) -> Void) {
    forEachPiece(from: a, to: b, within: range) { points, _ in body(points) }
  }

  private func forEachPiece(
    from a: Double, to b: Double, within range: Range<Int>, _ body: ([Point], _ width: Double) -> Void
  ) {
    let (low, high) = (max(0, a) * length, min(1, b) * length)
    guard low < high, !range.isEmpty else { return }
    for index in max(range.lowerBound, firstStroke(endingAfter: low))..<range.upperBound {
      var passed = index == 0 ? 0 : ends[index - 1]
      guard passed < high else { return }
      let points = strokes[index].points
      var piece: [Point] = []
      for (start, end) in zip(points, points.dropFirst()) {
        let length = start.distance(to: end)
        defer { passed += length }
        guard length > 0, passed < high, passed + length > low else { continue }
        if piece.isEmpty {
          piece.append(start.interpolated(to: end, fraction: max(0, (low - passed) / length)))
        }
        piece.append(start.interpolated(to: end, fraction: min(1, (high - passed) / length)))
      }
      if piece.count > 1 { body(piece, strokes[index].width) }
    }
  }
}

extension PenPicture.Stroke {
  fileprivate func hasLook(of other: PenPicture.Stroke) -> Bool { color == other.color && width == other.width }
}

extension Rect {
  /// Returns the smallest rectangle around both, even if one of them is a line.
  func around(_ other: Rect) -> Rect {
    let (left, top) = (min(minX, other.minX), min(minY, other.minY))
    return Rect(
      x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
  }
}
