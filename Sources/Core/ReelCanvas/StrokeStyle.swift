/// How a path is drawn as a line.
///
/// The defaults are those of every drawing API: butt caps, miter joins up to a limit of 10, no dashes.
public struct StrokeStyle: Hashable, Sendable {
  /// The cap of an open line's ends.
  public enum Cap: Hashable, Sendable, CaseIterable {
    /// Cut off at the end point.
    case butt
    /// A half circle around the end point.
    case round
    /// Half a square beyond the end point.
    case square
  }

  /// The join of corners.
  public enum Join: Hashable, Sendable, CaseIterable {
    /// Edges extended until they meet; beyond the miter limit the corner is bevelled.
    case miter
    /// A circle around the corner.
    case round
    /// The corner cut off.
    case bevel
  }

  /// The width of the line, in points; a line that is not wider than 0 is not drawn.
  public var width: Double
  /// The cap.
  public var cap: Cap
  /// The join.
  public var join: Join
  /// The greatest length of a miter, in line widths, from the inner to the outer corner; at least 1.
  public var miterLimit: Double
  /// Alternating lengths of dashes and gaps, in points; empty for a solid line.
  ///
  /// A list with a negative length, or of zeros alone, gives a solid line.
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

  /// Returns a style with round caps and joins, with which tiny segments look like one line.
  public static func round(width: Double) -> StrokeStyle { StrokeStyle(width: width, cap: .round, join: .round) }
}
