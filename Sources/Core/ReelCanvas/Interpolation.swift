/// How an image's pixels are sampled when it is scaled or turned.
public enum Interpolation: Hashable, Sendable, CaseIterable {
  /// Nearest neighbour: enlarged pixels stay sharp squares.
  case nearest
  /// Interpolated when enlarged, averaged when reduced.
  case smooth
}
