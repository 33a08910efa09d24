import ReelFormats
import ReelFiles
import ReelGeometry

/// Reads UJI pen characters: `WORD`, the number of strokes, and a line of points for each stroke.
///
/// Coordinates are hundredths of a millimetre; there are no times. A file holds thousands of characters; `InkOptions.index` chooses one.
enum UJIReader: InkReader {
  static let format = "UJI pen characters"

  static func recognizes(_ source: TextSource) -> Bool {
    guard source.firstByte != UInt8(ascii: "<"), source.firstByte != UInt8(ascii: "{") else { return false }
    return source.contains("NUMSTROKES") && source.contains("POINTS")
  }

  static func read(_ source: TextSource, options: InkOptions) throws(FormatError) -> Ink {
    var builder = InkBuilder(source, options: options, format: format)
    var lines = TextLines(source)
    let wanted = options.index ?? 0
    var word = -1
    /// The number of strokes still missing from the character.
    var missing = 0
    while let line = lines.next() {
      let words = source.words(in: line, atMost: 3)
      guard let keyword = words.first, !keyword.hasPrefix("//") else { continue }
      switch keyword {
      case "WORD":
        if word == wanted { break }
        word += 1
        if word == wanted { builder.name = words.count > 1 ? words[1] : "" }
        continue
      case "NUMSTROKES" where word >= 0:
        guard words.count > 1, let count = Int(words[1]), (0...10_000).contains(count) else {
          throw source.error(at: line.lowerBound, "expected a number of strokes up to 10000 after NUMSTROKES")
        }
        if word == wanted { missing = count }
        continue
      case "POINTS" where word >= 0:
        guard word == wanted else { continue }
        try readPoints(in: line, of: source, builder: &builder)
        missing -= 1
        guard missing >= 0 else {
          throw source.error(at: line.lowerBound, "expected as many POINTS as NUMSTROKES says, found more")
        }
        continue
      default:
        throw source.error(
          at: line.lowerBound, "expected WORD, NUMSTROKES or POINTS, found \(source.excerpt(at: line.lowerBound))")
      }
      // The next character begins: the wanted one is complete.
      break
    }
    guard word >= wanted else { throw source.error("expected character \(wanted), found \(word + 1), counted from 0") }
    guard missing == 0 else {
      throw source.error("expected as many POINTS as NUMSTROKES says, found \(missing) fewer")
    }
    return builder.finish()
  }

  private static func readPoints(
    in line: Range<Int>, of source: TextSource, builder: inout InkBuilder
  ) throws(FormatError) {
    let words = source.words(in: line, atMost: 3)
    guard words.count == 3, words[2] == "#" || words[2].hasPrefix("#"), let count = Int(words[1]), count >= 0,
      let mark = source.bytes[line].firstIndex(of: UInt8(ascii: "#"))
    else { throw source.error(at: line.lowerBound, "expected POINTS, their number and #") }
    builder.beginStroke()
    var position = mark + 1
    var found = 0
    source.skipSpace(at: &position, before: line.upperBound)
    while position < line.upperBound {
      let start = position
      guard let x = source.number(at: &position, before: line.upperBound),
        let y = source.number(at: &position, before: line.upperBound)
      else { throw source.error(at: position, "expected two numbers, found \(source.excerpt(at: position))") }
      try builder.add(x: x, y: y, at: start)
      found += 1
    }
    guard found == count else {
      throw source.error(at: line.lowerBound, "expected \(count) points as POINTS says, found \(found)")
    }
    builder.endStroke()
  }
}
