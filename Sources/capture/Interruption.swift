import Dispatch
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Turns the first SIGINT, SIGTERM or SIGHUP into a call, and lets the second one end the process as usual.
///
/// It listens for as long as it exists.
final class Interruption {
  private final class Receiver: Sendable {
    let number = Mutex<Int32?>(nil)
  }

  private static let signals = [SIGINT, SIGTERM, SIGHUP]
  private let receiver = Receiver()
  private let sources: [any DispatchSourceSignal]

  /// The number of the signal that was received, if any.
  var received: Int32? { receiver.number.withLock { $0 } }

  init(stop: @escaping @Sendable () -> Void) {
    let queue = DispatchQueue(label: "reel.interruption")
    // What was ignored before, as nohup and background jobs of scripts ask for, stays ignored.
    let numbers = Self.signals.filter { !Self.isIgnored($0) }
    sources = numbers.map { DispatchSource.makeSignalSource(signal: $0, queue: queue) }
    for (number, source) in zip(numbers, sources) {
      signal(number, SIG_IGN)
      source.setEventHandler { [receiver] in
        receiver.number.withLock { $0 = $0 ?? number }
        for number in numbers { signal(number, SIG_DFL) }
        stop()
      }
      source.activate()
    }
  }

  private static func isIgnored(_ number: Int32) -> Bool {
    // The only way to ask without a struct whose layout differs between platforms is to set it and look at what was there.
    let before = signal(number, SIG_IGN)
    let isIgnored = unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    signal(number, before)
    return isIgnored
  }

  deinit {
    for source in sources { source.cancel() }
  }
}
