import Foundation

/// Runs blocking work on a thread of its own, so that none of Swift's cooperative threads waits for an encoder or a program.
public func aside<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    Thread.detachNewThread { continuation.resume(with: Result { try work() }) }
  }
}
