import ReelFiles
import ReelFormats
import ReelGeometry

/// A table of strings, read from comma-separated values (RFC 4180) in UTF-8, UTF-16 or Latin-1.
///
/// Lines end with CR LF, LF or CR. A value in double quotes may contain commas, line ends, and double quotes written twice.
/// The separator may also be a semicolon or a tab, whichever is most frequent in the first line, or what a line `sep=;` before the
/// table names.
struct CSVTable {
  /// The maximum number of values.
  static let maxValues = 200_000

  let rows: [[String]]
  /// The line of the text where each row begins, from 1.
  let lines: [Int]

  /// - Throws: `InvalidValue` if the file is not text, a quote is not closed, or there are too many values.
  init(_ bytes: [UInt8]) throws(InvalidValue) {
    let utf8: [UInt8]
    do throws(FormatError) {
      utf8 = try TextEncoding.utf8(bytes, name: "table")
    } catch {
      throw InvalidValue("table", "file", sentence: "the table cannot be read: \(error.reason)")
    }
    let scalars = Array(String(decoding: utf8, as: UTF8.self).unicodeScalars)
    let head = scalars.prefix { !$0.endsLine }
    let isDeclaration = head.count == 5 && String(String.UnicodeScalarView(head.prefix(4))).lowercased() == "sep="
    var isQuoted = false
    let plain = head.filter { scalar in
      if scalar == "\"" { isQuoted.toggle() }
      return !isQuoted
    }
    let usual = [Unicode.Scalar(","), ";", "\t"].max { a, b in plain.count { $0 == a } < plain.count { $0 == b } }
    let separator = isDeclaration ? head[4] : usual ?? ","
    var reader = Reader(scalars: scalars, separator: separator)
    if isDeclaration { reader.skip(head.count) }
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
        guard stepOverLineEnd() || index == scalars.count else {
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

    /// Skips a line of a given length.
    mutating func skip(_ length: Int) {
      index += length
      if stepOverLineEnd() { line += 1 }
    }

    private mutating func stepOverLineEnd() -> Bool {
      if step(over: "\r") {
        _ = step(over: "\n")
        return true
      }
      return step(over: "\n")
    }

    private mutating func step(over scalar: Unicode.Scalar) -> Bool {
      guard index < scalars.count, scalars[index] == scalar else { return false }
      index += 1
      return true
    }

    private mutating func value() throws(InvalidValue) -> String {
      var value = String.UnicodeScalarView()
      guard step(over: "\"") else {
        while index < scalars.count, scalars[index] != separator, !scalars[index].endsLine {
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
          let next = index + 1 < scalars.count ? scalars[index + 1] : " "
          if scalars[index] == "\n" || scalars[index] == "\r" && next != "\n" { line += 1 }
          index += 1
        }
      }
      throw InvalidValue("table", "line \(start)", expected: "closed by a second quote if a value begins with one")
    }
  }
}

extension Unicode.Scalar {
  fileprivate var endsLine: Bool { self == "\n" || self == "\r" }
}
