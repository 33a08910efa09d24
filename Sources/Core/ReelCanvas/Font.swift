/// A typeface and a size.
///
/// The family is looked up with fontconfig. `sans`, `serif` and `monospace` name fonts that the machine
/// chooses; a family that is not installed is replaced by the nearest one. `file` is the font file in use.
public struct Font: Hashable, Sendable {
  /// The weight, with CSS's numbers as raw values.
  public enum Weight: Int, Hashable, Sendable, CaseIterable {
    /// 200.
    case ultraLight = 200
    /// 300.
    case light = 300
    /// 400, for running text.
    case regular = 400
    /// 500.
    case medium = 500
    /// 600.
    case semibold = 600
    /// 700.
    case bold = 700
    /// 900.
    case black = 900
  }

  /// The family's name, or several separated by commas, of which the first installed one is used.
  public var family: String
  /// The size of the em square, in points; text is empty if it is 0 or less.
  public var size: Double
  /// The thickness.
  public var weight: Weight
  /// Whether the letters are slanted.
  public var italic: Bool
  /// The space added between letters, as a fraction of the size; large titles look better with slightly less than 0.
  public var tracking = 0.0

  /// `DejaVu Sans`, the default family of text: it is free, and `make` installs it.
  public static let standardFamily = "DejaVu Sans"

  /// The standard family at 16 points.
  public static let standard = Font(size: 16)

  /// Creates a font.
  public init(_ family: String = Font.standardFamily, size: Double, weight: Weight = .regular, italic: Bool = false) {
    self.family = family
    self.size = size
    self.weight = weight
    self.italic = italic
  }
}
