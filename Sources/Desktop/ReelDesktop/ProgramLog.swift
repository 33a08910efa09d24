import Dispatch
import ReelFiles
import ReelPlatform

/// Copies what a program writes into a file, and passes it on to this process's own output.
///
/// The two streams are in the file in the order in which they came.
package final class ProgramLog: Sendable {
  /// The ends that the program gets.
  let output, errors: Int32
  private let readers: [(from: Int32, to: Int32)]
  private let file: Int32
  private let group = DispatchGroup()

  /// Creates the file.
  ///
  /// - Throws: `SystemError` if it can't be created.
  package init(_ path: String) throws {
    file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0o666)
    guard file >= 0 else { throw SystemError(errno, "open", path: path) }
    guard let output = makePipe(), let errors = makePipe() else { throw SystemError(errno, "pipe") }
    (self.output, self.errors) = (output.writing, errors.writing)
    readers = [(output.reading, STDOUT_FILENO), (errors.reading, STDERR_FILENO)]
  }

  /// Begins to copy; the program alone has the other ends from now on.
  func begin() {
    close(output)
    close(errors)
    for reader in readers {
      DispatchQueue(label: "reel.program-log").async(group: group) { [file] in
        var bytes = [UInt8](repeating: 0, count: 1 << 14)
        while true {
          let count = read(reader.from, &bytes, bytes.count)
          if count < 0, errno == EINTR { continue }
          guard count > 0 else { break }
          for target in [reader.to, file] { Self.writeAll(bytes[..<count], to: target) }
        }
        close(reader.from)
      }
    }
  }

  /// Waits until every writer has closed its end.
  package func finish() {
    group.wait()
    close(file)
  }

  /// Writes all bytes; stops if the reader is gone.
  private static func writeAll(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) {
    var rest = bytes
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }
}
