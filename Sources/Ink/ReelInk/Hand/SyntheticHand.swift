import ReelTracing
import ReelGeometry
import ReelPlatform

/// Traces paths as a human finger would, for demos and tests without a recording.
///
/// The finger slows down in curves and corners and rests between strokes. It reaches the end of every path, so that the letter is
/// complete. A seed always gives the same events.
///
/// In curves the speed follows the two-thirds power law (Lacquaniti, Terzuolo, Viviani 1983): it falls with the cube root of the
/// curvature. On straight parts it grows with the width of the corridor, following the steering law (Accot, Zhai 1997).
public struct SyntheticHand: Hashable, Sendable {
  /// The style of the hand.
  public enum Style: String, CaseIterable, Hashable, Sendable {
    /// The hand hardly trembles, and never leaves the corridor.
    case neat
    /// The hand wobbles within the corridor and occasionally slips out of it, then returns to where it left: about once in ten letters,
    /// and at least once.
    case child

    /// The maximum distance from the path outside slips, as a fraction of the maximum distance.
    var wobble: Double {
      switch self {
      case .neat: 0.12
      case .child: 0.28
      }
    }
  }

  /// The seed of the finger's wobble.
  public var seed: UInt64
  /// The style of the hand.
  public var style: Style

  /// The number of touch events per second.
  static let sampleRate = 120.0
  /// The distance that a child traces between slips, in maximum distances.
  private static let slipDistance = 240.0

  /// Creates a hand.
  public init(seed: UInt64 = 1, style: Style = .neat) {
    self.seed = seed
    self.style = style
  }

  /// Returns the touch events of a finger that follows paths one after another, starting at 0 ms.
  ///
  /// If the paths are not valid expected paths, for instance because a coordinate is not finite, there are no events.
  public func trace(_ paths: [Path], maxDistance: Double) -> [TouchEvent] {
    guard Tracer.distances.contains(maxDistance) else { return [] }
    var pieces: [SpinePiece] = []
    for path in paths {
      guard let expected = try? ExpectedPath(path, maxDistance: maxDistance) else { return [] }
      pieces += expected.spine
    }
    let bound = CellGrid.reach / 2 * maxDistance
    guard pieces.allSatisfy({ max(abs($0.start.x), abs($0.start.y), abs($0.end.x), abs($0.end.y)) < bound }) else {
      return []
    }
    var random = SplitMix64(seed: seed)
    var strokes = paths.flatMap { $0.flattened(tolerance: maxDistance / 64) }
      .map { HandStroke(along: $0, maxDistance: maxDistance, wobble: style.wobble, random: &random) }
    if style == .child { slip(in: &strokes, corridor: Corridor(pieces, maxDistance: maxDistance), random: &random) }
    return events(strokes, maxDistance: maxDistance, random: &random)
  }

  /// Returns a session in which the finger follows the expected paths of a header.
  public func session(_ header: TraceSession.Header) -> TraceSession {
    TraceSession(header: header, events: trace(header.expected, maxDistance: header.maxDistance))
  }

  private func slip(in strokes: inout [HandStroke], corridor: Corridor, random: inout SplitMix64) {
    let total = strokes.reduce(0) { $0 + $1.length }
    let count = max(1, Int(clamping: total / (Self.slipDistance * corridor.maxDistance)))
    var slipped: Set<Int> = []
    for _ in 0..<count {
      guard let (index, distance, way) = slip(from: strokes, slipped, corridor: corridor, random: &random)
      else { break }
      strokes[index].insert(way, at: distance)
      slipped.insert(index)
    }
    guard slipped.isEmpty else { return }
    // There are no obstacles to the right of the rightmost point.
    var rightmost: (index: Int, distance: Double, x: Double)?
    for (index, stroke) in strokes.enumerated() {
      let (distance, x) = stroke.rightmost
      if x > rightmost?.x ?? -.infinity { rightmost = (index, distance, x) }
    }
    guard let (index, distance, _) = rightmost else { return }
    let reach = Vector(dx: 1.8 * corridor.maxDistance, dy: 0)
    strokes[index].insert(strokes[index].slip(at: distance, reach: reach, isLoop: false), at: distance)
  }

  /// Finds a slip for a stroke without one.
  private func slip(
    from strokes: [HandStroke], _ slipped: Set<Int>, corridor: Corridor, random: inout SplitMix64
  ) -> (index: Int, distance: Double, way: [Point])? {
    let total = strokes.reduce(0) { $0 + $1.length }
    for attempt in 0..<60 where total > 0 {
      // Anywhere except near the ends of a stroke; the distance from the path grows until the slip fits between the neighbouring strokes.
      var distance = random.number(0, total)
      guard
        let index = strokes.indices.first(where: { index in
          if distance < strokes[index].length { return true }
          distance -= strokes[index].length
          return false
        })
      else { continue }
      let stroke = strokes[index]
      let side = random.number(0, 1) < 0.5 ? -1.0 : 1
      let reach = side * corridor.maxDistance * (random.number(1.55, 1.8) + Double(attempt) / 40)
      guard !slipped.contains(index), distance > 0.15 * stroke.length, distance < 0.85 * stroke.length else { continue }
      let way = stroke.slip(at: distance, reach: stroke.direction(at: distance).perpendicular * reach, isLoop: true)
      if leavesOnce(way, corridor) { return (index, distance, way) }
    }
    return nil
  }

  /// Whether a path clearly leaves the corridor once, then returns and stays.
  private func leavesOnce(_ way: [Point], _ corridor: Corridor) -> Bool {
    let isInside = way.map(corridor.contains)
    let changes = zip(isInside, isInside.dropFirst()).count { $0 != $1 }
    let outside = isInside.count { !$0 }
    return changes == 2 && isInside.first == true && isInside.last == true && outside * 4 >= way.count
  }

  private func events(_ strokes: [HandStroke], maxDistance: Double, random: inout SplitMix64) -> [TouchEvent] {
    // Coordinates are rounded to the resolution of a screen.
    let step = pow(10, (log10(maxDistance / 500)).rounded(.down))
    func onScreen(_ point: Point) -> Point {
      // Dividing by a whole number gives the nearest decimal.
      func round(_ value: Double) -> Double {
        step < 1 ? (value / step).rounded() / (1 / step).rounded() : (value / step).rounded() * step
      }
      return Point(x: round(point.x), y: round(point.y))
    }
    var events: [TouchEvent] = []
    var tick = 0
    var last: Point?
    func add(_ phase: TouchEvent.Phase, _ point: Point) {
      let milliseconds = (Double(tick) * 1_000_000 / Self.sampleRate).rounded() / 1000
      events.append(TouchEvent(milliseconds: milliseconds, phase: phase, point: onScreen(point)))
      last = point
    }
    for (number, stroke) in strokes.enumerated() {
      let pace = HandPace(maxDistance: maxDistance, random: &random)
      guard let first = stroke.points.first else { continue }
      if number > 0, let last {
        let rest = random.number(0.22, 0.4) + min(1, last.distance(to: first) / (3 * pace.topSpeed))
        tick += max(1, Int(clamping: (rest * Self.sampleRate).rounded()))
      }
      let samples = pace.samples(along: stroke.points, every: 1 / Self.sampleRate)
      add(.began, first)
      for point in samples {
        tick += 1
        add(.moved, point)
      }
      tick += 1
      add(.ended, samples.last ?? first)
    }
    return events
  }
}
