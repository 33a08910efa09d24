import ReelPlatform
import Synchronization

/// Workers that are threads of this process, for studios without worker processes.
///
/// An ended worker abandons its work as soon as it can; until then, it counts toward the limit.
final class ThreadWorkers: Sendable {
  /// The maximum number of threads at one time.
  private static let most = 16
  private let count = Mutex(0)

  /// Starts a worker.
  ///
  /// - Throws: `Problem` if too many workers have not ended yet.
  func start() throws -> StudioWorker {
    let isTooMuch = count.withLock { count in
      guard count < Self.most else { return true }
      count += 1
      return false
    }
    guard !isTooMuch else { throw Problem(503, "the studio is busy with other work: try again in a moment") }
    var ends: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, Self.stream, 0, &ends) == 0 else {
      let problem = Problem(503, "no worker can be started: \(String(cString: strerror(errno)))")
      count.withLock { $0 -= 1 }
      throw problem
    }
    for end in ends { SystemSocket.keepFromChildren(end) }
    let (mine, theirs) = (ends[0], ends[1])
    Task { [self] in
      let bench = WorkBench(WorkLine(input: theirs, output: theirs), isAlone: false)
      await bench.serve()
      await bench.finish()
      count.withLock { $0 -= 1 }
    }
    return StudioWorker(input: mine, output: mine) {
      SystemSocket.shutDown(mine)
      return nil
    }
  }

  #if canImport(Glibc)
    private static let stream = Int32(SOCK_STREAM.rawValue)
  #else
    private static let stream = SOCK_STREAM
  #endif
}
