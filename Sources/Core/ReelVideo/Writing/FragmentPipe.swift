import Dispatch
import ReelFiles
import Synchronization

/// Passes the fragments of a movie to a thread that reads them like a file, so that no file has to hold them.
///
/// One thread writes and one reads; few fragments are queued between them.
final class FragmentPipe: FragmentSink, Sendable {
  private struct State {
    var pieces: [[UInt8]] = []
    var byteCount = 0
    /// The error that ended reading.
    var failure: FFmpegError?
  }

  let outlivesProcess = false
  private let state = Mutex(State())
  /// The number of free places, and of queued pieces.
  ///
  /// Both begin at 0, because a semaphore must end with at least its initial value.
  private let (space, filled) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))

  /// The maximum number of queued fragments.
  private static let capacity = 4

  /// The file of the movie.
  let output: OutputFile

  /// - Parameter output: The file of the movie, for messages.
  init(to output: OutputFile) {
    self.output = output
    for _ in 0..<Self.capacity { space.signal() }
  }

  var byteCount: Int { state.withLock { $0.byteCount } }

  func append(_ boxes: [UInt8]) throws(OutputError) {
    if boxes.isEmpty { return }
    put(boxes)
    guard let failure else { return }
    throw .writeFailed(
      path: output.givenPath, bytesWritten: byteCount, reason: failure.reason,
      freeBytes: DiskSpace.free(at: output.path))
  }

  /// Marks the end of the fragments.
  func end() { put([]) }

  private func put(_ piece: [UInt8]) {
    space.wait()
    state.withLock { state in
      state.pieces.append(piece)
      state.byteCount += piece.count
    }
    filled.signal()
  }

  /// Waits for a piece; an empty one is the end.
  func next() -> [UInt8] {
    filled.wait()
    defer { space.signal() }
    return state.withLock { $0.pieces.removeFirst() }
  }

  /// The error that ended reading; nil while there is none.
  var failure: FFmpegError? { state.withLock { $0.failure } }

  /// Signals the writer to stop; the remaining fragments must still be read.
  func fail(_ error: FFmpegError) { state.withLock { $0.failure = error } }
}

/// Reads a `FragmentPipe` for FFmpeg, or a short film in memory.
final class FragmentReader {
  private let pipe: FragmentPipe?
  private var piece: [UInt8] = []
  private var position = 0
  /// Whether the end was read.
  private(set) var isAtEnd = false

  init(_ pipe: FragmentPipe) { self.pipe = pipe }

  init(_ film: [UInt8]) { (pipe, piece) = (nil, film) }

  /// Copies the next bytes, at most as many as the buffer holds; none at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    if position == piece.count, !isAtEnd {
      (piece, position) = (pipe?.next() ?? [], 0)
      isAtEnd = piece.isEmpty
    }
    let count = min(buffer.count, piece.count - position)
    piece.withUnsafeBytes { buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[position..<position + count])) }
    position += count
    return count
  }

  /// Reads to the end, so that the writer is not left waiting.
  func drain() {
    while !isAtEnd { isAtEnd = pipe?.next().isEmpty ?? true }
  }
}
