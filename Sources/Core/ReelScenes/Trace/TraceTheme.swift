import ReelCanvas

/// The colours of a film of a tracing session.
public struct TraceTheme: Hashable, Codable, Sendable {
  /// The themes that come with the library.
  public enum Name: String, CaseIterable, Hashable, Sendable {
    /// The original colours: black, red and green on white.
    case classic
    /// Chalk on a blackboard.
    case night
    /// A pencil on paper.
    case paper

    /// The theme of this name.
    public var theme: TraceTheme {
      switch self {
      case .classic: .classic
      case .night: .night
      case .paper: .paper
      }
    }
  }

  /// The sheet.
  public var background: Color
  /// The surround of the sheet, if the film has another shape than the session.
  public var surround: Color
  /// The corridor, drawn at half opacity.
  public var guide: Color
  /// The line in the middle of the corridor.
  public var path: Color
  /// The stars on key points.
  public var keyPoint: Color
  /// Lines in bounds, and unjudged ink.
  public var inside: Color
  /// Lines out of bounds.
  public var outside: Color
  /// Lines in bounds once everything has been traced.
  public var complete: Color
  /// The fingertip.
  public var fingertip: Color
  /// Captions, and the ring that shows progress.
  public var text: Color

  /// The original colours: black, red and green on white.
  public static let classic = TraceTheme(
    background: .white, surround: Color(white: 0.92), guide: Color(white: 0.62), path: Color(white: 0.62),
    keyPoint: Color(red: 0.98, green: 0.76, blue: 0.13), inside: .black,
    outside: Color(red: 0.83, green: 0.226, blue: 0.149),
    complete: Color(red: 0.05, green: 0.60, blue: 0.20), fingertip: Color(red: 0.16, green: 0.45, blue: 0.90),
    text: Color(white: 0.35))

  /// Chalk on a blackboard.
  public static let night = TraceTheme(
    background: Color(red: 0.07, green: 0.10, blue: 0.17), surround: Color(red: 0.04, green: 0.06, blue: 0.10),
    guide: Color(red: 0.35, green: 0.45, blue: 0.64), path: Color(red: 0.45, green: 0.55, blue: 0.72),
    keyPoint: Color(red: 1, green: 0.80, blue: 0.25), inside: Color(red: 0.94, green: 0.96, blue: 1),
    outside: Color(red: 1, green: 0.38, blue: 0.36), complete: Color(red: 0.36, green: 0.88, blue: 0.54),
    fingertip: Color(red: 0.45, green: 0.72, blue: 1), text: Color(red: 0.70, green: 0.78, blue: 0.90))

  /// A pencil on paper.
  public static let paper = TraceTheme(
    background: Color(red: 0.988, green: 0.973, blue: 0.937), surround: Color(red: 0.925, green: 0.894, blue: 0.824),
    guide: Color(red: 0.72, green: 0.78, blue: 0.80), path: Color(red: 0.55, green: 0.60, blue: 0.62),
    keyPoint: Color(red: 0.93, green: 0.62, blue: 0.15), inside: Color(red: 0.06, green: 0.09, blue: 0.14),
    outside: Color(red: 0.81, green: 0.314, blue: 0.15), complete: Color(red: 0.18, green: 0.52, blue: 0.30),
    fingertip: Color(red: 0.80, green: 0.45, blue: 0.30), text: Color(red: 0.40, green: 0.36, blue: 0.30))
}
