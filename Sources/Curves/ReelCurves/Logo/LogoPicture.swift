import ReelGeometry

/// The drawing of a Logo program's turtle, in drawing order.
///
///     let program = try LogoProgram("repeat 36 [repeat 4 [fd 100 rt 90] rt 10]")
///     let picture = try program.run()
///
/// The turtle starts at (0, 0) and faces up; y grows upwards.
public struct LogoPicture: Hashable, Sendable {
  /// The colour of a pen, as given by the program.
  public enum Ink: Hashable, Sendable {
    /// The default colour.
    case standard
    /// A number in UCBLogo's palette, 0 to 15: black, blue, green, cyan, red, magenta, yellow, white, brown, tan, forest, aqua, salmon,
    /// purple, orange, grey.
    case palette(Int)
    /// A name, in lower case.
    case name(String)
    /// Red, green and blue, each from 0 to 1.
    case rgb(Double, Double, Double)
  }

  /// A line drawn without lifting or changing the pen.
  public struct Stroke: Hashable, Sendable {
    /// The points; at least two.
    public var points: [Point]
    /// The colour.
    public var ink: Ink
    /// The width, in the turtle's points.
    public var width: Double
  }

  /// The lines in drawing order.
  public internal(set) var strokes: [Stroke] = []
  /// The offset at which the program first set each named colour.
  var named: [String: Int] = [:]
}
