import ReelPlatform

/// The socket of an X server in the file system, which a server that was killed leaves.
struct ServerSocket: Hashable {
  private let path: String
  private let (inode, changed): (UInt64, Int64)

  /// Notes the socket of a display; nil if it has none.
  init?(ofDisplay display: String) {
    guard display.hasPrefix(":"), let number = Int(display.dropFirst()) else { return nil }
    self.init(at: "\(Self.folder)/X\(number)")
  }

  private init?(at path: String) {
    self.path = path
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    inode = UInt64(status.st_ino)
    #if canImport(Darwin)
      changed = Int64(status.st_ctimespec.tv_sec) * 1_000_000_000 + Int64(status.st_ctimespec.tv_nsec)
    #else
      changed = Int64(status.st_ctim.tv_sec) * 1_000_000_000 + Int64(status.st_ctim.tv_nsec)
    #endif
  }

  private static let folder = "/tmp/.X11-unix"

  /// The sockets of all servers, also of those that are gone.
  static var all: Set<ServerSocket> {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return Set(names.compactMap { ServerSocket(at: "\(folder)/\($0)") })
  }

  /// Removes what a server left that ended before it reported its display: sockets that were not there before, that no process has
  /// and at which nothing answers.
  ///
  /// - Parameter old: The sockets before its start.
  static func removeAbandoned(since old: Set<ServerSocket>) {
    func abandoned() -> Set<ServerSocket> { all.subtracting(old).filter { !$0.isBound && !$0.answers } }
    let first = abandoned()
    guard !first.isEmpty else { return }
    // The list of sockets is not of one moment, and a server that starts beside this one may not listen yet.
    _ = poll(nil, 0, 200)
    for socket in first.intersection(abandoned()) { socket.remove() }
  }

  /// Waits until no other film starts a server, for at most two seconds, and returns the descriptor that holds the turn; -1 without one.
  ///
  /// Servers that look for a free display at the same time can take each other's socket.
  static func takeTurn() -> Int32 {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return -1 }
    var waits = 100
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0, waits > 0 {
      _ = poll(nil, 0, 20)
      waits -= 1
    }
    return descriptor
  }

  /// Whether a process of this system has it, even if it does not listen yet.
  private var isBound: Bool {
    guard let sockets = FileManager.default.contents(atPath: "/proc/net/unix") else { return true }
    return String(decoding: sockets, as: UTF8.self).split(separator: "\n").contains { $0.hasSuffix(" \(path)") }
  }

  /// Whether a process answers at it, such as one in another container.
  private var answers: Bool {
    #if os(Linux)
      let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
      guard descriptor >= 0 else { return true }
      defer { close(descriptor) }
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
      let result = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
      }
      return result == 0 || errno != ECONNREFUSED
    #else
      return true
    #endif
  }

  /// Removes it once its server is gone, unless another server has put its own in its place.
  func remove() {
    if Self(at: path) == self { unlink(path) }
  }
}
