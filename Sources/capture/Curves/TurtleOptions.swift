import ArgumentParser
import Reel
import ReelCurves

/// Options for running and drawing a program.
struct TurtleOptions: ParsableArguments {
  @Option(TurtleFilm.seedOption) var seed: String?
  @Option(TurtleFilm.growthOption) var growth: String?
  @Flag(TurtleFilm.hideTurtle) var hideTurtle: Bool
}

/// The look of a program's picture.
struct TurtlePictureOptions: ParsableArguments {
  @OptionGroup var frame: SizeOptions
  @Option(TurtleFilm.themeOption) var theme: String?
  @Option(TurtleFilm.backgroundOption) var background: String?
}
