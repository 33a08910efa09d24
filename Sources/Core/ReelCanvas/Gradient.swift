/// A sequence of colours that blend into one another.
public struct Gradient: Hashable, Sendable {
  /// A colour and its location.
  public struct Stop: Hashable, Sendable {
    /// The location: 0 is the beginning of the gradient, 1 its end.
    public var location: Double
    /// The colour at this location.
    public var color: Color

    /// Creates a stop.
    public init(_ location: Double, _ color: Color) {
      self.location = location
      self.color = color
    }
  }

  /// The colours with their locations.
  ///
  /// The first colour also fills the area before it, the last one the area after it.
  public var stops: [Stop]

  /// Creates a gradient from stops.
  public init(stops: [Stop]) { self.stops = stops }

  /// Creates a gradient of evenly spaced colours.
  public init(_ colors: Color...) {
    let last = Double(max(1, colors.count - 1))
    stops = colors.enumerated().map { Stop(Double($0.offset) / last, $0.element) }
  }
}
