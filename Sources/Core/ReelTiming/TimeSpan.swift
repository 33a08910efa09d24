/// When something begins and ends, in seconds.
public struct TimeSpan: Codable, Hashable, Sendable {
  /// When it begins.
  public var start: Double
  /// When it ends.
  public var end: Double

  /// Creates a span.
  public init(_ start: Double, _ end: Double) { (self.start, self.end) = (start, end) }

  /// How long it is.
  public var length: Double { end - start }
}
