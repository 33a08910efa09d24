import ReelGeometry

/// A text set in an alphabet: the strokes, and how large they came out.
public struct Lettering: Hashable, Sendable {
  /// The strokes in the order of writing.
  public let paths: [Path]
  /// How tall a small letter such as x is, in the coordinates of the paths.
  public let xHeight: Double

  /// The widest corridor, as a maximum distance, in which the letters are still told apart: a seventh of `xHeight`.
  public var maxDistance: Double { xHeight / 7 }
}
