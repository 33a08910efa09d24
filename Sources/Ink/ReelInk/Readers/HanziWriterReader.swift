import ReelFormats
import ReelFiles
import ReelGeometry

/// Reads characters of Hanzi Writer and Make Me a Hanzi, one per file or per line, as the medians of their strokes.
///
/// A pen follows the medians. They lie in a square of 1024 units with y growing upwards from −124 to 900. Outlines are ignored.
enum HanziWriterReader: InkReader {
  static let format = "Hanzi Writer"

  /// The upper edge of the square.
  private static let top = 900.0

  static func recognizes(_ source: TextSource) -> Bool {
    source.outline.arrays == 0 && source.outline.names.isSuperset(of: ["strokes", "medians"])
  }

  static func read(_ source: TextSource, options: InkOptions) throws(FormatError) -> Ink {
    var parser = JSONParser(source, pointLimit: options.pointLimit)
    let wanted = options.index ?? 0
    var index = 0
    while !parser.isAtEnd() {
      let start = parser.position
      let character = try parser.value()
      guard index == wanted else {
        index += 1
        continue
      }
      return try ink(of: character, at: start, in: source, options: options)
    }
    throw source.error("expected character \(wanted), found \(index), counted from 0")
  }

  private static func ink(
    of character: JSONValue, at start: Int, in source: TextSource, options: InkOptions
  ) throws(FormatError) -> Ink {
    var builder = InkBuilder(source, options: options, format: format)
    builder.name = character["character"]?.string ?? ""
    guard let medians = character["medians"]?.elements else {
      throw source.error(at: start, "expected an array of medians")
    }
    for (number, median) in medians.enumerated() {
      var points: [Point] = []
      for pair in median.elements ?? [] {
        guard let pair = pair.numbers, pair.count == 2 else {
          throw source.error(at: start, "expected pairs of numbers in median \(number), counted from 0")
        }
        points.append(Point(x: pair[0], y: top - pair[1]))
      }
      try builder.addExpected(Path(points: points), at: start)
    }
    return builder.finish()
  }
}
