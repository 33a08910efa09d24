import ReelCanvas
import ReelGeometry
import ReelLayers
import ReelPlatform

/// A shape that becomes another one.
final class MorphLayer: Layer {
  /// A shape at one end of the change.
  struct Form {
    var path: Path
    var fill: Color?
    var stroke: Color?
    var lineWidth: Double
  }

  private let shape = ShapeLayer()
  private let forms: (Form, Form)
  private let outlines: [(from: [Point], to: [Point], isClosed: Bool)]
  private let (start, seconds): (Double, Double)

  /// - Parameters:
  ///   - forms: The shape before and after.
  ///   - start: When the change begins, in seconds.
  ///   - seconds: Its duration.
  init(_ forms: (Form, Form), from start: Double, over seconds: Double, frame: Rect) {
    (self.forms, self.start, self.seconds) = (forms, start, seconds)
    outlines = Self.outlines(forms.0.path, forms.1.path)
    super.init(frame: frame)
    shape.frame = bounds
    addSublayer(shape)
    update(at: 0)
  }

  override func update(at time: Double) {
    let part = (time - start) / seconds
    isHidden = part < 0 || part >= 1
    guard !isHidden else { return }
    let fraction = TimingCurve.settle.value(at: part)
    var path = Path()
    for outline in outlines {
      for (index, (from, to)) in zip(outline.from, outline.to).enumerated() {
        let point = from.interpolated(to: to, fraction: fraction)
        if index == 0 { path.move(to: point) } else { path.addLine(to: point) }
      }
      if outline.isClosed { path.close() }
    }
    shape.path = path
    func color(_ first: Color?, _ last: Color?) -> Color {
      guard let color = first ?? last else { return .clear }
      return (first ?? color.with(alpha: 0)).interpolated(to: last ?? color.with(alpha: 0), fraction: fraction)
    }
    shape.fillColor = color(forms.0.fill, forms.1.fill)
    shape.strokeColor = color(forms.0.stroke, forms.1.stroke)
    shape.lineWidth = forms.0.lineWidth.interpolated(to: forms.1.lineWidth, fraction: fraction)
  }

  // MARK: - Outlines

  /// The number of points of each outline while it changes.
  private static let count = 256

  /// Pairs the outlines of two shapes, the largest first, and samples each pair at points that follow one another at equal distances.
  ///
  /// An outline without a partner grows from a point, or shrinks to one.
  private static func outlines(_ first: Path, _ last: Path) -> [(from: [Point], to: [Point], isClosed: Bool)] {
    var (before, after) = (lines(of: first), lines(of: last))
    func pad(_ lines: inout [[Point]], like others: [[Point]]) {
      guard let center = lines.first.map(center(of:)) else { return }
      for other in others.dropFirst(lines.count) { lines.append(other.map { _ in center }) }
    }
    pad(&before, like: after)
    pad(&after, like: before)
    // Holes stay holes if all outlines of a shape turn around together.
    let isReversed = zip(before, after).first(where: { _ in true }).map { area($0) * area($1) < 0 } ?? false
    return zip(before, after).map { one, other in
      let isClosed = one.first == one.last || other.first == other.last
      let from = samples(of: one, isClosed: isClosed)
      let to = samples(of: isReversed ? other.reversed() : other, isClosed: isClosed)
      return (from, isClosed ? turned(to, towards: from) : to, isClosed)
    }
  }

  private static func lines(of path: Path) -> [[Point]] {
    let lines = path.flattened(tolerance: 0.2).filter { $0.count > 1 }
    return lines.enumerated().sorted {
      let (a, b) = (abs(area($0.element)), abs(area($1.element)))
      return a == b ? $0.offset < $1.offset : a > b
    }.map(\.element)
  }

  /// Points at equal distances along a line.
  private static func samples(of line: [Point], isClosed: Bool) -> [Point] {
    var line = line
    if isClosed, line.first != line.last { line.append(line[0]) }
    var lengths = [0.0]
    for (a, b) in zip(line, line.dropFirst()) { lengths.append(lengths[lengths.count - 1] + a.distance(to: b)) }
    let step = lengths[lengths.count - 1] / Double(isClosed ? count : count - 1)
    var index = 0
    return (0..<count).map { number in
      let wanted = step * Double(number)
      while index < line.count - 2, lengths[index + 1] < wanted { index += 1 }
      let own = lengths[index + 1] - lengths[index]
      return line[index].interpolated(
        to: line[index + 1], fraction: own > 0 ? min(1, (wanted - lengths[index]) / own) : 0)
    }
  }

  /// A closed outline that begins where its points have the shortest ways to those of another one, apart from a shift.
  private static func turned(_ points: [Point], towards others: [Point]) -> [Point] {
    let shift = center(of: others) - center(of: points)
    var (best, least) = (0, Double.infinity)
    for turn in 0..<count {
      var sum = 0.0
      for index in 0..<count {
        let way = others[index] - (points[(index + turn) % count] + shift)
        sum += way.dx * way.dx + way.dy * way.dy
      }
      if sum < least { (best, least) = (turn, sum) }
    }
    return Array(points[best...] + points[..<best])
  }

  private static func center(of points: [Point]) -> Point {
    let sum = points.reduce((0.0, 0.0)) { ($0.0 + $1.x, $0.1 + $1.y) }
    return Point(x: sum.0 / Double(points.count), y: sum.1 / Double(points.count))
  }

  /// Twice the area of an outline, below zero for one that turns the other way.
  private static func area(_ line: [Point]) -> Double {
    zip(line, line.dropFirst() + line.prefix(1)).reduce(0) { $0 + $1.0.x * $1.1.y - $1.1.x * $1.0.y }
  }
}
