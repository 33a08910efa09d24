/// How a path is drawn as a line.
///
/// The defaults are those of every drawing API: butt caps, miter joins up to a limit of 10, no dashes.
public struct StrokeStyle: Hashable, Sendable {
  /// The form of the ends of an open line.
  public enum Cap: Hashable, Sendable, CaseIterable {
    /// Cut off at the end point.
    case butt
    /// A half circle around the end point.
    case round
    /// Half a square beyond the end point.
    case square
  }

  /// The form of corners.
  public enum Join: Hashable, Sendable, CaseIterable {
    /// Edges drawn on until they meet; beyond the miter limit the corner is bevelled.
    case miter
    /// A circle around the corner.
    case round
    /// The corner cut off.
    case bevel
  }

  /// The width of the line, in points; a line that is not wider than 0 is not drawn.
  public var width: Double
  /// The form of the ends.
  public var cap: Cap
  /// The form of the corners.
  public var join: Join
  /// The greatest length of a miter, in line widths, from the inner to the outer corner; at least 1.
  public var miterLimit: Double
  /// Lengths of line and gap in turn, in points; empty for a solid line.
  ///
  /// A list with a negative length, or of zeros alone, gives a solid line.
  public var dash: [Double]
  /// How far into the dashes the line begins, in points.
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

  /// Returns a style with round ends and corners, which tiny segments need to look like one line.
  public static func round(width: Double) -> StrokeStyle { StrokeStyle(width: width, cap: .round, join: .round) }
}
