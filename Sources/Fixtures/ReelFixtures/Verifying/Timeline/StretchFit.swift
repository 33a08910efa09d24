/// Fits lines of one slope to several stretches of points, by least squares.
///
/// Rounded times fall on both sides of their line, so that its slope is known far better than any of them.
struct StretchFit {
  private var squares = 0.0
  private var products = 0.0
  private var points: (count: Double, time: Double, value: Double) = (0, 0, 0)

  /// How much the values rise in a unit of time, in all stretches alike.
  var slope: Double { squares > 0 ? products / squares : 0 }

  /// Adds a point to the current stretch.
  mutating func add(_ value: Double, at time: Double) {
    // Sums about a running mean (Welford 1962) do not lose what is small beside the times.
    points.count += 1
    let distance = time - points.time
    points.time += distance / points.count
    points.value += (value - points.value) / points.count
    squares += distance * (time - points.time)
    products += distance * (value - points.value)
  }

  /// Begins a stretch that lies higher or lower than the last one.
  mutating func beginStretch() { points = (0, 0, 0) }
}
