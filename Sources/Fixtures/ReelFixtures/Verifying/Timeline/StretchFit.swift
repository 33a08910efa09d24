/// Fits lines of one slope to several stretches of points, by least squares.
///
/// Rounded times are on both sides of their line, so its slope is known far more precisely than any of them.
struct StretchFit {
  private var squares = 0.0
  private var products = 0.0
  private var points: (count: Double, time: Double, value: Double) = (0, 0, 0)

  /// The increase of the values per unit of time, the same in all stretches.
  var slope: Double { squares > 0 ? products / squares : 0 }

  /// Adds a point to the current stretch.
  mutating func add(_ value: Double, at time: Double) {
    // Sums about a running mean (Welford 1962) keep differences that are small compared with the times.
    points.count += 1
    let distance = time - points.time
    points.time += distance / points.count
    points.value += (value - points.value) / points.count
    squares += distance * (time - points.time)
    products += distance * (value - points.value)
  }

  /// Begins a stretch that is offset from the last one.
  mutating func beginStretch() { points = (0, 0, 0) }
}
