import Reel

/// What a recording came to, for people and for programs.
struct Summary: Encodable {
  var file: String
  var frames: Int
  var fps: String
  var duration: Double
  var width: Int
  var height: Int
  var bytes: Int
  var encoder: String?
  var captured: Int
  var unchanged: Int
  var missed: Int
  var dropped: Int
  var wallSeconds: Double
  var interrupted: Bool
  /// Where the time went, if that was asked for.
  var stages: [Stage]?

  /// A stage of the work: how often it was done, and how long that took.
  struct Stage: Encodable {
    var name: String
    var count: Int
    var seconds: Double

    init(_ stage: TimedStage) {
      name = stage.name
      count = stage.count
      seconds = stage.duration / .seconds(1)
    }
  }

  init(_ recording: Recording, path: String, wallTime: Duration, interrupted: Bool, timer: PerformanceTimer?) {
    file = path
    frames = recording.frameCount
    fps = recording.frameRate.description
    duration = recording.duration
    width = recording.size.width
    height = recording.size.height
    bytes = recording.output.byteCount
    encoder = recording.output.encoder
    captured = recording.statistics.captured
    unchanged = recording.statistics.unchanged
    missed = recording.statistics.missed
    dropped = recording.statistics.dropped
    wallSeconds = wallTime / .seconds(1)
    self.interrupted = interrupted
    stages = timer?.stages.map(Stage.init)
  }

  /// One line: file, frames, duration, size, bytes, time taken, and whatever went missing.
  var line: String {
    var parts = [
      "\(file): \(counted(frames, "frame"))", "\(fixed(duration, 2)) s", "\(width)x\(height)", byteText,
      "took \(fixed(wallSeconds, 2)) s",
    ]
    if missed > 0 { parts.append(counted(missed, "missed tick")) }
    if dropped > 0 { parts.append(counted(dropped, "dropped frame")) }
    if interrupted { parts.append("interrupted: this is the film so far") }
    return parts.joined(separator: ", ")
  }

  /// A line for each stage: how long it took, how often it was done, and its name, further in where it is part of another.
  ///
  /// Stages overlap on several threads, so that together they may take longer than the film.
  var stageLines: [String] {
    (stages ?? []).map { stage in
      let time = fixed(stage.seconds * 1000, 1)
      let path = stage.name.split(separator: "/")
      let indent = String(repeating: "  ", count: path.count)
      return String(repeating: " ", count: max(0, 10 - time.count)) + "\(time) ms\(indent)\(path.last ?? "")"
        + (stage.count > 1 ? " (\(stage.count) times)" : "")
    }
  }

  private var byteText: String { Self.text(bytes: bytes) }

  /// Writes a number of bytes with the unit that makes it short.
  static func text(bytes: Int) -> String {
    switch bytes {
    case ..<1000: counted(bytes, "byte")
    case ..<1_000_000: "\(fixed(Double(bytes) / 1000, 1)) kB"
    case ..<1_000_000_000: "\(fixed(Double(bytes) / 1e6, 1)) MB"
    default: "\(fixed(Double(bytes) / 1e9, 2)) GB"
    }
  }
}

func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

/// Writes a number with so many decimals, without the formatting half of Foundation.
func fixed(_ number: Double, _ decimals: Int) -> String {
  var factor = 1
  for _ in 0..<decimals { factor *= 10 }
  let scaled = Int((number.magnitude * Double(factor)).rounded())
  let rest = String(scaled % factor)
  let sign = number < 0 && scaled > 0 ? "-" : ""
  guard decimals > 0 else { return "\(sign)\(scaled)" }
  return "\(sign)\(scaled / factor).\(String(repeating: "0", count: decimals - rest.count))\(rest)"
}
