import ReelCanvas
import ReelDescriptions
import ReelGeometry
import ReelScenes

/// A film in which the curve of an L-system grows level by level.
///
///     var film = CurveFilm(.dragon)
///     film.style = .draw
///
/// The curve is named, or given by an axiom, rules and an angle; if both are given, the latter override the named curve's. Each level has
/// an equal share of the time and is scaled to its exact bounds.
public struct CurveFilm: Hashable, Sendable {
  /// The named curve that supplies everything the film does not define; nil with an axiom and rules, or for the dragon.
  public var name: LSystem.Named?
  /// The text of level 0.
  public var axiom: String?
  /// The replacement of each letter.
  public var rules: [Character: String]?
  /// The turn of `+` and `-`, in degrees.
  public var angle: Double?
  /// The turtle's first heading, in degrees anticlockwise from the x axis.
  public var heading: Double?
  /// The letters that draw a line.
  public var pen: String?
  /// The levels in order; nil for all levels from the first that draws anything to the last whose lines are clearly visible.
  public var levels: ClosedRange<Int>?
  /// The duration of the growth, in seconds; nil to fill the scene's duration.
  public var duration: Double?
  /// The style in which a level appears.
  ///
  /// In the style `grow`, each piece of a level rises out of the piece of the previous level that the rules replace by it: a bump out of
  /// a line, a twig out of a bud.
  public var style = SnowflakeFilm.Style.grow
  /// The fraction of a level's share in which it grows, 0…1; nil for the style's default (0.6, or 0.85 for `draw`).
  public var growth: Double?
  /// The colours along the line; nil for the theme's.
  public var ink: [Color]?
  /// The colours of background, caption and turtle, and the fill of a closed curve.
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

  /// Creates the film of a named curve.
  public init(_ name: LSystem.Named) { self.init(name: name) }

  init(name: LSystem.Named?) { self.name = name }

  /// The curve.
  ///
  /// - Throws: `DescriptionError` if neither a name nor an axiom, rules and an angle are given, `InvalidValue` for an invalid curve.
  public func system() throws -> LSystem {
    if name == nil, axiom != nil || rules != nil {
      guard let axiom, let rules, let angle else {
        throw DescriptionError(
          "a curve of your own needs an axiom, rules and an angle: give all three, or the name of a curve")
      }
      return try LSystem(axiom: axiom, rules: rules, angle: angle, pen: pen ?? "FG", heading: heading ?? 0)
    }
    let named = (name ?? .dragon).system
    return try LSystem(
      axiom: axiom ?? named.axiom, rules: rules ?? named.rules, angle: angle ?? named.angle, pen: pen ?? named.pen,
      heading: heading ?? named.heading)
  }

  /// Whether a frame may equal the previous one, which is not the case if every level grows for its whole share.
  public var mayHoldStill: Bool { style != .grow || growthPart < 1 || levels?.count == 1 }

  /// Whether the background is transparent.
  public var isTransparent: Bool { background?.alpha == 0 }

  var growthPart: Double { growth ?? (style == .draw ? 0.85 : 0.6) }

  /// Checks every number, and that the curve draws something.
  ///
  /// - Throws: `InvalidValue` and `DescriptionError`, as `system()` does.
  public func validate() throws { _ = try shownLevels(of: LSystemCurve(system())) }

  /// Returns the levels of a curve to show.
  func shownLevels(of curve: LSystemCurve) throws -> ClosedRange<Int> {
    if let duration, !(duration > 0 && duration.isFinite) {
      throw InvalidValue("duration", duration, expected: "more than 0 seconds")
    }
    guard (0...1).contains(growthPart) else { throw InvalidValue("growth", growthPart, expected: "from 0 to 1") }
    let legal = LSystem.levels
    if let levels, !legal.contains(levels.lowerBound) || !legal.contains(levels.upperBound) {
      throw InvalidValue("levels", LevelRange.text(levels), expected: "from \(legal.lowerBound) to \(legal.upperBound)")
    }
    guard let first = curve.firstLevel, let last = try curve.finestLevel() else {
      throw DescriptionError(
        "the curve draws nothing at any level: neither the axiom nor the rules contain a letter that draws (\(curve.system.pen))"
      )
    }
    return levels ?? first...last
  }
}
