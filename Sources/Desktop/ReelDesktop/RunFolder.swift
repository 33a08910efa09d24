import ReelFiles
import ReelPlatform

/// The private folder of a run.
package struct RunFolder: Sendable {
  /// Its path.
  package let path: String
  /// The server's secret.
  package let cookie: [UInt8]

  /// The file with the server's secret, for programs.
  package var authority: String { path + "/Xauthority" }
  /// The file to which programs write marks.
  package var marks: String { path + "/marks" }
  /// The file with the server's messages.
  static func log(in path: String) -> String { path + "/server.log" }

  /// Creates the folder with a new secret in it.
  package init() throws {
    let base = ProcessInfo.processInfo.environment["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
    var template = Array("\(base)/reel-desktop-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw SystemError(errno, "mkdtemp", path: base) }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    var random = SystemRandomNumberGenerator()
    cookie = (0..<16).map { _ in UInt8.random(in: .min ... .max, using: &random) }
    // A secret for any host and any display, as the server chooses the display itself.
    let entry = Self.entry(family: 0xFFFF, host: "", display: "", cookie)
    errno = 0
    guard
      FileManager.default.createFile(atPath: authority, contents: Data(entry), attributes: [.posixPermissions: 0o600])
    else {
      let number = errno
      remove()
      throw SystemError(number, "open", path: authority)
    }
  }

  /// Returns an entry of a file of secrets, as `Xauth` of X.Org's libXau.
  private static func entry(family: UInt16, host: String, display: String, _ cookie: [UInt8]) -> [UInt8] {
    func number(_ value: UInt16) -> [UInt8] { [UInt8(value >> 8), UInt8(value & 255)] }
    func counted(_ bytes: [UInt8]) -> [UInt8] { number(UInt16(bytes.count)) + bytes }
    return number(family) + counted(Array(host.utf8)) + counted(Array(display.utf8))
      + counted(Array("MIT-MAGIC-COOKIE-1".utf8)) + counted(cookie)
  }

  /// Adds the secret of one display on this machine to a run's folder: `python-xlib`, and with it PyAutoGUI, finds no other.
  static func add(display: String, in path: String) {
    let file = path + "/Xauthority"
    let descriptor = open(file, O_WRONLY | O_APPEND | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    guard let secrets = FileManager.default.contents(atPath: file), secrets.count > 16 else { return }
    var host = [CChar](repeating: 0, count: 256)
    gethostname(&host, host.count - 1)
    let name = String(decoding: host.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    // 256 is the family of local sockets.
    let entry = entry(family: 256, host: name, display: String(display.drop { $0 == ":" }), Array(secrets.suffix(16)))
    _ = write(descriptor, entry, entry.count)
  }

  /// Removes the folder.
  package func remove() { Self.remove(path) }

  /// Removes a run's folder.
  static func remove(_ path: String) {
    if !path.isEmpty { try? FileManager.default.removeItem(atPath: path) }
  }
}
