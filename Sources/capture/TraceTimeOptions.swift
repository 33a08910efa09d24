import ArgumentParser
import Reel

/// How the time of a session becomes the time of a film.
struct TraceTimeOptions: ParsableArguments {
  @Option(FilmSettings.fps, help: "Frames a second.", default: "30") var fps: String?
  @Option(TraceFilm.speed, default: "1") var speed: String?
  @Option(TraceFilm.maxPause) var maxPause: String?
  @Option(TraceFilm.hold) var hold: String?
  @Option(TraceFilm.seconds) var seconds: String?

  @Flag(help: "Record as time goes, not as fast as the machine can; late frames are counted.")
  var realtime = false

  var pace: Pace { realtime ? .realTime : .virtual }

  mutating func validate() throws {
    if speed != nil, seconds != nil {
      throw ValidationError("--speed and --seconds both set how fast the film is: give one of them")
    }
  }

  /// The frames a second.
  func frameRate() throws -> FrameRate { try fps.map(FrameRate.init(parsing:)) ?? 30 }

  /// Sets how a session is replayed.
  ///
  /// - Parameter file: what to call the file of the session, whose fault a film of more than a day is unless `--speed` makes it so.
  func apply(to film: inout TraceFilm, in file: String?) throws {
    try film.set([
      TraceFilm.speed: speed, TraceFilm.maxPause: maxPause, TraceFilm.hold: hold, TraceFilm.seconds: seconds,
    ])
    let duration = try film.timing.duration
    guard duration <= FilmSettings.lengths.upperBound else {
      if let file, film.replay.speed >= 1 {
        throw InkError(
          file: file,
          reason: """
            its film would take \(fixed(duration, 0)) s, and may take at most a day: cut pauses with --max-pause, \
            or give --speed or --seconds
            """)
      }
      throw InvalidValue(
        "length", "\(fixed(duration, 0)) s",
        expected: "at most a day: cut pauses with --max-pause, or give --speed or --seconds")
    }
  }
}
