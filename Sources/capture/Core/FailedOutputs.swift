import Reel

/// Some outputs of a run failed; the others are complete.
struct FailedOutputs: ReelError {
  var exitStatus: ExitStatus { .writing }

  private let failed: [OutputResult]

  /// Returns nil if no output failed.
  init?(in recording: Recording) {
    failed = recording.output.parts.filter { $0.error != nil }
    if failed.isEmpty { return nil }
  }

  var description: String {
    failed.map { part in
      let message = part.error.map { Failure($0).message } ?? ""
      return message.contains(part.name) ? message : "\(part.name): \(message)"
    }.joined(separator: "; ")
  }
}
