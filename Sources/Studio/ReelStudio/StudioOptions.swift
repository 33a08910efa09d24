import ReelFiles

/// Options of a studio: its files, and the machines that may connect.
public struct StudioOptions: Sendable {
  /// The folder of the sessions, created if missing; films are in `Films` within it.
  public var folder: String
  /// The port; 0 for any free one.
  public var port: UInt16 = 8080
  /// Whether other machines on the network may connect, with the token in the link.
  public var isOnNetwork = false
  /// Host names under which a proxy forwards requests, such as `studio.school.example`.
  ///
  /// An address becomes that of the link: inside a container, a studio does not know the address of the machine.
  public var hosts: [String] = []
  /// A storyboard to preview and edit; nil for an example in memory.
  public var story: String?
  /// A folder with the page's files instead of those in the program, for developing the page.
  public var page: String?
  /// The call that flushes a file to the disk; tests make it wait.
  var flush: @Sendable (Int32) throws -> Void = Descriptor.synchronize
  /// The limits on requests.
  public var limits = ServerLimits()
  /// The limits on time and memory of a request's work.
  public var work = WorkLimits()
  /// Starts a worker: a separate process that runs `StudioWork.serve()` to read and draw storyboards, programs and imported files.
  ///
  /// If nil, threads of this process do the work. A request is still answered in time, but its memory is not limited, a crash ends the
  /// process, and a thread that does not end is abandoned.
  public var worker: (@Sendable () throws -> StudioWorker)?

  /// Creates the options of a studio for this machine only.
  ///
  /// - Parameter folder: the folder of the sessions.
  public init(folder: String) { self.folder = folder }
}
