import Dispatch
import ReelPlatform
import Synchronization

/// Turns the first SIGINT, SIGTERM or SIGHUP into a call, and lets the second one end the process.
///
/// It listens as long as it exists; the most recent listener is called. Dispatch's signal sources are unsuitable: they block the signal in
/// the threads that receive it, so a second one might not end the process.
final class Interruption {
  private static let signals = [SIGINT, SIGTERM, SIGHUP]

  private let numbers: [Int32]
  private let pipe: (reading: Int32, writing: Int32)
  private let source: any DispatchSourceRead

  /// The number of the signal that was received, if any.
  var received: Int32? { Self.latest }

  /// The number of the signal that was received since the most recent listener started, if any.
  static var latest: Int32? {
    let number = Handler.received.load(ordering: .acquiring)
    return number == 0 ? nil : number
  }

  /// Whether a signal was received since the most recent listener started.
  static var isReceived: Bool { Handler.received.load(ordering: .acquiring) != 0 }

  /// Starts listening.
  ///
  /// - Parameters:
  ///   - farewell: the line to write when the second signal ends the process.
  ///   - stop: the call at the first signal.
  init(farewell: StaticString? = nil, stop: @escaping @Sendable () -> Void) {
    var ends: [Int32] = [-1, -1]
    #if canImport(Darwin)
      _ = Darwin.pipe(&ends)
    #elseif canImport(Musl)
      _ = Musl.pipe(&ends)
    #else
      _ = Glibc.pipe(&ends)
    #endif
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    pipe = (ends[0], ends[1])
    source = DispatchSource.makeReadSource(
      fileDescriptor: ends[0], queue: DispatchQueue(label: "reel.interruption"))
    // Signals that were already ignored, as by nohup and background jobs of scripts, stay ignored.
    numbers = Self.signals.filter { !Self.isIgnored($0) }
    source.setEventHandler { [reading = ends[0]] in
      var byte: UInt8 = 0
      _ = read(reading, &byte, 1)
      stop()
    }
    source.activate()
    Handler.farewell.store(farewell.map { UInt(bitPattern: $0.utf8Start) } ?? 0, ordering: .releasing)
    Handler.farewellCount.store(farewell?.utf8CodeUnitCount ?? 0, ordering: .releasing)
    Handler.received.store(0, ordering: .releasing)
    Handler.time.store(0, ordering: .releasing)
    Handler.descriptor.store(ends[1], ordering: .releasing)
    for number in numbers { signal(number, Handler.handle) }
  }

  deinit {
    for number in numbers { signal(number, SIG_DFL) }
    Handler.descriptor.store(-1, ordering: .releasing)
    source.setCancelHandler { [pipe] in
      close(pipe.reading)
      close(pipe.writing)
    }
    source.cancel()
  }

  private static func isIgnored(_ number: Int32) -> Bool {
    // The only portable way to read the handler is to set one and look at the old value.
    let before = signal(number, SIG_IGN)
    let isIgnored = unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    signal(number, before)
    return isIgnored
  }
}

/// The signal handler, which may run at any moment, in any thread.
///
/// It calls only async-signal-safe functions and accesses only these numbers.
private enum Handler {
  /// The first signal, or 0.
  static let received = Atomic<Int32>(0)
  /// The time of the first signal, in milliseconds.
  static let time = Atomic<Int64>(0)
  /// The descriptor that reports the first signal.
  static let descriptor = Atomic<Int32>(-1)

  /// The address and the length of the line that the second signal writes; the text is part of the program.
  static let farewell = Atomic<UInt>(0)
  static let farewellCount = Atomic<Int>(0)

  /// The time in milliseconds within which a second signal counts as an echo of the first: `timeout` and some supervisors
  /// signal both the process and its group.
  static let echo: Int64 = 50

  static let handle: @convention(c) (Int32) -> Void = { number in
    let before = errno
    let now = Handler.now()
    if Handler.received.compareExchange(expected: 0, desired: number, ordering: .acquiringAndReleasing).exchanged {
      Handler.time.store(now, ordering: .releasing)
      var byte: UInt8 = 1
      _ = write(Handler.descriptor.load(ordering: .acquiring), &byte, 1)
    } else if now - Handler.time.load(ordering: .acquiring) > Handler.echo {
      let line = UnsafeRawPointer(bitPattern: Handler.farewell.load(ordering: .acquiring))
      if let line { _ = write(STDERR_FILENO, line, Handler.farewellCount.load(ordering: .acquiring)) }
      // The signal is blocked until the handler returns; then it ends the process.
      signal(number, SIG_DFL)
      raise(number)
    }
    errno = before
  }

  private static func now() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }
}
