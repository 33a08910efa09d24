/// A row of colours that run into one another.
public struct Gradient: Hashable, Sendable {
  /// A colour and its place.
  public struct Stop: Hashable, Sendable {
    /// The place: 0 is the beginning of the gradient, 1 its end.
    public var location: Double
    /// The colour at this place.
    public var color: Color

    /// Creates a stop.
    public init(_ location: Double, _ color: Color) {
      self.location = location
      self.color = color
    }
  }

  /// The colours with their places; the ones before the first and behind the last place are theirs.
  public var stops: [Stop]

  /// Creates a gradient from stops.
  public init(stops: [Stop]) { self.stops = stops }

  /// Creates a gradient whose colours stand at equal distances.
  public init(_ colors: Color...) {
    let last = Double(max(1, colors.count - 1))
    stops = colors.enumerated().map { Stop(Double($0.offset) / last, $0.element) }
  }
}
