import ReelGeometry
import Synchronization

/// The queue of pictures and stills between drawing and encoding.
///
/// It has one producer, one consumer, and a capacity in bytes. A producer in virtual time waits for space (`send`); one in live time
/// does not (`offer`). A frame counts for the memory it holds: samples only for what changed, and nothing for a still. Otherwise a
/// picture that stays for long would keep the next one from being drawn while earlier ones are encoded. Lifecycle and waiters are one
/// value behind one lock; continuations are resumed outside it.
final class FrameQueue: Sendable {
  private struct State {
    var frames: [WaitingFrame] = []
    /// The memory held by all queued frames.
    var byteCount = 0
    /// The time spent on drawing them.
    var drawingTime = Duration.zero
    var isFinished = false
    var isClosed = false
    /// Whether the consumer has asked for a frame.
    var hasConsumer = false
    var producer: CheckedContinuation<Void, Never>?
    var consumer: CheckedContinuation<WaitingFrame?, Never>?

    /// Whether a frame has gone to the consumer.
    var hasPassedFrame = false

    /// Whether the queue accepts frames.
    var isOpen: Bool { !isClosed && !isFinished }

    mutating func append(_ frame: WaitingFrame) {
      frames.append(frame)
      byteCount += frame.byteCount
      drawingTime += frame.drawingTime
    }

    mutating func removeFirst() -> WaitingFrame? {
      guard !frames.isEmpty else { return nil }
      let frame = frames.removeFirst()
      byteCount -= frame.byteCount
      drawingTime -= frame.drawingTime
      hasPassedFrame = true
      return frame
    }
  }

  private let capacity: Int
  private let maxDrawing: Duration?
  private let state = Mutex(State())

  /// Creates a queue.
  ///
  /// - Parameters:
  ///   - capacity: The number of bytes at which it is full; the last picture may exceed it.
  ///   - maxDrawing: The drawing time of the queued pictures at which it is full; nil for no limit.
  init(capacity: Int, maxDrawing: Duration? = nil) {
    precondition(capacity > 0, "a queue must hold a frame")
    self.capacity = capacity
    self.maxDrawing = maxDrawing
  }

  /// The capacity in bytes between drawing and encoding: enough to overlap them, little enough to keep memory flat.
  ///
  /// It holds three pictures as pixels, five pictures as samples in the memory of two, or many frames' samples of
  /// changed tiles.
  static func capacity(ofSamples isSamples: Bool, size: PixelSize) -> Int {
    (isSamples ? 2 : 3) * Frame.pixelBytes(of: size)
  }

  /// The maximum number of frames, including stills.
  ///
  /// A long still must not become a long list, and half a minute of stills must not delay the next picture while the
  /// encoder is opened.
  static let maxFrames = 1024

  /// The maximum drawing time of the queued pictures, so that the work lost in a crash can be redrawn quickly.
  ///
  /// Live frames can't be drawn again, and none is dropped because drawing was slow.
  static func maxDrawing(of pace: Pace) -> Duration? { pace.dropsFrames ? nil : .seconds(1) }

  /// How long live stills wait, in seconds of the film, before the consumer is woken for them: to wake it takes longer than a still.
  static let maxWait = 0.25

  /// Whether a live still may wait in the queue, although the consumer waits for a frame.
  private func mayWait(_ frame: WaitingFrame, _ state: State) -> Bool {
    maxDrawing == nil && state.hasPassedFrame && frame.byteCount == 0
      && frame.time.seconds - (state.frames.first?.time ?? frame.time).seconds < Self.maxWait
      && frame.time.duration.seconds < Self.maxWait
  }

  private func hasRoom(forStill isStill: Bool, _ state: State) -> Bool {
    state.frames.count < Self.maxFrames && (maxDrawing.map { state.drawingTime < $0 } ?? true)
      && (isStill || state.byteCount < capacity)
  }

  /// Whether a frame offered now will be accepted, unless the consumer leaves first.
  func hasRoom(forStill isStill: Bool) -> Bool { state.withLock { hasRoom(forStill: isStill, $0) } }

  /// Whether the consumer has left.
  var isClosed: Bool { state.withLock { $0.isClosed } }

  /// Adds a frame if there is space; false if it was not accepted.
  func offer(_ frame: WaitingFrame) -> Bool {
    let (taken, consumer, next) = state.withLock {
      state -> (Bool, CheckedContinuation<WaitingFrame?, Never>?, WaitingFrame?) in
      let isAwaited = state.consumer != nil
      guard state.isOpen, isAwaited || hasRoom(forStill: frame.byteCount == 0, state) else { return (false, nil, nil) }
      let waits = mayWait(frame, state)
      state.append(frame)
      return isAwaited && !waits ? (true, state.consumer.take(), state.removeFirst()) : (true, nil, nil)
    }
    consumer?.resume(returning: next)
    return taken
  }

  /// Adds a frame as soon as there is space; false if the consumer has left.
  func send(_ frame: WaitingFrame, isolation: isolated (any Actor)? = #isolation) async -> Bool {
    while !offer(frame) {
      if state.withLock({ !$0.isOpen }) { return false }
      await withCheckedContinuation { continuation in
        let resumesNow = state.withLock { state -> Bool in
          if !state.isOpen || hasRoom(forStill: frame.byteCount == 0, state) { return true }
          state.producer = continuation
          return false
        }
        if resumesNow { continuation.resume() }
      }
    }
    return true
  }

  /// Returns once the consumer has asked for its first frame, or never will.
  func consumer(isolation: isolated (any Actor)? = #isolation) async {
    await withCheckedContinuation { continuation in
      let resumesNow = state.withLock { state -> Bool in
        if state.hasConsumer || !state.isOpen { return true }
        state.producer = continuation
        return false
      }
      if resumesNow { continuation.resume() }
    }
  }

  /// Returns the next frame, or nil if the queue is finished and empty, or closed.
  func next(isolation: isolated (any Actor)? = #isolation) async -> WaitingFrame? {
    await withCheckedContinuation { continuation in
      let (answer, producer) = state.withLock { state -> (WaitingFrame??, CheckedContinuation<Void, Never>?) in
        state.hasConsumer = true
        if let frame = state.removeFirst() { return (.some(frame), state.producer.take()) }
        if state.isFinished || state.isClosed { return (.some(nil), nil) }
        state.consumer = continuation
        return (nil, state.producer.take())
      }
      producer?.resume()
      if let answer { continuation.resume(returning: answer) }
    }
  }

  /// Passes frames to a sink, on the sink's own thread if it has one; otherwise each frame would change threads
  /// twice.
  func hand(to sink: any FrameSink, isolation: isolated (any Actor)?) async throws {
    while let waiting = await next() { try await sink.append(waiting.frame) }
  }

  /// Marks the end of the frames; queued ones are still delivered.
  func finish() { end { $0.isFinished = true } }

  /// Rejects further frames, and discards the queued ones.
  func close() {
    end { state in
      state.isClosed = true
      state.frames = []
      state.byteCount = 0
      state.drawingTime = .zero
    }
  }

  /// Ends the queue, and resumes both waiters; stills that waited are delivered.
  private func end(_ change: (inout State) -> Void) {
    let (producer, consumer, next) = state.withLock { state in
      change(&state)
      let consumer = state.consumer.take()
      return (state.producer.take(), consumer, consumer == nil ? nil : state.removeFirst())
    }
    producer?.resume()
    consumer?.resume(returning: next)
  }
}
