import ReelCanvas
import ReelGeometry
import ReelTurtle

/// A film in which a Koch snowflake grows level by level.
///
/// Each level has an equal share of the time, in which it first grows out of the previous level and then holds.
public struct SnowflakeFilm: Hashable, Sendable {
  /// The style in which a level appears.
  public enum Style: String, CaseIterable, Hashable, Codable, Sendable {
    /// The bumps of the new level rise out of the old one.
    case grow
    /// The new level appears at once.
    case step
    /// A turtle walks the curve of the new level and draws it.
    case draw
  }

  /// The levels in order.
  public var levels: ClosedRange<Int>
  /// The duration of the growth, in seconds; nil to fill the scene's duration.
  public var duration: Double?
  /// The style in which a level appears.
  public var style = Style.grow
  /// The fraction of a level's share in which it grows, 0…1; nil for the style's default (0.25, or 0.85 for `draw`).
  public var growth: Double?
  /// The colours and lines.
  public var theme = SnowflakeTheme.night
  /// A plain background instead of the theme's.
  public var background: Color?
  /// Whether a caption shows the level and the number of segments; themes without a caption colour have none.
  public var showsCaption = true
  /// The font family of the caption.
  public var textFont = Font.standardFamily

  var look: FlakeStyle {
    FlakeStyle(theme: theme, background: background, showsCaption: showsCaption, textFont: textFont)
  }

  /// Creates a film that grows through levels.
  ///
  /// - Parameters:
  ///   - levels: within `Snowflake.levels`; checked when the scene is set up.
  ///   - duration: the duration of the growth, in seconds, above 0; by default the scene's duration.
  public init(levels: ClosedRange<Int> = 0...6, duration: Double? = nil) {
    self.levels = levels
    self.duration = duration
  }

  /// The time of one level in a film.
  public struct Share: Hashable, Sendable {
    /// The level.
    public var level: Int
    /// When it begins to grow, in seconds.
    public var start: Double
    /// How long it grows, in seconds.
    public var growth: Double
    /// When the next level begins, or the film ends.
    public var end: Double
  }

  /// Returns the shares of all levels.
  ///
  /// Every level has begun, and the last one has stopped growing, by the last frame: a film ends with the finished picture, however few
  /// frames it has.
  ///
  /// - Parameters:
  ///   - given: the length of a film without a duration of its own, in seconds; by default 30.
  ///   - frameInterval: the seconds between frames.
  public func shares(given: Double? = nil, frameInterval: Double) -> [Share] {
    LevelScript(levels: levels, duration: duration ?? given ?? 30, style: style, growthPart: growthPart)
      .shares(frameInterval: frameInterval) { $0 == 0 }
  }

  /// Whether a frame may equal the previous one, which is not the case if every level grows for its whole share.
  ///
  /// Level 0 has no previous level and holds still, but in a film with other levels that is not worth giving up B-frames.
  public var mayHoldStill: Bool { style != .grow || growthPart < 1 || levels.upperBound == 0 }

  /// Whether the background is transparent.
  public var isTransparent: Bool { background?.alpha == 0 }

  private var growthPart: Double { growth ?? (style == .draw ? 0.85 : 0.25) }

  /// Checks every number.
  ///
  /// - Throws: `InvalidValue` for levels outside `Snowflake.levels`, a duration or growth out of range.
  public func validate() throws(InvalidValue) {
    let legal = Snowflake.levels
    guard legal.contains(levels.lowerBound), legal.contains(levels.upperBound) else {
      throw InvalidValue(
        "levels", "\(levels.lowerBound)...\(levels.upperBound)",
        expected: "from \(legal.lowerBound) to \(legal.upperBound)")
    }
    if let duration, !(duration > 0 && duration.isFinite) {
      throw InvalidValue("duration", duration, expected: "more than 0 seconds")
    }
    guard (0...1).contains(growthPart) else {
      throw InvalidValue("growth", growthPart, expected: "from 0 to 1")
    }
  }
}
