import Foundation
import Reel

/// The jobs and the number of rounds selected by the environment.
struct Choice {
  /// The names of the jobs, or nil for all.
  let jobs: Set<String>?
  /// The number of rounds, or nil for each job's own.
  let rounds: Int?

  /// The measurements other than films.
  private static let others = ["convert", "detail", "start", "storyboard", "stroke", "touch"]

  init(_ environment: [String: String] = ProcessInfo.processInfo.environment) throws {
    jobs = environment["REEL_BENCH_JOBS"].map { Set($0.split(separator: ",").map(String.init)) }
    if let unknown = jobs?.subtracting(Job.all.map(\.name) + Job.storyNames + Self.others).sorted().first {
      let names = (Job.all.map(\.name) + Job.storyNames).joined(separator: ", ")
      throw InvalidValue("benchmark job", unknown, expected: "one of \(names), \(Self.others.joined(separator: ", "))")
    }
    rounds = try environment["REEL_BENCH_ROUNDS"].map { text in
      guard let count = Int(text), count > 0 else {
        throw InvalidValue("number of rounds", text, expected: "1 or more")
      }
      return count
    }
  }

  /// Whether all jobs are selected.
  var isEverything: Bool { jobs == nil }

  func includes(_ name: String) -> Bool { jobs?.contains(name) ?? true }
}
