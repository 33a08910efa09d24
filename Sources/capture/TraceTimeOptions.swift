import ArgumentParser
import Reel

/// How the time of a session becomes the time of a film.
struct TraceTimeOptions: ParsableArguments {
  @Option(
    parsing: .unconditional, help: ArgumentHelp("Frames a second. (default: 30)", valueName: "rate"),
    transform: FrameRate.init(parsing:))
  var fps: FrameRate = 30

  @Option(
    parsing: .unconditional, help: ArgumentHelp("How much faster than the finger. (default: 1)", valueName: "factor"),
    transform: number("speed", 0.01...100))
  var speed: Double?

  @Option(
    parsing: .unconditional, help: ArgumentHelp("Cut longer pauses to this.", valueName: "seconds"),
    transform: duration("longest pause", 0...LengthOptions.longest))
  var maxPause: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How long the finished picture stays. (default: 1.5)", valueName: "seconds"),
    transform: duration("hold", 0...3600))
  var hold = 1.5

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Fit the whole film into a length, instead of --speed.", valueName: "seconds"),
    transform: duration("length", 0.01...LengthOptions.longest))
  var seconds: Double?

  @Flag(help: "Record as time goes, not as fast as the machine can; late frames are counted.")
  var realtime = false

  mutating func validate() throws {
    if speed != nil, seconds != nil {
      throw ValidationError("--speed and --seconds both set how fast the film is: give one of them")
    }
  }

  /// Plans the film of a session.
  func timing(of session: TraceSession) throws -> ReplayTiming {
    let timing = try ReplayTiming(
      events: session.events, speed: speed ?? 1, maxPause: maxPause, hold: hold, length: seconds)
    guard timing.duration <= LengthOptions.longest else {
      throw InvalidValue(
        "length", "\(fixed(timing.duration, 0)) s",
        expected: "at most a day: cut pauses with --max-pause, or give --speed or --seconds")
    }
    return timing
  }
}

/// Returns what reads a number in a range.
func number(_ name: String, _ range: ClosedRange<Double>) -> @Sendable (String) throws -> Double {
  { text in try check(Double(text), text, name, range) }
}

/// Returns what reads a length of time in a range.
func duration(_ name: String, _ range: ClosedRange<Double>) -> @Sendable (String) throws -> Double {
  { text in try check(Seconds.parse(text), text, name, range, forms: ", \(Seconds.forms)") }
}

private func check(
  _ value: Double?, _ text: String, _ name: String, _ range: ClosedRange<Double>, forms: String = ""
) throws -> Double {
  guard let value, range.contains(value) else {
    throw InvalidValue(
      name, text, expected: "from \(plain(range.lowerBound)) to \(plain(range.upperBound))" + forms)
  }
  return value
}

/// Writes a number without decimals that say nothing.
private func plain(_ number: Double) -> String {
  number == number.rounded() ? "\(Int(number))" : "\(number)"
}
