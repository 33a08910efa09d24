import Dispatch

/// Runs an actor's jobs on a thread of a dispatch queue, one after the other.
///
/// An actor whose work blocks (encoding, writing files) takes one as its executor, so that no thread of the cooperative
/// pool is ever blocked. `DispatchSerialQueue` would do, but Linux does not have it.
package final class SerialQueueExecutor: SerialExecutor {
  private let queue: DispatchQueue

  /// Creates an executor; the label names its threads in a debugger.
  package init(label: String) {
    queue = DispatchQueue(label: label, qos: .userInitiated)
  }

  /// Runs a job when those before it have run.
  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  /// Returns the reference that an actor gives as its `unownedExecutor`; the actor keeps the executor itself.
  package func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }
}
