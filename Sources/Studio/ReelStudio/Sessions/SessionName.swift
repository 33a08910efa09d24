import ReelTiming

#if canImport(FoundationEssentials)
  import FoundationEssentials
#endif
import Foundation

/// The names of session files: the task, and the time of the start.
enum SessionName {
  /// The maximum length of the task in a name, in bytes.
  static let longest = 40

  /// Returns the beginning of a name: letters and digits, with hyphens for everything else.
  static func stem(_ text: String, longest: Int = longest) -> String {
    var stem = ""
    for character in text {
      let next = character.isLetter || character.isNumber ? String(character) : "-"
      if next == "-", stem.isEmpty || stem.hasSuffix("-") { continue }
      guard stem.utf8.count + next.utf8.count <= longest else { break }
      stem += next
    }
    while stem.hasSuffix("-") { stem.removeLast() }
    return stem.isEmpty ? "sheet" : stem
  }

  /// Returns the end of a name, in the machine's time zone: `2026-11-23-153012`.
  static func date(_ date: Date = Date()) -> String {
    let pattern = try? DatePattern("yyyy-MM-dd-HHmmss", timeZone: TimeZone.current.identifier)
    return pattern?.text(at: date) ?? "\(Int(clamping: date.timeIntervalSince1970))"
  }
}
