/// Reports progress to a recorder's delegate without blocking the recording.
///
/// Only the newest state is delivered.
struct DelegateProgress: Sendable {
  private let continuation: AsyncStream<RecordingProgress>.Continuation
  private let calls: Task<Void, Never>

  /// - Parameter body: Calls the delegate.
  init(_ body: @escaping @Sendable (RecordingProgress) async -> Void) {
    let (stream, continuation) = AsyncStream.makeStream(
      of: RecordingProgress.self, bufferingPolicy: .bufferingNewest(1))
    self.continuation = continuation
    calls = Task {
      for await progress in stream { await body(progress) }
    }
  }

  func yield(_ progress: RecordingProgress) { continuation.yield(progress) }

  /// Returns after the last call has returned, so that no progress is reported after the end.
  func finish() async {
    continuation.finish()
    await calls.value
  }
}
