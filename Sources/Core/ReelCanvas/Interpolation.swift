/// How the pixels of an image are read when it is scaled or turned.
public enum Interpolation: Hashable, Sendable, CaseIterable {
  /// Nearest neighbour: enlarged pixels stay sharp squares.
  case nearest
  /// Interpolated when enlarged, averaged when reduced.
  case smooth
}
