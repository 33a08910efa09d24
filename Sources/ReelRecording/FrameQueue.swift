import ReelGeometry
import Synchronization

/// The few pictures between the one who draws and the one who encodes, and the stills between them.
///
/// One producer, one consumer, room for a number of bytes. A producer in virtual time waits for room (`send`), one in live time
/// does not (`offer`). A frame takes as much room as it keeps memory: one that is sent as samples for what changed only, a
/// still nothing; were it counted, a picture that stands for long would keep the next one from being drawn while the ones
/// before it are encoded.
/// Lifecycle and waiters are one value behind one lock; continuations are resumed outside it.
final class FrameQueue: Sendable {
  private struct State {
    var frames: [WaitingFrame] = []
    /// The memory that all of them keep.
    var byteCount = 0
    /// What it took to draw them.
    var drawingTime = Duration.zero
    var isFinished = false
    var isClosed = false
    /// Whether the consumer has asked for a frame.
    var hasConsumer = false
    var producer: CheckedContinuation<Void, Never>?
    var consumer: CheckedContinuation<WaitingFrame?, Never>?

    /// Whether frames are taken at all.
    var isOpen: Bool { !isClosed && !isFinished }
  }

  private let capacity: Int
  private let state = Mutex(State())

  /// Creates a queue.
  ///
  /// - Parameter capacity: The bytes with which it is full; the last picture may have more than were left.
  init(capacity: Int) {
    precondition(capacity > 0, "a queue must hold a frame")
    self.capacity = capacity
  }

  /// The bytes that may wait between drawing and encoding: enough to overlap them, few enough to keep memory flat.
  ///
  /// Three pictures of pixels, or in the memory of two the samples of five; and of what changed those of many.
  static func capacity(ofSamples isSamples: Bool, size: PixelSize) -> Int {
    (isSamples ? 2 : 3) * Frame.pixelBytes(of: size)
  }

  /// The most frames, stills and all: a long still must not become a long list.
  static let mostFrames = 256

  /// The most time that went into the pictures that wait: what a crash costs can be drawn again as fast.
  static let mostDrawing = Duration.seconds(1)

  private func hasRoom(forStill isStill: Bool, _ state: State) -> Bool {
    state.frames.count < Self.mostFrames && state.drawingTime < Self.mostDrawing
      && (isStill || state.byteCount < capacity)
  }

  /// Whether a frame that is offered now will be taken, as long as the consumer does not leave.
  func hasRoom(forStill isStill: Bool) -> Bool { state.withLock { hasRoom(forStill: isStill, $0) } }

  /// Whether the consumer has left.
  var isClosed: Bool { state.withLock { $0.isClosed } }

  /// Adds a frame if there is room; false if it was not taken.
  func offer(_ frame: WaitingFrame) -> Bool {
    let (taken, consumer) = state.withLock { state -> (Bool, CheckedContinuation<WaitingFrame?, Never>?) in
      guard state.isOpen else { return (false, nil) }
      if let consumer = state.consumer.take() { return (true, consumer) }
      guard hasRoom(forStill: frame.byteCount == 0, state) else { return (false, nil) }
      state.frames.append(frame)
      state.byteCount += frame.byteCount
      state.drawingTime += frame.drawingTime
      return (true, nil)
    }
    consumer?.resume(returning: frame)
    return taken
  }

  /// Adds a frame as soon as there is room; false if the consumer has left.
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

  /// Returns when the consumer has asked for its first frame, or will not any more.
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

  /// Returns the next frame, or nil when the queue is finished and empty, or closed.
  func next(isolation: isolated (any Actor)? = #isolation) async -> WaitingFrame? {
    await withCheckedContinuation { continuation in
      let (answer, producer) = state.withLock { state -> (WaitingFrame??, CheckedContinuation<Void, Never>?) in
        state.hasConsumer = true
        if !state.frames.isEmpty {
          let frame = state.frames.removeFirst()
          state.byteCount -= frame.byteCount
          state.drawingTime -= frame.drawingTime
          return (.some(frame), state.producer.take())
        }
        if state.isFinished || state.isClosed { return (.some(nil), nil) }
        state.consumer = continuation
        return (nil, state.producer.take())
      }
      producer?.resume()
      if let answer { continuation.resume(returning: answer) }
    }
  }

  /// Hands frame after frame to a sink, on the sink's own thread where it has one: threads would change twice for each frame.
  func hand(to sink: any FrameSink, isolation: isolated (any Actor)?) async throws {
    while let waiting = await next() { try await sink.append(waiting.frame) }
  }

  /// There are no more frames; those in the queue are still delivered.
  func finish() { end { $0.isFinished = true } }

  /// No more frames are taken, and those in the queue are forgotten.
  func close() {
    end { state in
      state.isClosed = true
      state.frames = []
      state.byteCount = 0
      state.drawingTime = .zero
    }
  }

  /// Changes the state to an end, and sets free whoever waits.
  private func end(_ change: (inout State) -> Void) {
    let (producer, consumer) = state.withLock { state in
      change(&state)
      return (state.producer.take(), state.consumer.take())
    }
    producer?.resume()
    consumer?.resume(returning: nil)
  }
}
