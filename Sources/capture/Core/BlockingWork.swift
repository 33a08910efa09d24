import Dispatch
import Reel

/// Runs blocking work outside Swift's cooperative threads, with the task's timer.
enum BlockingWork {
  private static let queue = DispatchQueue(label: "reel.aside", attributes: .concurrent)

  static func run<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
    let timer = PerformanceTimer.current
    return try await withCheckedThrowingContinuation { continuation in
      queue.async {
        continuation.resume(with: Result { try PerformanceTimer.$current.withValue(timer) { try work() } })
      }
    }
  }
}
