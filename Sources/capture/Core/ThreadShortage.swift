import Reel

/// A limit on address space that leaves too little for the stacks of threads.
struct ThreadShortage: ReelError {
  /// The shortage of a film with text.
  static let ofText = ThreadShortage(what: "text", neededBytes: WorkingMemory.threadAddresses)

  var exitStatus: ExitStatus { .system }

  /// The feature that needs the threads.
  var what: String
  var neededBytes: Int

  /// One line: the need, the shortage and the advice.
  var description: String {
    "\(what) needs about \(neededBytes >> 20) MB of memory for threads, but the limit of this process is lower: "
      + "raise the limit with ulimit -v"
  }

  /// Checks that the threads of the first task and the first font can be started.
  static func requireNone() throws(ThreadShortage) {
    guard !WorkingMemory.hasRoomToStart else { return }
    throw ThreadShortage(what: "capture", neededBytes: WorkingMemory.startAddresses)
  }
}
