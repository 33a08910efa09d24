import ArgumentParser
import Reel

/// How long a film is and how finely it is divided: what a picture of it depends on.
struct LengthOptions: ParsableArguments {
  /// The longest film, in seconds: a day.
  static let longest = 86_400.0

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Frames a second: 10, 12.5, 30000/1001; 29.97 means 30000/1001. (default: 10)", valueName: "rate"),
    transform: FrameRate.init(parsing:))
  var fps: FrameRate = 10

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The length of the film: 90, 1m30s, 1:30. (default: 30)", valueName: "seconds"),
    transform: { text in
      guard let seconds = Seconds.parse(text), seconds > 0, seconds <= LengthOptions.longest else {
        throw InvalidValue(
          "length", text, expected: "more than 0 and at most 86400 seconds (a day), \(Seconds.forms)")
      }
      return seconds
    })
  var seconds: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The length of the film in frames, instead of --seconds.", valueName: "count"),
    transform: { text in
      guard let count = Int(text), (1...86_400_000).contains(count) else {
        throw InvalidValue("number of frames", text, expected: "from 1 to 86400000")
      }
      return count
    })
  var frames: Int?

  mutating func validate() throws {
    if seconds != nil, frames != nil {
      throw ValidationError("--seconds and --frames both set the length: give one of them")
    }
    guard duration <= Self.longest else {
      throw InvalidValue("number of frames", frameCount, expected: "at most a day at \(fps) frames a second")
    }
  }

  /// The length in frames.
  var frameCount: Int { frames ?? fps.frameCount(seconds: seconds ?? 30) }

  /// The length in seconds, as the frames make it.
  var duration: Double { fps.seconds(ofFrame: frameCount) }
}

/// How a film is made.
struct FilmOptions: ParsableArguments {
  @OptionGroup var length: LengthOptions

  @Flag(help: "Record as time goes, not as fast as the machine can; late frames are counted.")
  var realtime = false

  var fps: FrameRate { length.fps }
  var frameCount: Int { length.frameCount }
  var duration: Double { length.duration }
}
