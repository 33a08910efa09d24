import Foundation
import Reel

/// Records for a long time and looks whether memory stays flat, times stay exact and nothing goes unreported.
///
///     reel-soak [--minutes N] [--live-minutes N] [--recordings N] [--folder PATH]
///
/// Minutes are those of film: the first film is made as fast as the machine goes, the second in real time. The recordings are
/// short ones, one after another in this process. What is not asked for is left out.
@main
enum Soak {
  static func main() async {
    do {
      let options = try Options(Array(CommandLine.arguments.dropFirst()))
      let folder = URL(fileURLWithPath: options.folder).appendingPathComponent("reel-soak-\(UUID())")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      if options.minutes > 0 {
        try await film(minutes: options.minutes, isLive: false, to: folder.appendingPathComponent("virtual.mp4"))
      }
      if options.liveMinutes > 0 {
        try await film(minutes: options.liveMinutes, isLive: true, to: folder.appendingPathComponent("live.mp4"))
      }
      if options.recordings > 0 { try await record(options.recordings, in: folder) }
    } catch {
      FileHandle.standardError.write(Data("reel-soak: \(error)\n".utf8))
      exit(1)
    }
  }

  /// Makes a film at 60 frames a second and judges it.
  private static func film(minutes: Double, isLive: Bool, to url: URL) async throws {
    let frameRate: FrameRate = 60
    let frameCount = max(2, Int((minutes * 3600).rounded()))
    print("\(isLive ? "live" : "virtual"): \(frameCount) frames at 60 frames a second")
    let recorder = try Recorder(
      source: Pendulum(), sink: MovieSink(to: url), frameRate: frameRate, pace: isLive ? .realTime : .virtual)
    var memory = MemoryRecord()
    try recorder.start(frameCount: frameCount)
    for await progress in recorder.progress { memory.note(frame: progress.time.index) }
    let recording = try await recorder.recording
    memory.note(frame: frameCount)
    try memory.judge()

    let statistics = recording.statistics
    print("  captured \(statistics.captured), missed \(statistics.missed), dropped \(statistics.dropped)")
    guard statistics.captured + statistics.missed + statistics.dropped == frameCount else {
      throw Finding("\(frameCount) ticks, of which some were neither captured nor reported: \(statistics)")
    }
    guard isLive || statistics.captured == frameCount else { throw Finding("frames were lost: \(statistics)") }
    let reader = try MovieReader(url: url)
    var next = 0
    while let frame = try reader.nextFrame() {
      guard frame.time?.frameIndex(at: frameRate) == next else {
        throw Finding("frame \(next) stands at \(frame.time.map { "\($0)" } ?? "no time")")
      }
      next += 1
    }
    guard next == frameCount else { throw Finding("\(next) frames in the file, not \(frameCount)") }
    print("  every frame from 0 to \(frameCount - 1) stands at its time")
  }

  /// Makes many short films and looks whether the memory that is in use grows.
  private static func record(_ count: Int, in folder: URL) async throws {
    let warmUp = max(1, count / 5)
    var before = 0
    for index in 0..<count {
      if index == warmUp { before = Memory.bytesInUse }
      // Every other one fails, as what is begun must be given back on that way too.
      let url = folder.appendingPathComponent("short.mp4")
      let recorder = try Recorder(
        source: Blink(failsAt: index % 2 == 1 ? 2 : nil), sink: MovieSink(to: url), frameRate: 10)
      do {
        try await recorder.record(frames: 3)
      } catch is Blink.Failure {}
    }
    let growth = Memory.bytesInUse - before
    print("\(count) recordings: \(growth) bytes more in use after the last than after the \(warmUp)th")
    // Less than one page of each that came after the warm-up: a codec, a muxer or a picture that stays would be more.
    let allowed = max(1 << 20, 1024 * (count - warmUp))
    guard growth <= allowed else {
      throw Finding(
        "\(growth) bytes more are in use than after the \(warmUp)th recording, at most \(allowed) are allowed")
    }
  }
}

/// What was found to be wrong.
struct Finding: Error, CustomStringConvertible {
  var description: String
  init(_ description: String) { self.description = description }
}

/// What is asked for on the command line.
struct Options {
  var minutes = 0.0
  var liveMinutes = 0.0
  var recordings = 0
  var folder = NSTemporaryDirectory()

  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    func number(_ text: String?) throws -> Double {
      guard let text, let value = Double(text), (0...100_000).contains(value) else {
        throw Finding("expected a number from 0 to 100000, found \(text ?? "nothing")")
      }
      return value
    }
    while let name = rest.popFirst() {
      switch name {
      case "--minutes": minutes = try number(rest.popFirst())
      case "--live-minutes": liveMinutes = try number(rest.popFirst())
      case "--recordings": recordings = Int(try number(rest.popFirst()))
      case "--folder": folder = rest.popFirst() ?? folder
      default: throw Finding("there is no \(name): see the beginning of Soak.swift")
      }
    }
  }
}
