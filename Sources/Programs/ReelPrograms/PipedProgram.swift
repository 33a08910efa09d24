import CReelPty
import ReelFiles
import ReelPlatform
import Synchronization

/// A program without a terminal, which receives bytes and whose output is read when it has ended.
///
/// One thread at a time uses it, in a process that ignores `SIGPIPE`. Releasing it ends the program.
package final class PipedProgram {
  /// A program's failure to do its work.
  package struct Failure: Error, Hashable, CustomStringConvertible {
    /// The kind of failure.
    package enum Reason: Hashable, Sendable {
      /// It ended before its work was done.
      case ended(ProgramEnd)
      /// It was idle for this long, and was killed.
      case stuck(Duration)
      /// It wrote more than this many bytes, and was killed.
      case tooMuch(byteCount: Int)
    }

    /// The program, as it was named.
    package var program: String
    /// The kind of failure.
    package var reason: Reason
    /// The last line of its standard error; empty if there was none.
    package var lastWords: String

    /// One line: what the program did, and its last error message.
    package var description: String {
      let text =
        switch reason {
        case .ended(.exited(0)): "\(program) ended before reading all its input"
        case .ended(let end): "\(program) \(end)"
        case .stuck(let patience): "\(program) was idle for \(patience.components.seconds) s and was killed"
        case .tooMuch(let byteCount): "\(program) wrote more than \(byteCount) bytes and was killed"
        }
      return text + (lastWords.isEmpty ? "" : ": \(lastWords)")
    }
  }

  /// The program, as it was named.
  private let name: String
  let process: pid_t
  /// Its standard streams; −1 for one that is closed.
  private var (input, output, errors): (Int32, Int32, Int32)
  private let patience: Duration
  private let most: Int
  private var written: [UInt8] = []
  private var words: [UInt8] = []
  private var end: ProgramEnd?
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)
  private let clock = ContinuousClock()

  /// The number of bytes kept from the end of standard error.
  private static let mostWords = 4096
  /// Serializes starts: on systems that don't close unlisted descriptors, one of two programs starting at once would inherit a pipe of
  /// the other.
  static let starting = Mutex(())

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - arguments: The program, found in PATH unless it contains a slash, and its arguments.
  ///   - environment: Its complete environment.
  ///   - patience: How long it may be idle.
  ///   - most: The maximum number of bytes that it may write.
  /// - Throws: `SystemError` if it cannot be started. The corresponding C function is `posix_spawnp`.
  package init(
    _ arguments: [String], environment: [String: String], patience: Duration = .seconds(120), most: Int = 1 << 30
  ) throws(SystemError) {
    (name, self.patience, self.most) = (arguments[0], patience, most)
    (process, input, output, errors) = try Self.starting.withLock { _ throws(SystemError) in
      try Self.start(arguments, environment)
    }
  }

  deinit {
    for descriptor in [input, output, errors] where descriptor >= 0 { systemClose(descriptor) }
    if end == nil { _ = killed() }
  }

  /// Writes bytes to the program, waiting until it has accepted all of them.
  ///
  /// - Throws: `Failure` if the program has ended or does not read.
  package func write(_ bytes: [UInt8]) throws(Failure) {
    var (offset, deadline) = (0, clock.now + patience)
    while offset < bytes.count {
      // Output is no sign that the program reads.
      let count = try step(writing: bytes[offset...], until: deadline).taken
      if count > 0 { (offset, deadline) = (offset + count, clock.now + patience) }
    }
  }

  /// Closes the program's input, and waits for its end.
  ///
  /// - Returns: The program's standard output.
  /// - Throws: `Failure` if the program does not end or fails.
  package func finish() throws(Failure) -> [UInt8] {
    let end = try ended()
    guard end == .exited(0) else { throw failure(.ended(end)) }
    return written
  }

  // MARK: -

  /// Reads the remaining output, and waits for the program's end.
  private func ended() throws(Failure) -> ProgramEnd {
    Self.close(&input)
    var deadline = clock.now + patience
    while output >= 0 || errors >= 0 {
      if try step(writing: [], until: deadline).read > 0 { deadline = clock.now + patience }
    }
    // The streams are closed, so the program will end soon, but no descriptor signals it.
    while true {
      var status: Int32 = 0
      if waitpid(process, &status, WNOHANG) == process {
        let end = ProgramEnd(status: status)
        self.end = end
        return end
      }
      guard clock.now < deadline else { throw stuck() }
      _ = poll(nil, 0, 2)
    }
  }

  /// Waits until input or output is possible, and performs it.
  ///
  /// - Returns: The number of bytes written, and the number read from standard output.
  private func step(
    writing bytes: ArraySlice<UInt8>, until deadline: ContinuousClock.Instant
  ) throws(Failure) -> (taken: Int, read: Int) {
    var streams = [(input, bytes.isEmpty ? 0 : POLLOUT), (output, POLLIN), (errors, POLLIN)].map {
      pollfd(fd: $0.0, events: Int16($0.1), revents: 0)
    }
    let (seconds, attoseconds) = (deadline - clock.now).components
    let rest = max(0, seconds * 1000 + attoseconds / 1_000_000_000_000_000)
    let count = poll(&streams, nfds_t(streams.count), Int32(clamping: rest))
    guard count != 0 else { throw stuck() }
    // Interrupted by a signal with a handler.
    guard count > 0 else { return (0, 0) }
    if streams[2].revents != 0 { _ = read(&errors) { words = Array((words + $0).suffix(Self.mostWords)) } }
    var arrived = 0
    if streams[1].revents != 0 { arrived = read(&output) { written += $0 } }
    guard written.count <= most else {
      _ = killed()
      throw failure(.tooMuch(byteCount: most))
    }
    guard !bytes.isEmpty, streams[0].revents != 0 else { return (0, arrived) }
    let taken = bytes.withUnsafeBytes { Self.write(input, $0) }
    if taken < 0, errno == EPIPE { throw failure(.ended(try ended())) }
    return (max(0, taken), arrived)
  }

  /// Reads the available bytes, and closes a stream at its end.
  private func read(_ descriptor: inout Int32, _ take: (ArraySlice<UInt8>) -> Void) -> Int {
    let count = Self.read(descriptor, &buffer)
    if count > 0 { take(buffer[..<count]) }
    if count == 0 || count < 0 && errno != EAGAIN && errno != EINTR { Self.close(&descriptor) }
    return max(0, count)
  }

  private func stuck() -> Failure {
    _ = killed()
    return failure(.stuck(patience))
  }

  private func killed() -> ProgramEnd {
    kill(process, SIGKILL)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    let end = ProgramEnd(status: status)
    self.end = end
    return end
  }

  private func failure(_ reason: Failure.Reason) -> Failure {
    // The message becomes part of one line on a terminal.
    let lines = words.split { $0 == 10 || $0 == 13 }.map { $0.filter { $0 >= 0x20 && $0 != 0x7F } }
    let last = lines.last { $0.contains { $0 != 0x20 } } ?? []
    return Failure(program: name, reason: reason, lastWords: String(decoding: last.suffix(300), as: UTF8.self))
  }
}

extension PipedProgram {
  /// Starts a program with a pipe for each of its standard streams.
  ///
  /// - Parameter leads: Whether the program leads a new process group.
  static func start(
    _ arguments: [String], _ environment: [String: String], leads: Bool = false
  ) throws(SystemError) -> (process: pid_t, input: Int32, output: Int32, errors: Int32) {
    var open: [Int32] = []
    func makePipe() throws(SystemError) -> (reading: Int32, writing: Int32) {
      var ends: [Int32] = [-1, -1]
      guard pipe(&ends) == 0 else { throw SystemError(errno, "pipe") }
      open += ends
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      return (ends[0], ends[1])
    }
    do throws(SystemError) {
      let (input, output, errors) = (try makePipe(), try makePipe(), try makePipe())
      let words = arguments.map { strdup($0) } + [nil]
      let variables = environment.sorted { $0.key < $1.key }.map { strdup("\($0.key)=\($0.value)") } + [nil]
      defer { for text in words + variables { free(text) } }
      var process: pid_t = 0
      let number = reel_pipes_spawn(
        input.reading, output.writing, errors.writing, leads ? 1 : 0, words, variables, &process)
      guard number == 0 else { throw SystemError(number, "posix_spawn", path: arguments.first) }
      let mine = [input.writing, output.reading, errors.reading]
      for descriptor in open where !mine.contains(descriptor) { systemClose(descriptor) }
      for descriptor in mine { _ = fcntl(descriptor, F_SETFL, O_NONBLOCK) }
      return (process, input.writing, output.reading, errors.reading)
    } catch {
      for descriptor in open { systemClose(descriptor) }
      throw error
    }
  }

  private static func close(_ descriptor: inout Int32) {
    if descriptor >= 0 { systemClose(descriptor) }
    descriptor = -1
  }

  private static func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    systemWrite(descriptor, bytes.baseAddress, bytes.count)
  }

  private static func read(_ descriptor: Int32, _ buffer: inout [UInt8]) -> Int {
    buffer.withUnsafeMutableBytes { systemRead(descriptor, $0.baseAddress, $0.count) }
  }
}

// Methods of the class shadow these names.
private func systemClose(_ descriptor: Int32) { _ = close(descriptor) }

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}

private func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(descriptor, bytes, count)
}
