import ReelCanvas
import ReelDescriptions
import ReelGeometry
import ReelScenes

extension TurtleFilm: DescribedScene {
  /// The kind `turtle`.
  public static let kind = "turtle"

  /// The program, its seed, and the look.
  public static let options = [
    programOption, seedOption, seconds, growthOption, hideTurtle, themeOption, backgroundOption,
  ]

  /// The program is required.
  public static let requiredOptions: Set<String> = ["program"]

  /// Creates the film of an empty program.
  public init() { self.init("") }

  /// The text of the program.
  public static let programOption = DescriptionOption<Self>(
    "program", "text", help: "The text of the Logo program.", read: { $0.program = $1 }, write: { $0.program })

  /// The random seed.
  public static let seedOption = DescriptionOption<Self>(
    "seed", "number", help: "The seed of random and pick; the same seed gives the same film.",
    read: { film, text in
      guard let seed = UInt64(text) else { throw InvalidValue("seed", text, expected: "a whole number, 0 or more") }
      film.seed = seed
    }, write: { "\($0.seed)" })

  /// The duration.
  public static let seconds = DescriptionOption<Self>(
    "seconds", "seconds", help: "The duration of the drawing and the hold.",
    read: { film, text in film.duration = try OptionText.seconds("length", text, 0.001...86_400) },
    write: { $0.duration.map { "\($0)" } })

  /// The fraction of the time in which the turtle draws.
  public static let growthOption = DescriptionOption<Self>(
    "growth", "part",
    help: "The part of the film in which the turtle draws, 0 to 1; then the finished picture is held.",
    read: { film, text in film.growth = try OptionText.number("growth", text, 0...1) }, write: { "\($0.growth)" })

  /// Whether the turtle is hidden.
  public static let hideTurtle = DescriptionOption<Self>(
    switch: "hide-turtle", help: "Hide the turtle.", \.showsTurtle, isOn: false)

  /// The look.
  public static let themeOption = FlakeLook<Self>.theme(\.theme)

  /// A plain background.
  public static let backgroundOption = FlakeLook<Self>.background(\.background)
}
