import Foundation
import ReelTestSupport
import Testing

/// The result of a program that has ended.
struct ProgramResult {
  /// The exit status, or the number of the signal that ended the program.
  var status: Int32
  var wasSignalled: Bool
  /// What it wrote to standard output and standard error.
  var output: String
}

/// Runs a program to its end, on a thread of its own: those that tasks share are few.
func run(
  _ path: String, _ arguments: [String], environment: [String: String] = [:]
) async throws -> ProgramResult {
  let program = try await Program.runAside(path, arguments, environment: environment)
  return ProgramResult(
    status: program.status, wasSignalled: program.wasSignalled,
    output: String(decoding: program.output, as: UTF8.self) + program.error)
}

/// The path of a program that may not be installed.
func findProgram(_ name: String) -> String? { Program.find(name) }

/// A job that a process of its own does, as it would harm the one that runs the tests.
enum ChildJob: String {
  /// Writes a movie and is killed on the way.
  case killed
  /// Writes a movie where files may not grow beyond some size.
  case limited
  /// Writes a movie with the log as it is.
  case quiet
  /// Writes a movie with the log raised.
  case talkative
  /// Writes a movie in H.265 that grows darker.
  case darkening

  /// Whether this process was started for the job.
  var isMine: Bool { ProcessInfo.processInfo.environment["REEL_VIDEO_JOB"] == rawValue }

  /// The folder that the parent made for the job.
  static var folder: URL { URL(filePath: ProcessInfo.processInfo.environment["REEL_VIDEO_FOLDER"] ?? "/nowhere") }

  /// Runs the job in a copy of this test program.
  ///
  /// - Parameter variables: More variables of its environment.
  func run(in folder: URL, variables: [String: String] = [:]) async throws -> ProgramResult {
    try await ReelVideoTests.run(
      CommandLine.arguments[0],
      ["--testing-library", "swift-testing", "--filter", "ReelVideoTests.ChildJobs/\(rawValue)"],
      environment: ["REEL_VIDEO_JOB": rawValue, "REEL_VIDEO_FOLDER": folder.path].merging(variables) { $1 })
  }
}
