import ReelGeometry

/// A table of strings, read from comma-separated values (RFC 4180).
///
/// Lines end with CR LF or LF. A value in double quotes may contain commas, line ends, and double quotes written twice.
/// The separator may also be a semicolon or a tab, whichever is most frequent in the first line.
struct CSVTable {
  /// The maximum number of values.
  static let maxValues = 200_000

  let rows: [[String]]
  /// The line of the text where each row begins, from 1.
  let lines: [Int]

  /// - Throws: `InvalidValue` if the text is not UTF-8, a quote is not closed, or there are too many values.
  init(_ bytes: [UInt8]) throws(InvalidValue) {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw InvalidValue("table", "bytes", expected: "text in UTF-8")
    }
    let scalars = Array(text.unicodeScalars.drop { $0 == "\u{FEFF}" })
    let head = scalars.prefix { $0 != "\n" }
    let separator =
      [Unicode.Scalar(","), ";", "\t"].max { a, b in head.count { $0 == a } < head.count { $0 == b } } ?? ","
    var reader = Reader(scalars: scalars, separator: separator)
    (rows, lines) = try reader.rows()
  }

  private struct Reader {
    let scalars: [Unicode.Scalar]
    let separator: Unicode.Scalar
    var index = 0
    /// The line of the text, from 1.
    var line = 1

    mutating func rows() throws(InvalidValue) -> ([[String]], lines: [Int]) {
      var rows: [[String]] = []
      var lines: [Int] = []
      var count = 0
      while index < scalars.count {
        var row: [String] = []
        let start = line
        repeat {
          row.append(try value())
          count += 1
          guard count <= CSVTable.maxValues else {
            throw InvalidValue("table", "\(count) values", expected: "at most \(CSVTable.maxValues) values")
          }
        } while step(over: separator)
        if step(over: "\r") {}
        if !step(over: "\n"), index < scalars.count {
          throw InvalidValue("table", "line \(line)", expected: "free of text after a quoted value")
        }
        line += 1
        // An empty line is not a row.
        if row != [""] {
          rows.append(row)
          lines.append(start)
        }
      }
      return (rows, lines)
    }

    private mutating func step(over scalar: Unicode.Scalar) -> Bool {
      guard index < scalars.count, scalars[index] == scalar else { return false }
      index += 1
      return true
    }

    private mutating func value() throws(InvalidValue) -> String {
      var value = String.UnicodeScalarView()
      guard step(over: "\"") else {
        while index < scalars.count, scalars[index] != separator, scalars[index] != "\n",
          !(scalars[index] == "\r" && index + 1 < scalars.count && scalars[index + 1] == "\n")
        {
          value.append(scalars[index])
          index += 1
        }
        return String(value)
      }
      let start = line
      while index < scalars.count {
        if step(over: "\"") {
          guard step(over: "\"") else { return String(value) }
          value.append("\"")
        } else {
          value.append(scalars[index])
          if scalars[index] == "\n" { line += 1 }
          index += 1
        }
      }
      throw InvalidValue("table", "line \(start)", expected: "closed by a second quote if a value begins with one")
    }
  }
}
