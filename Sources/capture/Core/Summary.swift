import Reel

/// The summary of a recording, for people and for programs.
struct Summary: TimedSummary {
  /// One of several outputs.
  struct Output: Encodable {
    var file: String
    var bytes: Int?
    var encoder: String?
    /// The size and the rate of the pictures, if they differ from the film's.
    var width: Int?
    var height: Int?
    var fps: String?
    /// The number of its frames, if it is a part of the film.
    var frames: Int?
    /// The length of a part, in seconds.
    private var duration: Double?
    /// The reductions made to stay within the size limit.
    var choice: String?
    /// The reason for its failure.
    var error: String?

    init(_ name: String, _ output: RecordedOutput?, of recording: Recording, error: String? = nil) {
      file = name
      bytes = output?.byteCount
      encoder = output?.encoder
      choice = output?.choice
      self.error = error
      if let size = output?.size, size != recording.size { (width, height) = (size.width, size.height) }
      frames = output?.frameCount
      duration = frames.map { recording.frameRate.seconds(ofFrame: $0) }
      if let rate = output?.frameRate, rate != recording.frameRate { fps = rate.description }
    }

    /// A rate as a decimal number: 22.477, 12.5.
    private static func text(of rate: FrameRate) -> String {
      var text = fixed(rate.framesPerSecond, 3)
      while text.hasSuffix("0") { text.removeLast() }
      return text.hasSuffix(".") ? String(text.dropLast()) : text
    }

    /// The output's name, and its differences from the film.
    var text: String {
      let size = width.flatMap { width in height.map { "\(width)x\($0)" } }
      let length = duration.map { "\(fixed($0, 2)) s" }
      let rate = fps.flatMap { FrameRate($0) }.map { "\(Self.text(of: $0)) fps" }
      let differences = [length, size, rate, choice].compactMap(\.self)
      if error != nil { return file + " (failed)" }
      return differences.isEmpty ? file : "\(file) (\(differences.joined(separator: ", ")))"
    }
  }

  /// The first file.
  var file: String
  /// All files, if there are several, or if one differs from the film in size or rate.
  var outputs: [Output]?
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
  /// The number of parallel jobs; nil for one.
  var jobs: Int?
  var interrupted: Bool
  /// The outputs whose formats cannot hold the film's sound; nil if all can.
  var silentOutputs: [String]?
  /// A note about the settings of `--for`; nil without that option.
  var sharing: String?
  /// The exit code of the filmed program, as a shell reports it; nil if no program was filmed.
  var exitCode: Int?
  /// The time that each stage took, if requested.
  var stages: [StageTime]?

  init(_ recording: Recording, paths: [String], wallTime: Duration, interrupted: Bool, timer: PerformanceTimer?) {
    file = paths[0]
    let parts = recording.output.parts
    let output = recording.output
    let differs =
      output.choice != nil || output.size ?? recording.size != recording.size
      || output.frameRate ?? recording.frameRate != recording.frameRate
    if paths.count > 1 {
      outputs = parts.map { Output($0.name, $0.output, of: recording, error: $0.error.map { Failure($0).message }) }
    } else if differs {
      outputs = [Output(paths[0], output, of: recording)]
    }
    frames = output.frameCount ?? recording.frameCount
    fps = recording.frameRate.description
    duration = output.frameCount.map { recording.frameRate.seconds(ofFrame: $0) } ?? recording.duration
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
    stages = timer?.stages.map(StageTime.init)
  }

  /// One line: file, frames, duration, size, bytes, time taken, and losses.
  var line: String {
    var parts = [
      "\(names): \(counted(frames, "frame"))", "\(fixed(duration, 2)) s", "\(width)x\(height)", byteText,
      "took \(fixed(wallSeconds, 2)) s" + (jobs.map { " in \(counted($0, "job"))" } ?? ""),
    ]
    if missed > 0 { parts.append(counted(missed, "missed tick")) }
    if dropped > 0 { parts.append(counted(dropped, "dropped frame")) }
    if let silentOutputs { parts.append("no sound in \(silentOutputs.joined(separator: ", "))") }
    if let sharing { parts.append(sharing) }
    if interrupted { parts.append("interrupted: this is the film so far") }
    return parts.joined(separator: ", ")
  }

  private var names: String {
    outputs?.map(\.text).joined(separator: ", ") ?? file
  }

  private var byteText: String {
    guard let outputs else { return Self.text(bytes: bytes) }
    return outputs.compactMap(\.bytes).map { Self.text(bytes: $0) }.joined(separator: " + ")
  }

  /// Formats a number of bytes with a suitable unit.
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
