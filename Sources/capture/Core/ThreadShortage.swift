import Reel

/// The process may have too few addresses for the stacks of threads.
struct ThreadShortage: ReelError {
  /// The shortage of a film with text.
  static let ofText = ThreadShortage(what: "text", neededBytes: WorkingMemory.threadAddresses)

  var exitStatus: ExitStatus { .system }

  /// What needs the threads.
  var what: String
  var neededBytes: Int

  /// One line: what is needed, what is available, what to do.
  var description: String {
    "\(what) needs about \(neededBytes >> 20) MB of memory for threads, and this process may not have as many: "
      + "raise the limit with ulimit -v"
  }

  /// Checks that the first threads can be started, which the first task and the first font need.
  static func requireNone() throws(ThreadShortage) {
    guard !WorkingMemory.hasRoomToStart else { return }
    throw ThreadShortage(what: "capture", neededBytes: WorkingMemory.startAddresses)
  }
}
