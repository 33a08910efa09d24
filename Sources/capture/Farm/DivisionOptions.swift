import ArgumentParser
import Reel
import ReelFarm
import ReelPlatform

/// The division of the work on a film, among jobs of one process or among processes and machines.
struct DivisionOptions: ParsableArguments {
  /// The allowed numbers of jobs in a process.
  private static let jobCounts = 1...256

  @Option(
    help: ArgumentHelp(
      "Number of parallel jobs; the film has the same bytes with any number. (default: as many as processors and memory allow)",
      valueName: "1-256"),
    transform: { try OptionText.whole("number of jobs", $0, jobCounts) })
  var jobs: Int?

  @Option(
    help: ArgumentHelp(
      "Make only one part of the film for capture join, in the folder given with -o; auto/8 takes the part's number from an array job's task.",
      valueName: "3/8"),
    transform: { try PartNumber(parsing: $0, environment: ProcessInfo.processInfo.environment) })
  var part: PartNumber?

  mutating func validate() throws {
    if jobs != nil, part != nil {
      throw ValidationError("--jobs and --part can't be combined: start more parts instead of jobs")
    }
  }
}
