import ReelFormats
import ReelFiles
import ReelGeometry

/// Collects ink while reading a file, within the limits of a session.
struct InkBuilder {
  private(set) var ink: Ink
  private let source: TextSource
  private let options: InkOptions
  private var count = 0
  /// The points of the open stroke, and its finger.
  private var points: [Ink.Sample] = []
  private var touch = 0

  /// A stroke with fewer points is copied to memory of exactly its size; a longer one keeps the memory it grew in.
  private static let shortStroke = 64

  /// Coordinates and times beyond these limits are errors in the file, and would round away all detail.
  static let coordinateLimit = 1e9
  static let timeLimit = 1e15

  init(_ source: TextSource, options: InkOptions, format: String) {
    self.source = source
    self.options = options
    ink = Ink(format: format)
  }

  var name: String {
    get { ink.name }
    set { ink.name = newValue }
  }

  mutating func note(_ text: String) { if !ink.notes.contains(text) { ink.notes.append(text) } }

  mutating func beginStroke(touch: Int = 0) {
    endStroke()
    self.touch = touch
  }

  /// Adds a point to the stroke; `offset` is its position in the file.
  mutating func add(x: Double, y: Double, milliseconds: Double? = nil, at offset: Int) throws(FormatError) {
    guard abs(x) <= Self.coordinateLimit, abs(y) <= Self.coordinateLimit else {
      throw source.error(at: offset, "expected coordinates between -1e9 and 1e9, found (\(x), \(y))")
    }
    if let milliseconds, !(abs(milliseconds) <= Self.timeLimit) {
      throw source.error(at: offset, "expected a time between -1e15 and 1e15 milliseconds, found \(milliseconds)")
    }
    try countUp(1, at: offset)
    points.append(Ink.Sample(Point(x: x, y: y), milliseconds: milliseconds))
  }

  /// Ends the stroke, unless it has no points.
  mutating func endStroke() {
    defer { touch = 0 }
    guard !points.isEmpty else { return }
    guard points.count < Self.shortStroke else {
      ink.strokes.append(Ink.Stroke(points: points, touch: touch))
      points = []
      return
    }
    var exact: [Ink.Sample] = []
    exact.reserveCapacity(points.count)
    exact.append(contentsOf: points)
    ink.strokes.append(Ink.Stroke(points: exact, touch: touch))
    points.removeAll(keepingCapacity: true)
  }

  /// Adds a path to trace, each part without a pen lift separately.
  mutating func addExpected(_ path: Path, at offset: Int) throws(FormatError) {
    try countUp(path.elements.count, at: offset)
    for part in path.subpaths {
      guard let box = part.controlBounds else { continue }
      let farthest = max(abs(box.minX), abs(box.minY), abs(box.maxX), abs(box.maxY))
      guard farthest <= Self.coordinateLimit else {
        throw source.error(at: offset, "expected a path between -1e9 and 1e9, found one that reaches \(farthest)")
      }
      ink.expected.append(part)
    }
  }

  mutating func finish() -> Ink {
    endStroke()
    return ink
  }

  private mutating func countUp(_ more: Int, at offset: Int) throws(FormatError) {
    count += more
    guard count <= options.pointLimit else {
      throw source.error(at: offset, "expected at most \(options.pointLimit) points, found more")
    }
  }
}
