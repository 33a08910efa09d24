import ReelFiles

/// Where a studio keeps its files, and who may connect.
public struct StudioOptions: Sendable {
  /// The folder of the sessions, which is made where there is none; films are in `Films` within it.
  public var folder: String
  /// The port; 0 for any that is free.
  public var port: UInt16 = 8080
  /// Whether other machines of the network may connect, with the token in the link.
  public var isOnNetwork = false
  /// Further names by which a proxy passes requests on, such as `studio.school.example`.
  public var hosts: [String] = []
  /// A storyboard that is shown and edited; nil for an example in memory.
  public var story: String?
  /// A folder whose files are the page instead of those in the program, for people who work on the page.
  public var page: String?
  /// Flushes a file to the disk; tests have it wait.
  var flush: @Sendable (Int32) throws -> Void = Descriptor.synchronize
  /// What is taken from strangers.
  public var limits = ServerLimits()
  /// What the work of a request may take.
  public var work = WorkLimits()
  /// Starts a worker, a process of its own that runs `StudioWork.serve()`, in which storyboards, programs and imported files are read
  /// and drawn.
  ///
  /// Without it they are in threads of this process: a request is still answered in time, but its memory is not bounded, a fault ends
  /// the process, and a thread that does not end is only given up.
  public var worker: (@Sendable () throws -> StudioWorker)?

  /// Creates the options of a studio that only this machine reaches.
  ///
  /// - Parameter folder: The folder of the sessions.
  public init(folder: String) { self.folder = folder }
}
