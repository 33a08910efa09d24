import ReelCanvas

/// The colours and lines of a snowflake film.
///
/// Lengths are in points of a frame 720 points high.
public struct SnowflakeTheme: Hashable, Codable, Sendable {
  /// The themes that come with the library.
  public enum Name: String, CaseIterable, Hashable, Sendable {
    /// A light flake in a dark sky.
    case night
    /// Ink on paper.
    case paper
    /// A thin black line on white.
    case classic

    /// The theme of this name.
    public var theme: SnowflakeTheme {
      switch self {
      case .night: .night
      case .paper: .paper
      case .classic: .classic
      }
    }
  }

  /// A line around the flake.
  public struct Line: Hashable, Codable, Sendable {
    /// Its colour.
    public var color: Color
    /// Its width, in points.
    public var width: Double

    /// Creates a line.
    public init(_ color: Color, width: Double) {
      self.color = color
      self.width = width
    }
  }

  /// The colour of the sky around the flake's centre.
  public var backgroundCenter: Color
  /// The colour of the sky in the corners.
  public var backgroundEdge: Color
  /// The number of small stars in the background.
  public var starCount: Int
  /// The colours of the flake from top to bottom, or none for an empty outline.
  public var fill: [Color]
  /// The glow around the flake, with its width and its colour next to the outline; nil for none.
  public var glow: Line?
  /// The line around the flake.
  public var outline: Line
  /// The colour of the caption, or nil for none.
  public var caption: Color?
  /// The colour of the turtle that draws.
  public var turtle: Color

  /// A light flake in a dark sky.
  public static let night = SnowflakeTheme(
    backgroundCenter: Color(red: 0.17, green: 0.26, blue: 0.46),
    backgroundEdge: Color(red: 0.035, green: 0.06, blue: 0.14),
    starCount: 110,
    fill: [
      Color(red: 1, green: 1, blue: 1), Color(red: 0.80, green: 0.90, blue: 0.99),
      Color(red: 0.60, green: 0.77, blue: 0.95),
    ],
    glow: Line(Color(red: 0.55, green: 0.77, blue: 1, alpha: 0.34), width: 18),
    outline: Line(Color(red: 0.90, green: 0.96, blue: 1), width: 1.6),
    caption: Color(red: 0.78, green: 0.86, blue: 0.97),
    turtle: Color(red: 1, green: 0.76, blue: 0.30))

  /// Ink on paper.
  public static let paper = SnowflakeTheme(
    backgroundCenter: Color(red: 0.988, green: 0.973, blue: 0.937),
    backgroundEdge: Color(red: 0.925, green: 0.894, blue: 0.824),
    starCount: 0,
    fill: [Color(red: 0.86, green: 0.90, blue: 0.92), Color(red: 0.72, green: 0.80, blue: 0.85)],
    glow: nil,
    outline: Line(Color(red: 0.13, green: 0.20, blue: 0.29), width: 2),
    caption: Color(red: 0.30, green: 0.27, blue: 0.22),
    turtle: Color(red: 0.80, green: 0.25, blue: 0.17))

  /// A thin black line on white.
  public static let classic = SnowflakeTheme(
    backgroundCenter: .white, backgroundEdge: .white, starCount: 0, fill: [],
    glow: nil, outline: Line(.black, width: 1), caption: nil, turtle: Color(red: 0.85, green: 0.1, blue: 0.1))
}
