import CReelPty
import ReelFiles
import ReelPlatform

/// A pseudoterminal: a program uses the slave side as its terminal, and the owner of this value plays the other side.
///
/// It is closed with its owner; a program that still runs in it is then hung up.
struct PseudoTerminal: ~Copyable {
  /// The master side, which never blocks.
  let descriptor: Int32
  /// The path of the slave side.
  let path: String

  /// Opens a pseudoterminal of a size in cells.
  ///
  /// - Throws: `SystemError` if none is available. The corresponding C function is `posix_openpt`.
  init(columns: Int, rows: Int) throws(SystemError) {
    var name = [CChar](repeating: 0, count: 256)
    descriptor = reel_pty_open(UInt16(clamping: columns), UInt16(clamping: rows), &name, name.count)
    path = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    guard descriptor >= 0 else { throw SystemError(errno, "posix_openpt") }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Resizes the terminal to a size in cells, and notifies its programs.
  func resize(columns: Int, rows: Int) {
    _ = reel_pty_resize(descriptor, UInt16(clamping: columns), UInt16(clamping: rows))
  }

  /// Starts a program in the terminal, as the leader of a new session.
  ///
  /// - Parameters:
  ///   - arguments: The program, which is searched for in PATH, and its arguments.
  ///   - environment: The complete environment.
  /// - Returns: The process ID.
  /// - Throws: `SystemError` if it cannot be started. The corresponding C function is `posix_spawnp`.
  func start(_ arguments: [String], environment: [String: String]) throws(SystemError) -> pid_t {
    let words = arguments.map { strdup($0) } + [nil]
    let variables = environment.sorted { $0.key < $1.key }.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in words + variables { free(text) } }
    var process: pid_t = 0
    let number = reel_pty_spawn(path, words, variables, &process)
    guard number == 0 else { throw SystemError(number, "posix_spawn", path: arguments.first) }
    return process
  }

  /// The size in cells of an open terminal; nil if the descriptor is not a terminal.
  static func size(of descriptor: Int32) -> (columns: Int, rows: Int)? {
    var (columns, rows): (UInt16, UInt16) = (0, 0)
    guard reel_pty_size(descriptor, &columns, &rows) == 0 else { return nil }
    return (Int(columns), Int(rows))
  }
}
