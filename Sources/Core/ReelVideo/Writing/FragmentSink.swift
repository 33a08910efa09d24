import ReelFiles

/// Receives the fragments of a movie while it is recorded: a growing file or a stream.
protocol FragmentSink: AnyObject {
  /// The number of bytes written completely.
  var byteCount: Int { get }

  /// Whether output survives the death of the process.
  var outlivesProcess: Bool { get }

  /// Writes whole boxes: the header of the movie, a fragment, or both.
  func append(_ boxes: [UInt8]) throws(OutputError)
}

/// Writes a movie to a descriptor that cannot seek: a pipe, or a file that another program opened.
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
