import ReelTracing
import ReelGeometry
import ReelPlatform

/// The speed of a hand along a path.
struct HandPace {
  /// The speed on a long straight line, in points per second.
  let topSpeed: Double
  private let maxDistance: Double
  private let noise: SmoothNoise

  /// The hand's time constant: by the steering law, the speed is the width of the corridor divided by it.
  private static let steeringTime = 0.1
  /// The time from rest to top speed, in seconds.
  private static let startingTime = 0.14

  init(maxDistance: Double, random: inout SplitMix64) {
    self.maxDistance = maxDistance
    topSpeed = 2 * maxDistance / Self.steeringTime
    noise = SmoothNoise(&random, wavelength: 12 * maxDistance)
  }

  /// Returns the positions of the hand at equal time intervals; the last is the end of the path.
  func samples(along points: [Point], every interval: Double) -> [Point] {
    let speeds = speeds(along: points)
    var samples: [Point] = []
    var time = 0.0
    var next = interval
    for index in 1..<max(points.count, 1) {
      let (from, to) = (points[index - 1], points[index])
      let duration = 2 * from.distance(to: to) / (speeds[index - 1] + speeds[index])
      while next <= time + duration, duration > 0 {
        samples.append(from.interpolated(to: to, fraction: (next - time) / duration))
        next += interval
      }
      time += duration
    }
    if let end = points.last, samples.last != end { samples.append(end) }
    return samples
  }

  private func speeds(along points: [Point]) -> [Double] {
    let ruler = PolylineRuler(points)
    let slowest = topSpeed / 25
    var speeds = points.indices.map { index in
      let steady = topSpeed * (1 + 0.12 * noise.value(at: ruler.marks[index]))
      return max(slowest, steady / cbrt(1 + 4 * maxDistance * curvature(points, at: index)))
    }
    guard speeds.count > 1 else { return speeds }
    // From rest to rest without jumps: v² grows by twice the acceleration times the distance.
    let acceleration = topSpeed / Self.startingTime
    speeds[0] = slowest
    speeds[speeds.count - 1] = slowest
    for index in speeds.indices.dropFirst() {
      let way = ruler.marks[index] - ruler.marks[index - 1]
      speeds[index] = min(speeds[index], (speeds[index - 1] * speeds[index - 1] + 2 * acceleration * way).squareRoot())
    }
    for index in speeds.indices.dropLast().reversed() {
      let way = ruler.marks[index + 1] - ruler.marks[index]
      speeds[index] = min(speeds[index], (speeds[index + 1] * speeds[index + 1] + 2 * acceleration * way).squareRoot())
    }
    return speeds
  }

  /// Returns the angle of the turn over four steps, divided by their length.
  private func curvature(_ points: [Point], at index: Int) -> Double {
    let (before, after) = (max(0, index - 2), min(points.count - 1, index + 2))
    let (incoming, outgoing) = (points[index] - points[before], points[after] - points[index])
    let length = (incoming.length + outgoing.length) / 2
    guard incoming != .zero, outgoing != .zero, length > 0 else { return 0 }
    let cross = incoming.dx * outgoing.dy - incoming.dy * outgoing.dx
    return abs(atan2(cross, incoming.dot(outgoing))) / length
  }
}
