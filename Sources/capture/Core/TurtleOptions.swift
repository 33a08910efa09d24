import ArgumentParser
import Reel

/// How a program is run and drawn.
struct TurtleOptions: ParsableArguments {
  @Option(TurtleFilm.seedOption) var seed: String?
  @Option(TurtleFilm.growthOption) var growth: String?
  @Flag(TurtleFilm.hideTurtle) var hideTurtle: Bool
}

/// What the picture of a program looks like.
struct TurtlePictureOptions: ParsableArguments {
  @OptionGroup var frame: SizeOptions
  @Option(TurtleFilm.themeOption) var theme: String?
  @Option(TurtleFilm.backgroundOption) var background: String?
}
