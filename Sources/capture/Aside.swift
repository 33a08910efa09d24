import Dispatch

/// Runs work that blocks on a thread that is none of Swift's cooperative ones.
enum Aside {
  private static let queue = DispatchQueue(label: "reel.aside", attributes: .concurrent)

  static func run<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      queue.async { continuation.resume(with: Result { try work() }) }
    }
  }
}
