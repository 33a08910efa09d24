import Foundation
import Reel

/// Times Reel's films against encoding the same frames alone, and checks the results.
///
///     reel-benchmark [FOLDER]                  every job; with a folder, writes table, numbers and plot into it
///     reel-benchmark stories [FOLDER]          films of storyboards
///     reel-benchmark peers PYTHON [FOLDER]     the command against scripts of other libraries, as whole processes
///
/// `REEL_BENCH_JOBS=default,step` selects jobs, `REEL_BENCH_ROUNDS=3` sets the number of rounds. Times differ from machine to machine,
/// ratios much less: the variants of a job alternate, round by round, in one process, and medians are reported.
@main
struct Benchmark {
  static func main() async {
    do {
      try await run()
    } catch {
      FileHandle.standardError.write(Data("reel-benchmark: \(error)\n".utf8))
      exit(1)
    }
  }

  private static func run() async throws {
    var arguments = Array(CommandLine.arguments.dropFirst())
    switch arguments.first {
    case Measurement.word: try await Measurement.report(try Job.named(arguments[1]), rounds: Int(arguments[2]) ?? 1)
    case MemoryUse.filmWord: try await MemoryUse.makeFilm(try Job.named(arguments[1]))
    case MemoryUse.encodeWord: try MemoryUse.encode(try Job.named(arguments[1]))
    case "stories": try StoryBenchmark(choice: try Choice()).run(writingTo: arguments.dropFirst().first)
    case "peers":
      arguments.removeFirst()
      guard let python = arguments.first else {
        throw InvalidValue("peers", "", expected: "the Python whose packages are compared")
      }
      try PeerRace(python: python, choice: try Choice()).run(writingTo: arguments.dropFirst().first)
    default: try await run(choice: try Choice(), writingTo: arguments.first)
    }
  }

  /// Measures jobs one after another, each in its own process, so that no job affects the next.
  private static func run(choice: Choice, writingTo folder: String?) async throws {
    let machine = Machine()
    print("\(machine)\n")
    var results = Results(machine: machine)
    print(JobResult.heading)
    for job in Job.all where choice.includes(job.name) {
      let measurement = try Measurement.run(job, rounds: choice.rounds ?? job.rounds)
      let result = JobResult(job, measurement: measurement, memory: try MemoryUse.measure(job))
      print(result.row)
      results.jobs.append(result)
    }
    print("\n\(JobResult.legend)")
    let parts: [(name: String, title: String, rounds: Int, table: (Int) throws -> String)] = [
      ("touch", "Touches judged by a tracer", 5, TouchJob.table),
      ("detail", "Levels that are too fine to be seen", 5, DetailJob.table),
      ("stroke", "A snowflake's line of 1 pixel", 5, StrokeJob.table),
      ("convert", "Noise on its way to the encoder", 5, ConvertJob.table),
      ("start", "The start of the command", 20, StartJob.table),
    ]
    for part in parts where choice.includes(part.name) {
      let table = try part.table(choice.rounds ?? part.rounds)
      print("\n\(part.title)\n\n\(table)")
      results.parts.append("## \(part.title)\n\n\(table)")
    }
    for result in results.jobs { try result.measurement.check() }
    if let folder, choice.isEverything { try results.write(to: folder) }
  }
}
