import ReelPlatform

/// Reads Linux's files about the system.
enum SystemText {
  /// Reads a short system file, which reports no size; nil if it does not exist.
  static func at(_ path: String) -> String? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 14)
    let count = read(file, &bytes, bytes.count)
    return count > 0 ? String(decoding: bytes.prefix(count), as: UTF8.self) : nil
  }

  /// Returns the number after a name at the beginning of a line.
  static func value(of name: String, in text: String) -> Int? {
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ", omittingEmptySubsequences: true)
      if words.count > 1, words[0] == name { return Int(words[1]) }
    }
    return nil
  }
}
