/// The style of a path drawn as a line.
///
/// The defaults are common to all drawing APIs: butt caps, miter joins up to a limit of 10, no dashes.
public struct StrokeStyle: Hashable, Sendable {
  /// The shape of an open line's ends.
  public enum Cap: Hashable, Sendable, CaseIterable {
    /// Cut off at the end point.
    case butt
    /// A half circle around the end point.
    case round
    /// Half a square beyond the end point.
    case square
  }

  /// The shape of a line's corners.
  public enum Join: Hashable, Sendable, CaseIterable {
    /// Edges extended until they meet; beyond the miter limit the corner is bevelled.
    case miter
    /// A circle around the corner.
    case round
    /// The corner cut off.
    case bevel
  }

  /// The width of the line, in points; nothing is drawn if it is 0 or less.
  public var width: Double
  /// The cap.
  public var cap: Cap
  /// The join.
  public var join: Join
  /// The maximum length of a miter from the inner to the outer corner, in line widths; at least 1.
  public var miterLimit: Double
  /// Alternating lengths of dashes and gaps, in points; empty for a solid line.
  ///
  /// A list with a negative length, or with only zeros, gives a solid line.
  public var dash: [Double]
  /// The offset into the dashes at which the line begins, in points.
  public var dashPhase: Double

  /// Creates a style.
  public init(
    width: Double, cap: Cap = .butt, join: Join = .miter, miterLimit: Double = 10, dash: [Double] = [],
    dashPhase: Double = 0
  ) {
    self.width = width
    self.cap = cap
    self.join = join
    self.miterLimit = miterLimit
    self.dash = dash
    self.dashPhase = dashPhase
  }

  /// Returns a style with round caps and joins, which makes tiny segments look like a single line.
  public static func round(width: Double) -> StrokeStyle { StrokeStyle(width: width, cap: .round, join: .round) }
}
