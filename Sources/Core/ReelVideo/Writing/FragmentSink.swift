import ReelFiles

/// Receives the fragments of a movie while it is recorded: a growing file or a stream.
protocol FragmentSink: AnyObject {
  /// The number of bytes in completely written boxes.
  var byteCount: Int { get }

  /// Whether the output survives the end of the process.
  var outlivesProcess: Bool { get }

  /// Writes whole boxes: the header of the movie, a fragment, or both.
  func append(_ boxes: [UInt8]) throws(OutputError)
}

/// Writes a movie to a descriptor that cannot seek: a pipe, or a file that another program opened.
final class StreamSink: FragmentSink {
  private let descriptor: Int32
  private(set) var byteCount = 0
  /// A stream's bytes must not depend on a clock.
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
