import ReelPlatform
import Synchronization

/// A worker's end of the connection to its studio; its calls block.
final class WorkLine: Sendable {
  private let input: Int32
  private let output: Int32
  private let writing = Mutex(())

  /// - Parameters:
  ///   - input: the descriptor for requests; it is closed with the line.
  ///   - output: the descriptor for answers; it may be the same.
  init(input: Int32, output: Int32) {
    (self.input, self.output) = (input, output)
  }

  deinit {
    close(input)
    if output != input { close(output) }
  }

  /// Receives the next order; nil if the studio has hung up.
  func receive() -> (order: WorkOrder, content: [UInt8])? {
    guard let head = bytes(WorkMessage.headLength), let lengths = WorkMessage.lengths(head),
      let words = bytes(lengths.words), let order = WorkMessage.words(WorkOrder.self, words[...]),
      let content = bytes(lengths.content)
    else { return nil }
    return (order, content)
  }

  /// Sends an answer; does nothing if the studio has gone.
  func send(_ answer: WorkAnswer, _ content: [UInt8] = []) {
    let bytes = WorkMessage.bytes(answer, content)
    writing.withLock { _ in
      var sent = 0
      while sent < bytes.count {
        let count = bytes[sent...].withUnsafeBytes { write(output, $0.baseAddress, $0.count) }
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return }
        sent += count
      }
    }
  }

  private func bytes(_ length: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: length)
    var received = 0
    while received < length {
      let count = bytes[received...].withUnsafeMutableBytes { read(input, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return nil }
      received += count
    }
    return bytes
  }
}
