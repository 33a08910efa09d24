import ReelPlatform

/// The system's calls on sockets that FlyingSocks does not have.
enum SystemSocket {
  /// Ends reading and writing on a socket; who waits for it is woken.
  ///
  /// The corresponding C function is `shutdown`.
  static func shutDown(_ descriptor: Int32) { _ = shutdown(descriptor, Int32(SHUT_RDWR)) }

  /// Ends writing, so that the other side reads all that was written and then an end.
  static func endWriting(_ descriptor: Int32) { _ = shutdown(descriptor, Int32(SHUT_WR)) }

  /// Sends small pieces at once instead of collecting them: a verdict waits for nothing.
  ///
  /// The corresponding C function is `setsockopt` with `TCP_NODELAY`.
  static func sendAtOnce(_ descriptor: Int32) {
    var isOn: Int32 = 1
    _ = setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, socklen_t(MemoryLayout<Int32>.size))
    keepFromChildren(descriptor)
  }

  /// Keeps a socket from programs that this one starts.
  static func keepFromChildren(_ descriptor: Int32) { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }

  /// Makes a closed connection an error of whoever writes to it, and not the end of the process.
  static func ignoreBrokenPipes() { signal(SIGPIPE, SIG_IGN) }
}
