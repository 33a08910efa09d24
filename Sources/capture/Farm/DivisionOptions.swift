import ArgumentParser
import Reel
import ReelFarm
import ReelPlatform

/// How the work on a film is divided: among jobs of one process, or among processes and machines.
struct DivisionOptions: ParsableArguments {
  /// The most jobs of a process.
  private static let jobCounts = 1...256

  @Option(
    help: ArgumentHelp(
      "Draw and encode so many pieces of the film at the same time; the film has the same bytes. (default: as many as processors and memory allow)",
      valueName: "1-256"),
    transform: { try OptionText.whole("number of jobs", $0, jobCounts) })
  var jobs: Int?

  @Option(
    help: ArgumentHelp(
      "Make only one part of the film, into the folder that -o names, for capture join; auto/8 takes its number from the task of an array job.",
      valueName: "3/8"),
    transform: { try PartNumber(parsing: $0, environment: ProcessInfo.processInfo.environment) })
  var part: PartNumber?

  mutating func validate() throws {
    if jobs != nil, part != nil {
      throw ValidationError("--jobs and --part can't be combined: start more parts instead of jobs")
    }
  }

}

extension FarmPart {
  /// Describes the film in the part's folder, and returns whether the part is there already.
  ///
  /// Whoever mixes up two folders learns that here, not when the parts are joined.
  func isThere(_ report: ReportOptions) throws -> Bool {
    let replacesOther = replacesOther
    try describe()
    if replacesOther, !report.quiet {
      StandardError.say(
        "capture: \(folder.path) holds parts of another film or fixture: they can't be joined, as film.json describes this one now"
      )
    }
    return isWhole
  }
}
