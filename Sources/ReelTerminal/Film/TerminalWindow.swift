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

  /// The usual window.
  public init() {}

  /// What each measure may be.
  static let measures = 0.0...300

  /// Checks the measures.
  ///
  /// - Throws: `InvalidValue` for one out of range.
  func validate() throws {
    for (name, value) in [("margin", margin), ("padding", padding), ("radius", radius)]
    where !Self.measures.contains(value) {
      throw InvalidValue(name, value, expected: "from 0 to 300")
    }
  }
}
