import ReelGeometry

/// The measures of a window around a terminal, in points: a point is a 720th of the picture's shorter side.
public struct TerminalWindow: Hashable, Sendable {
  /// Between the edges of the picture and the window, at least.
  public var margin = 40.0
  /// Between the edges of the window and the text.
  public var padding = 18.0
  /// The radius of its corners.
  public var radius = 11.0
  /// Whether it casts a shadow.
  public var hasShadow = true
  /// The bar at its upper edge.
  public var bar = Bar.colorful
  /// The height of the bar.
  public var barSize = 38.0
  /// Whether it reaches to the margin on all sides, without an outline, however much its cells need.
  public var fillsMargin = false

  /// What a window has at its upper edge.
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

  /// The height of the bar, where there is one.
  var barHeight: Double { bar == .none ? 0 : barSize }

  /// The usual window.
  public init() {}

  /// What each measure may be.
  static let measures = 0.0...720

  /// Checks the measures.
  ///
  /// - Throws: `InvalidValue` for one out of range.
  func validate() throws {
    for (name, value) in [("margin", margin), ("padding", padding), ("radius", radius), ("bar-size", barSize)]
    where !Self.measures.contains(value) {
      throw InvalidValue(name, value, expected: "from 0 to 720")
    }
  }
}
