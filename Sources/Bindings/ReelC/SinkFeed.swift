import Dispatch
import ReelRecording
import Synchronization

/// Gives frames of a thread that may wait to a sink, which works on its own.
final class SinkFeed: Sendable {
  private enum Step: Sendable {
    case frame(Frame)
    case finish(frameCount: Int)
  }

  private let sink: any FrameSink
  private let steps: AsyncStream<Step>
  private let continuation: AsyncStream<Step>.Continuation
  private let failure = Mutex<Failure?>(nil)
  // Semaphores begin with 0: one that is freed below its first value ends the process.
  private let room = DispatchSemaphore(value: 0)
  private let begun = DispatchSemaphore(value: 0)
  private let ended = DispatchSemaphore(value: 0)

  /// The frames that wait for the sink: enough for drawing and encoding to overlap.
  private static let capacity = 2

  /// Opens a sink, and returns when that is done.
  ///
  /// - Throws: what the sink refuses.
  init(_ sink: any FrameSink, _ stream: FrameStream) throws {
    self.sink = sink
    (steps, continuation) = AsyncStream.makeStream()
    for _ in 0..<Self.capacity { room.signal() }
    Task { await self.run(stream, isolation: sink as? any Actor) }
    begun.wait()
    try check()
  }

  /// Sends a frame as soon as there is room for it.
  ///
  /// - Throws: the error of the sink.
  func send(_ frame: Frame) throws {
    room.wait()
    do {
      try check()
    } catch {
      room.signal()
      throw error
    }
    continuation.yield(.frame(frame))
  }

  /// Completes the film, and returns when that is done; call it once, and `cancel` not afterwards.
  ///
  /// - Throws: the error of the sink.
  func finish(frameCount: Int) throws {
    continuation.yield(.finish(frameCount: frameCount))
    continuation.finish()
    ended.wait()
    try check()
  }

  /// Removes what there is of the film, and returns when that is done.
  func cancel() {
    continuation.finish()
    ended.wait()
  }

  private func check() throws {
    if let failure = failure.withLock({ $0 }) { throw failure }
  }

  /// Works on the sink's own thread, if it has one.
  private func run(_ stream: FrameStream, isolation: isolated (any Actor)?) async {
    do {
      try await sink.begin(stream)
      begun.signal()
      var isFinished = false
      for await step in steps {
        switch step {
        case .frame(let frame):
          try await sink.append(frame)
          room.signal()
        case .finish(let frameCount):
          _ = try await sink.finish(frameCount: frameCount)
          isFinished = true
        }
      }
      if !isFinished { await sink.cancel() }
    } catch {
      await sink.cancel()
      failure.withLock { $0 = Failure(error) }
      begun.signal()
      room.signal()
    }
    ended.signal()
  }
}
