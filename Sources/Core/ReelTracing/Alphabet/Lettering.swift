import ReelGeometry

/// A text laid out in an alphabet: the strokes, and their size.
public struct Lettering: Hashable, Sendable {
  /// The strokes in the order of writing.
  public let paths: [Path]
  /// How tall a small letter such as x is, in the coordinates of the paths.
  public let xHeight: Double

  /// The widest corridor, as a maximum distance, in which the letters stay legible: a seventh of `xHeight`.
  public var maxDistance: Double { xHeight / 7 }
}
