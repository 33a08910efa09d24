import ArgumentParser
import Reel

/// The length and the frame rate of a film; its pictures depend on both.
struct LengthOptions: ParsableArguments {
  @Option(FilmSettings.fps) var fps: String?
  @Option(FilmSettings.seconds, default: "30") var seconds: String?
  @Option(FilmSettings.frames) var frames: String?

  mutating func validate() throws {
    if seconds != nil, frames != nil {
      throw ValidationError("--seconds and --frames both set the length: give only one")
    }
  }

  /// Whether any option was given.
  var isGiven: Bool { fps != nil || seconds != nil || frames != nil }

  /// Returns the settings of a film; it lasts 30 seconds by default.
  func settings(size: PixelSize) throws -> FilmSettings {
    var film = FilmSettings()
    film.size = size
    try film.set([FilmSettings.fps: fps, FilmSettings.seconds: seconds, FilmSettings.frames: frames])
    // Seconds are stored as frames, so that changing the rate does not change the length.
    film.length = .frames(film.frameCount ?? film.frameRate.frameCount(seconds: 30))
    return film
  }
}

/// How a film is made.
struct FilmOptions: ParsableArguments {
  @OptionGroup var length: LengthOptions

  @Flag(help: "Record in real time instead of as fast as possible; late frames are skipped and counted.")
  var realtime = false

  var pace: Pace { realtime ? .realTime : .virtual }
}
