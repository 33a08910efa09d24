import ArgumentParser
import Reel

/// The mapping of a session's time to the film's.
struct TraceTimeOptions: ParsableArguments {
  @Option(FilmSettings.fps, help: "Frames a second.", default: "30") var fps: String?
  @Option(TraceFilm.speed, default: "1") var speed: String?
  @Option(TraceFilm.maxPause) var maxPause: String?
  @Option(TraceFilm.hold) var hold: String?
  @Option(TraceFilm.seconds) var seconds: String?

  @Flag(help: "Record in real time instead of as fast as possible; late frames are skipped and counted.")
  var realtime = false

  var pace: Pace { realtime ? .realTime : .virtual }

  mutating func validate() throws {
    if speed != nil, seconds != nil {
      throw ValidationError("--speed and --seconds both set the speed: give only one")
    }
  }

  /// The frame rate; 30 by default.
  func frameRate() throws -> FrameRate { try fps.map(FrameRate.init(parsing:)) ?? 30 }

  /// Sets the speed, pauses and length of a session's replay.
  ///
  /// - Parameter file: the name of the session's file. A film longer than a day is its error, unless `--speed` is the cause.
  func apply(to film: inout TraceFilm, in file: String?) throws {
    try film.set([
      TraceFilm.speed: speed, TraceFilm.maxPause: maxPause, TraceFilm.hold: hold, TraceFilm.seconds: seconds,
    ])
    let duration = try film.timing.duration
    guard duration <= FilmSettings.lengths.upperBound else {
      if let file, film.replay.speed >= 1 {
        throw FormatError(
          file: file,
          reason: """
            its film would last \(fixed(duration, 0)) s, more than a day: cut pauses with --max-pause, \
            or give --speed or --seconds
            """)
      }
      throw InvalidValue(
        "length", "\(fixed(duration, 0)) s",
        expected: "at most a day: cut pauses with --max-pause, or give --speed or --seconds")
    }
  }
}
