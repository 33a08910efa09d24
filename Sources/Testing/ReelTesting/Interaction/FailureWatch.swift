import Synchronization
import Testing

/// Notices the failures of a part of a test, and leaves them as they are.
final class FailureWatch: Sendable {
  private let failed = Mutex(false)

  /// Whether anything has failed.
  var hasFailed: Bool { failed.withLock { $0 } }

  /// Runs a part of the current test.
  func watch(_ body: () throws -> Void) throws {
    do {
      // Its matcher sees each issue, and as it matches none, all are reported as usual.
      try withKnownIssue(
        isIntermittent: true, body,
        matching: { [self] issue in
          if issue.isFailure { failed.withLock { $0 = true } }
          return false
        })
    } catch {
      failed.withLock { $0 = true }
      throw error
    }
  }
}
