#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Unbuffered writing to standard error.
///
/// What cannot be written is lost: there is nobody left to tell.
enum StandardError {
  static func write(_ text: String) { write(Data(text.utf8)) }
  static func write(_ data: Data) { writeAll(data, to: STDERR_FILENO) }

  /// Whether a person looks at it.
  static var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }
}

/// Unbuffered writing to standard output.
enum StandardOutput {
  static func write(_ data: Data) { writeAll(data, to: STDOUT_FILENO) }
}

private func writeAll(_ data: Data, to descriptor: Int32) {
  data.withUnsafeBytes { bytes in
    var rest = bytes[...]
    while !rest.isEmpty {
      #if canImport(Glibc)
        let count = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      #elseif canImport(Musl)
        let count = Musl.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      #else
        let count = Darwin.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      #endif
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }
}
