/// How the pixels of an image are read when it is scaled or turned.
public enum Interpolation: Hashable, Sendable, CaseIterable {
  /// The nearest pixel: enlarged pixels stay sharp squares.
  case nearest
  /// Between the pixels when enlarged, averaged when reduced.
  case smooth
}
