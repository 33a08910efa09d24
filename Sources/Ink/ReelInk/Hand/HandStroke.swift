import ReelTracing
import ReelGeometry
import ReelPlatform

/// A finger's path along one stroke, in steps much shorter than the corridor's width, without times.
struct HandStroke {
  private(set) var points: [Point] = []
  private let ruler: PolylineRuler
  private let maxDistance: Double
  private let step: Double

  var length: Double { ruler.length }

  /// - Parameter wobble: The finger's maximum distance from the line, as a fraction of the maximum distance.
  init(along line: [Point], maxDistance: Double, wobble: Double, random: inout SplitMix64) {
    var line = line
    // A dot becomes a short dab, because it would otherwise draw nothing.
    if let dot = line.first, line.allSatisfy({ $0 == dot }) {
      line = [dot, Point(x: dot.x, y: dot.y + 0.2 * maxDistance)]
    }
    ruler = PolylineRuler(line)
    self.maxDistance = maxDistance
    step = maxDistance / 16
    let noises = (
      SmoothNoise(&random, wavelength: 14 * maxDistance), SmoothNoise(&random, wavelength: 14 * maxDistance)
    )
    // The combined maxima of both components must not exceed the limit.
    let size = wobble * maxDistance / 2.0.squareRoot()
    let count = max(2, Int(clamping: (ruler.length / step).rounded(.up)))
    for index in 0...count {
      let distance = ruler.length * Double(index) / Double(count)
      let offset = Vector(dx: noises.0.value(at: distance), dy: noises.1.value(at: distance)) * size
      points.append(ruler.point(at: distance) + offset)
    }
  }

  func direction(at distance: Double) -> Vector { ruler.direction(at: distance) }

  /// The point with the largest x, and its distance along the stroke.
  var rightmost: (distance: Double, x: Double) {
    guard let index = points.indices.max(by: { points[$0].x < points[$1].x }) else { return (0, 0) }
    return (ruler.length * Double(index) / Double(points.count - 1), points[index].x)
  }

  private func index(at distance: Double) -> Int {
    ruler.length > 0 ? Int(clamping: (distance / ruler.length * Double(points.count - 1)).rounded()) : 0
  }

  /// Returns a detour out of the corridor and back.
  ///
  /// - Parameter isLoop: Whether the detour drifts along the stroke and returns a little farther back, as a hand does.
  func slip(at distance: Double, reach: Vector, isLoop: Bool) -> [Point] {
    let start = points[index(at: distance)]
    let drift = isLoop ? direction(at: distance) * (0.65 * maxDistance) : .zero
    let count = max(16, Int(clamping: (2.5 * reach.length / step).rounded(.up)))
    return (1..<count).map { index in
      let part = Double(index) / Double(count)
      let out = sin(.pi * part)
      return start + reach * (out * out) + drift * sin(2 * .pi * part)
    }
  }

  mutating func insert(_ way: [Point], at distance: Double) {
    let index = index(at: distance)
    points.insert(contentsOf: way + [points[index]], at: index + 1)
  }
}
