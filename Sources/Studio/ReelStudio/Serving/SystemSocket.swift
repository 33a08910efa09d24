import ReelPlatform

/// System calls on sockets that FlyingSocks does not offer.
enum SystemSocket {
  /// Ends reading and writing on a socket and wakes its waiters.
  ///
  /// The corresponding C function is `shutdown`.
  static func shutDown(_ descriptor: Int32) { _ = shutdown(descriptor, Int32(SHUT_RDWR)) }

  /// Ends writing, so that the other side reads everything written and then the end.
  static func endWriting(_ descriptor: Int32) { _ = shutdown(descriptor, Int32(SHUT_WR)) }

  /// Sends small packets at once instead of collecting them, so that verdicts are not delayed.
  ///
  /// The corresponding C function is `setsockopt` with `TCP_NODELAY`.
  static func sendAtOnce(_ descriptor: Int32) {
    var isOn: Int32 = 1
    _ = setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, socklen_t(MemoryLayout<Int32>.size))
    keepFromChildren(descriptor)
  }

  /// Keeps a socket from being inherited by child processes.
  static func keepFromChildren(_ descriptor: Int32) { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }

  /// Makes writing to a closed connection fail with an error instead of ending the process.
  static func ignoreBrokenPipes() { signal(SIGPIPE, SIG_IGN) }
}
