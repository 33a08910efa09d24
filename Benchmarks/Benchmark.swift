import Foundation
import Reel
import ReelVideo

/// Times drawing, conversion, encoding and the whole job, and compares the whole job with encoding the same frames alone.
///
/// The ways take turns, round by round, so that a machine that gets slower does so for all of them; medians are printed, and
/// the ratio is the median of the rounds' ratios. Times differ from machine to machine, ratios much less.
///
/// At the end it times touches against expected paths of more and more waypoints: the time of one should stay the same.
///
///     reel-benchmark [ROUNDS]
@main
struct Benchmark {
  static func main() async throws {
    let rounds = CommandLine.arguments.dropFirst().first.flatMap(Int.init) ?? 5
    guard rounds > 0 else { throw InvalidValue("number of rounds", rounds, expected: "1 or more") }
    print("\(ProcessInfo.processInfo.activeProcessorCount) cores, \(rounds) rounds, milliseconds (median)\n")
    print(row(["job", "frames", "render", "convert", "encode", "whole", "whole / encode"]))
    print(row(Array(repeating: "---", count: 7)))
    for job in Job.all {
      let times = try await measure(job, rounds: rounds)
      let columns = [\Times.render, \.convert, \.encode, \.whole].map { way in
        String(Int(median(times.map { $0[keyPath: way] }).rounded()))
      }
      let ratio = median(times.map { $0.whole / $0.encode })
      print(row([job.name, "\(job.frameCount)"] + columns + [String(Double(Int(ratio * 100 + 0.5)) / 100)]))
    }
    try measureTouches(rounds: rounds)
    print("\nA snowflake's line of 1 pixel\n")
    print(try StrokeJob.table(rounds: rounds))
  }

  private static func measureTouches(rounds: Int) throws {
    print("\nTouches judged by a tracer\n")
    print(row(["rule", "points", "touches", "ms", "ns each"]))
    print(row(Array(repeating: "---", count: 5)))
    for job in TouchJob.all {
      let runs = try (0..<rounds).map { _ in try job.run() }
      let time = median(runs.map(\.milliseconds))
      let numbers = [runs[0].waypoints, job.touches, Int(time.rounded()), Int(time * 1e6 / Double(job.touches))]
      print(row([job.rule.rawValue] + numbers.map(String.init)))
    }
  }

  struct Times {
    var render = 0.0
    var convert = 0.0
    var encode = 0.0
    var whole = 0.0
  }

  private static func measure(_ job: Job, rounds: Int) async throws -> [Times] {
    let movie = FileManager.default.temporaryDirectory.appendingPathComponent("reel-benchmark-\(UUID()).mp4")
    defer { try? FileManager.default.removeItem(at: movie) }
    var times: [Times] = []
    // The first round fills caches and is not counted.
    for round in 0...rounds {
      var time = Times()
      time.render = try milliseconds { try job.render { _, _ in } }
      let frames = try PreparedFrames(VideoConfiguration(size: job.size, frameRate: job.frameRate))
      try job.render { bitmap, changed in
        time.convert += try milliseconds { try frames.append(bitmap, changed: changed) }
      }
      time.encode = try milliseconds { _ = try frames.encode() }
      let start = ContinuousClock.now
      let recording = try await job.record(to: movie)
      time.whole = (ContinuousClock.now - start) / .milliseconds(1)
      precondition(recording.frameCount == job.frameCount, "the film has \(recording.frameCount) frames")
      if round > 0 { times.append(time) }
    }
    return times
  }

  private static func milliseconds(_ body: () throws -> Void) rethrows -> Double {
    let start = ContinuousClock.now
    try body()
    return (ContinuousClock.now - start) / .milliseconds(1)
  }

  private static func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }

  private static func row(_ cells: [String]) -> String {
    "| "
      + cells.enumerated().map { place, cell in
        let width = place == 0 || place == 6 ? 14 : 7
        let space = String(repeating: " ", count: max(0, width - cell.count))
        return place == 0 ? cell + space : space + cell
      }.joined(separator: " | ") + " |"
  }
}
