import Foundation

/// The machine of the measurements, without which numbers mean little.
struct Machine: Codable, CustomStringConvertible {
  var processor: String
  var cores: Int
  var system: String

  init() {
    cores = ProcessInfo.processInfo.activeProcessorCount
    processor = Self.value(of: "model name", in: "/proc/cpuinfo", separator: ":") ?? "an unnamed processor"
    system =
      Self.value(of: "PRETTY_NAME", in: "/etc/os-release", separator: "=")
      ?? ProcessInfo.processInfo.operatingSystemVersionString
  }

  var description: String { "\(processor), \(cores) cores, \(system)" }

  /// Returns the value of a name in a file of lines.
  private static func value(of name: String, in file: String, separator: Character) -> String? {
    guard let text = try? String(contentsOfFile: file, encoding: .utf8) else { return nil }
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: separator, maxSplits: 1)
      guard parts.count == 2, parts[0].trimmingCharacters(in: .whitespaces) == name else { continue }
      return parts[1].trimmingCharacters(in: .whitespaces.union(["\""]))
    }
    return nil
  }
}
