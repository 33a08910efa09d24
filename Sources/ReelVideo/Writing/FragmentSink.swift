import ReelFiles

/// Takes the fragments of a movie while it is recorded: a growing file or a stream.
protocol FragmentSink: AnyObject {
  /// The bytes of what was taken whole.
  var byteCount: Int { get }

  /// Whether what was taken is still there when the process has died.
  var outlivesProcess: Bool { get }

  /// Takes whole boxes: the head of the movie, a fragment, or both.
  func append(_ boxes: [UInt8]) throws(OutputError)
}

/// Sends a movie to a descriptor that cannot go back: a pipe, a terminal, a file that another program opened.
final class StreamSink: FragmentSink {
  private let descriptor: Int32
  private(set) var byteCount = 0
  /// Its bytes depend on no clock.
  let outlivesProcess = false

  init(descriptor: Int32) { self.descriptor = descriptor }

  func append(_ boxes: [UInt8]) throws(OutputError) {
    do throws(SystemError) {
      try Descriptor.write(boxes, to: descriptor)
    } catch {
      throw .writeFailed(
        path: "standard output", bytesWritten: byteCount, reason: error.reason)
    }
    byteCount += boxes.count
  }
}
