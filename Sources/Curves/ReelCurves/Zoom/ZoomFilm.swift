import ReelScenes
import ReelCanvas
import ReelGeometry

/// A film that zooms endlessly into the curve of a Koch snowflake.
public struct ZoomFilm: Hashable, Sendable {
  /// The legal factors.
  public static let factorRange = 1.0...1000.0

  /// The target, as a fraction of the way around the flake.
  public var center: Fraction
  /// The factor by which the magnification grows each second, 1 to 1000.
  ///
  /// With 3, each second repeats the previous one if the digits of the centre repeat.
  public var factor: Double
  /// The colours and lines.
  public var theme = SnowflakeTheme.night
  /// A plain background instead of the theme's.
  public var background: Color?
  /// Whether a caption shows the magnification; themes without a caption colour have none.
  public var showsCaption = true
  /// The font family of the caption.
  public var textFont = Font.standardFamily

  var look: FlakeStyle {
    FlakeStyle(theme: theme, background: background, showsCaption: showsCaption, textFont: textFont)
  }

  /// Creates a zoom to a point of the curve.
  public init(center: Fraction = KochZoom.defaultCenter, factor: Double = 2) {
    self.center = center
    self.factor = factor
  }

  /// Whether a frame may equal the previous one.
  public var mayHoldStill: Bool { factor == 1 }

  /// Whether the background is transparent.
  public var isTransparent: Bool { background?.alpha == 0 }

  /// Checks every number.
  ///
  /// - Throws: `InvalidValue` for a factor out of range.
  public func validate() throws(InvalidValue) {
    guard Self.factorRange.contains(factor) else {
      throw InvalidValue("zoom factor", factor, expected: "from 1 to 1000")
    }
  }
}
