import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Measures elapsed time and this process's processor time over all threads.
struct Stopwatch {
  private let start = ContinuousClock.now
  private let work = clock()

  func stop() -> (seconds: Double, work: Double) {
    ((ContinuousClock.now - start) / .seconds(1), Double(clock() - work) / Double(CLOCKS_PER_SEC))
  }

  static func time(_ body: () throws -> Void) rethrows -> (seconds: Double, work: Double) {
    let stopwatch = Stopwatch()
    try body()
    return stopwatch.stop()
  }
}
