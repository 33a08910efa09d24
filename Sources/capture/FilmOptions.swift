import ArgumentParser
import Reel

/// How long a film is and how finely it is divided: what a picture of it depends on.
struct LengthOptions: ParsableArguments {
  @Option(FilmSettings.fps) var fps: String?
  @Option(FilmSettings.seconds, default: "30") var seconds: String?
  @Option(FilmSettings.frames) var frames: String?

  mutating func validate() throws {
    if seconds != nil, frames != nil {
      throw ValidationError("--seconds and --frames both set the length: give one of them")
    }
  }

  /// Whether anything was asked for.
  var isGiven: Bool { fps != nil || seconds != nil || frames != nil }

  /// Returns the settings of a film of these frames; it lasts 30 seconds where nothing else is said.
  func settings(size: PixelSize) throws -> FilmSettings {
    var film = FilmSettings()
    film.size = size
    try film.set([FilmSettings.fps: fps, FilmSettings.seconds: seconds, FilmSettings.frames: frames])
    // Seconds are written as the frames that they come to, so that a rate does not change the length.
    film.length = .frames(film.frameCount ?? film.frameRate.frameCount(seconds: 30))
    return film
  }
}

/// How a film is made.
struct FilmOptions: ParsableArguments {
  @OptionGroup var length: LengthOptions

  @Flag(help: "Record as time goes, not as fast as the machine can; late frames are counted.")
  var realtime = false

  var pace: Pace { realtime ? .realTime : .virtual }
}
