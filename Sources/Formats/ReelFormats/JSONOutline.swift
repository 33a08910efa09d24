import ReelGeometry

/// The outline of a JSON text, by which formats are recognized.
///
/// A format's keyword may also occur in a user's text, but not as the name of a member of the first object.
package struct JSONOutline: Equatable {
  /// The number of arrays that open before the first object.
  package private(set) var arrays = 0
  /// The names of that object's own members, as written.
  package private(set) var names: Set<String> = []

  private static let nameLimit = 1000

  /// Scans a text up to the end of its first object; damage ends the scan.
  package init(_ bytes: [UInt8]) {
    var index = 0
    Self.skipSpace(bytes, &index)
    while index < bytes.count, bytes[index] == UInt8(ascii: "["), arrays < JSONParser.depthLimit {
      arrays += 1
      index += 1
      Self.skipSpace(bytes, &index)
    }
    guard index < bytes.count, bytes[index] == UInt8(ascii: "{") else { return }
    var depth = 0
    while index < bytes.count, names.count < Self.nameLimit {
      switch bytes[index] {
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        if depth == 0 { return }
      case UInt8(ascii: "\""):
        let text = Self.string(bytes, &index)
        guard depth == 1 else { continue }
        Self.skipSpace(bytes, &index)
        if index < bytes.count, bytes[index] == UInt8(ascii: ":") {
          names.insert(String(decoding: bytes[text].prefix(100), as: UTF8.self))
        }
        continue
      default: break
      }
      index += 1
    }
  }

  /// Skips a string, and returns the range of its text.
  private static func string(_ bytes: [UInt8], _ index: inout Int) -> Range<Int> {
    index += 1
    let start = index
    while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
      index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    let end = min(index, bytes.count)
    index = min(index + 1, bytes.count)
    return start..<end
  }

  private static func skipSpace(_ bytes: [UInt8], _ index: inout Int) {
    while index < bytes.count, TextSource.isSpace(bytes[index]) { index += 1 }
  }
}
