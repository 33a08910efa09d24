import Dispatch
import Reel

/// Runs work that blocks on a thread that is none of Swift's cooperative ones; the timer of the task goes with it.
enum Aside {
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
