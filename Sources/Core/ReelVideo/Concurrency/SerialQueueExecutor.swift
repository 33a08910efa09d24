import Dispatch

/// Runs an actor's jobs on a dispatch queue, one after another.
///
/// An actor whose work blocks (encoding, writing files) uses one as its executor, so that it never blocks a thread of
/// the cooperative pool. `DispatchSerialQueue` would serve the same purpose, but is not available on Linux.
package final class SerialQueueExecutor: SerialExecutor {
  private let queue: DispatchQueue

  /// Creates an executor; the label names its threads in a debugger.
  package init(label: String) {
    queue = DispatchQueue(label: label, qos: .userInitiated)
  }

  /// Runs a job after those enqueued before it.
  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  /// Returns the reference for an actor's `unownedExecutor`; the actor retains the executor itself.
  package func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }
}
