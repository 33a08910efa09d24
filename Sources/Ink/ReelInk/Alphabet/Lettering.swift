import ReelGeometry

/// A text laid out in an alphabet: its strokes and their size.
public struct Lettering: Hashable, Sendable {
  /// The strokes in writing order.
  public let paths: [Path]
  /// The height of a small letter such as x, in the coordinates of the paths.
  public let xHeight: Double

  /// The maximum distance of the widest corridor that keeps the letters legible: a seventh of `xHeight`.
  public var maxDistance: Double { xHeight / 7 }
}
