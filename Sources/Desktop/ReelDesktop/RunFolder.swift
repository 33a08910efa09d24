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
    func counted(_ bytes: [UInt8]) -> [UInt8] { [UInt8(bytes.count >> 8), UInt8(bytes.count & 255)] + bytes }
    // A secret for any host and any display, as the server chooses the display itself.
    let entry = [255, 255] + counted([]) + counted([]) + counted(Array("MIT-MAGIC-COOKIE-1".utf8)) + counted(cookie)
    guard
      FileManager.default.createFile(atPath: authority, contents: Data(entry), attributes: [.posixPermissions: 0o600])
    else { throw SystemError(errno, "open", path: authority) }
  }

  /// Removes the folder.
  package func remove() { Self.remove(path) }

  /// Removes a run's folder.
  static func remove(_ path: String) {
    if !path.isEmpty { try? FileManager.default.removeItem(atPath: path) }
  }
}
