import ReelCanvas
import ReelDescriptions
import ReelGeometry
import ReelScenes

/// A film in which the turtle of a Logo program draws its picture at constant speed.
///
///     let film = try TurtleFilm("repeat 36 [repeat 4 [fd 100 rt 90] rt 10]")
public struct TurtleFilm: Hashable, Sendable {
  /// The text of the program.
  public var program: String
  /// The seed of the program's `random` and `pick`.
  public var seed: UInt64 = 0
  /// The duration of the drawing and the hold, in seconds; nil to fill the scene's duration.
  public var duration: Double?
  /// The fraction of the time in which the turtle draws, 0…1; then the finished picture holds.
  public var growth = 0.9
  /// The colours of the background, the turtle, and a pen whose colour the program does not set.
  public var theme = SnowflakeTheme.night
  /// A plain background instead of the theme's.
  public var background: Color?
  /// Whether the turtle is visible while it draws.
  public var showsTurtle = true

  /// Creates the film of a program, which is parsed and run when its scene is set up.
  public init(_ program: String) { self.program = program }

  /// Parses and runs the program.
  ///
  /// - Throws: `LogoError` for an error in the program or an unknown colour, `InvalidValue` for numbers out of range.
  public func validate() throws {
    if let duration, !(duration > 0 && duration.isFinite) {
      throw InvalidValue("duration", duration, expected: "more than 0 seconds")
    }
    guard (0...1).contains(growth) else { throw InvalidValue("growth", growth, expected: "from 0 to 1") }
    _ = try drawing()
  }

  /// The program's drawing, with colours adapted to the background.
  func drawing() throws -> (picture: LogoPicture, colors: [LogoPicture.Ink: Color]) {
    let program = try LogoProgram(program)
    let picture = try program.run(seed: seed)
    guard !picture.strokes.isEmpty else {
      throw DescriptionError("the program draws nothing: forward draws while the pen is down")
    }
    let shown = theme.on(background)
    var colors: [LogoPicture.Ink: Color] = [:]
    for ink in Set(picture.strokes.map(\.ink)) {
      let wanted: Color
      switch ink {
      case .standard:
        colors[ink] = shown.outline.color
        continue
      case .palette(let number): wanted = Self.palette[number % Self.palette.count]
      case .rgb(let red, let green, let blue): wanted = Color(red: red, green: green, blue: blue)
      case .name(let name):
        guard let color = Color(name) else {
          let nearest = Spelling.nearest(to: name, among: Color.names).map { "did you mean \($0)?" }
          throw program.unknownColor(
            name, in: picture, expected: nearest ?? "use a CSS name such as teal, or a number from 0 to 15")
        }
        wanted = color
      }
      colors[ink] = shown.seen(wanted)
    }
    return (picture, colors)
  }

  /// The first sixteen colours of UCBLogo.
  private static let palette = [
    Color.black, Color(red: 0, green: 0, blue: 1), Color(red: 0, green: 1, blue: 0), Color(red: 0, green: 1, blue: 1),
    Color(red: 1, green: 0, blue: 0), Color(red: 1, green: 0, blue: 1), Color(red: 1, green: 1, blue: 0), .white,
    Color(red: 0.61, green: 0.38, blue: 0.23), Color(red: 0.77, green: 0.53, blue: 0.07),
    Color(red: 0.39, green: 0.64, blue: 0.25), Color(red: 0.47, green: 0.73, blue: 0.73),
    Color(red: 1, green: 0.58, blue: 0.47), Color(red: 0.56, green: 0.44, blue: 0.82),
    Color(red: 1, green: 0.64, blue: 0), Color(red: 0.72, green: 0.72, blue: 0.72),
  ]
}
