import Reel
import ReelPlatform

/// Unbuffered writing to standard error.
///
/// Errors are ignored, because there is nowhere left to report them.
enum StandardError {
  /// A copy of the original standard error, for times when libraries may not write to it (`FontSearch`).
  static let descriptor: Int32 = {
    let copy = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
    return copy >= 0 ? copy : STDERR_FILENO
  }()

  static func write(_ text: String) { write(Data(text.utf8)) }
  static func write(_ data: Data) { writeAll(data, to: descriptor) }

  /// Writes a line for people; control characters, such as those in a file name, become spaces.
  static func say(_ line: String) { write(line.onOneLine() + "\n") }

  /// Whether it is a terminal.
  static var isTerminal: Bool { isatty(descriptor) == 1 }

  /// The width of the terminal in characters; 80 if unknown.
  static var columns: Int {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }
}

/// Standard input.
enum StandardInput {
  /// Whether it is a terminal.
  static var isTerminal: Bool { isatty(STDIN_FILENO) == 1 }
}

/// Unbuffered writing to standard output.
enum StandardOutput {
  /// Whether it is a terminal.
  static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

  /// Refuses to write binary data to a terminal.
  static func refuseTerminal(for what: String) throws {
    guard isTerminal else { return }
    throw OutputError.cannotCreate(
      path: "standard output", reason: "it is a terminal: redirect the \(what) to a file or a program")
  }

  /// Writes all bytes.
  ///
  /// - Throws: `OutputError.writeFailed`.
  static func write(_ data: Data) throws {
    guard writeAll(data, to: STDOUT_FILENO) else {
      throw OutputError.writeFailed(
        path: "standard output", bytesWritten: 0, reason: SystemError(errno, "write").reason)
    }
  }

  /// Opens the null device for each closed standard stream.
  ///
  /// Otherwise the next file opened would get its number, and messages would end up in a movie. Standard output
  /// is opened read-only and standard input write-only, so that using them still fails.
  static func occupyClosedStreams() {
    let modes = [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDWR)]
    for (descriptor, mode) in modes where fcntl(descriptor, F_GETFD) == -1 { _ = open("/dev/null", mode) }
  }
}

/// Returns whether everything was written.
@discardableResult
private func writeAll(_ data: Data, to descriptor: Int32) -> Bool {
  data.withUnsafeBytes { bytes -> Bool in
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
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}
