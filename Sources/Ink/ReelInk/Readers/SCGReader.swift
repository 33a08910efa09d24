import ReelFormats
import ReelFiles
import ReelGeometry

/// Reads ink of the Symbolic Computation Group in Waterloo (`.scg`, `.scgink`).
///
/// A file has `SCG_INK`, the number of strokes, and for each stroke its number of points and a line for every point. y grows downwards;
/// there are no times.
enum SCGReader: InkReader {
  static let format = "SCG Ink"

  private static let mark: StaticString = "SCG_INK"

  static func recognizes(_ source: TextSource) -> Bool {
    guard let start = source.bytes.firstIndex(where: { !TextSource.isSpace($0) }) else { return false }
    return source.firstIndex(of: mark) == start
  }

  static func read(_ source: TextSource, options: InkOptions) throws(FormatError) -> Ink {
    var builder = InkBuilder(source, options: options, format: format)
    let end = source.bytes.count
    guard let start = source.firstIndex(of: mark) else { throw source.error("expected SCG_INK, found none") }
    var position = start + mark.utf8CodeUnitCount
    func number(_ what: String) throws(FormatError) -> Double {
      source.skipSpace(at: &position, before: end)
      guard let value = source.number(at: &position, before: end) else {
        throw source.error(at: position, "expected \(what), found \(source.excerpt(at: position))")
      }
      return value
    }
    func count(_ what: String) throws(FormatError) -> Int {
      source.skipSpace(at: &position, before: end)
      let start = position
      guard let count = Int(exactly: try number(what)), (0...1_000_000_000).contains(count) else {
        throw source.error(at: start, "expected \(what), found \(source.excerpt(at: start))")
      }
      return count
    }
    for _ in 0..<(try count("the number of strokes")) {
      builder.beginStroke()
      for _ in 0..<(try count("the number of points of a stroke")) {
        let start = position
        let x = try number("x of a point")
        try builder.add(x: x, y: try number("y of a point"), at: start)
      }
      builder.endStroke()
    }
    source.skipSpace(at: &position, before: end)
    guard position == end else {
      throw source.error(at: position, "expected no more strokes, found \(source.excerpt(at: position))")
    }
    return builder.finish()
  }
}
