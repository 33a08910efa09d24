import ReelGeometry

/// The measures of a window around a terminal, in points of 1/720 of the picture's shorter side.
public struct TerminalWindow: Hashable, Sendable {
  /// The least space between the edges of the picture and the window.
  public var margin = 40.0
  /// The space between the edges of the window and the text.
  public var padding = 18.0
  /// The radius of the corners.
  public var radius = 11.0
  /// Whether the window casts a shadow.
  public var hasShadow = true
  /// The bar at the upper edge.
  public var bar = Bar.colorful
  /// The height of the bar.
  public var barSize = 38.0
  /// Whether the window extends to the margin on all sides, without an outline, whatever its cells need.
  public var fillsMargin = false

  /// The kinds of bar at the upper edge of a window.
  public enum Bar: String, CaseIterable, Hashable, Sendable {
    /// A title and three coloured buttons, on the left or on the right.
    case colorful
    case colorfulRight = "colorful-right"
    /// A title and three rings, on the left or on the right.
    case rings
    case ringsRight = "rings-right"
    /// No bar.
    case none

    /// Whether the buttons are on the right.
    var isOnRight: Bool { self == .colorfulRight || self == .ringsRight }
    /// Whether the buttons are rings.
    var hasRings: Bool { self == .rings || self == .ringsRight }
  }

  /// The height of the bar; 0 for none.
  var barHeight: Double { bar == .none ? 0 : barSize }

  /// Creates the default window.
  public init() {}

  /// The range of each measure.
  static let measures = 0.0...720

  /// Checks that all measures are in range.
  ///
  /// - Throws: `InvalidValue` if one is out of range.
  func validate() throws {
    for (name, value) in [("margin", margin), ("padding", padding), ("radius", radius), ("bar-size", barSize)]
    where !Self.measures.contains(value) {
      throw InvalidValue(name, value, expected: "from 0 to 720")
    }
  }
}
