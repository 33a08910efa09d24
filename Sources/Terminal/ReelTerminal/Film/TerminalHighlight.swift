import ReelDescriptions
import ReelGeometry

/// A part of a terminal's screen: rows and columns, counted from 1.
public struct TerminalRegion: Hashable, Sendable, CustomStringConvertible {
  /// The rows.
  public var rows: ClosedRange<Int>
  /// The columns.
  public var columns: ClosedRange<Int>

  /// Creates a region.
  ///
  /// - Parameters:
  ///   - rows: The rows, counted from 1.
  ///   - columns: The columns, counted from 1.
  public init(rows: ClosedRange<Int>, columns: ClosedRange<Int>) { (self.rows, self.columns) = (rows, columns) }

  /// Parses a region given by its first and last cell, each as row and column: `3:1-5:40`.
  ///
  /// - Throws: `InvalidValue` if the text is not a region.
  public init(parsing text: String) throws(InvalidValue) {
    let numbers = text.split(separator: "-").flatMap { $0.split(separator: ":").map { Int($0) } }
    let sides = numbers.compactMap(\.self).filter(Terminal.sides.contains)
    guard text.contains("-"), numbers.count == 4, sides.count == 4, sides[0] <= sides[2], sides[1] <= sides[3] else {
      throw InvalidValue("region", text, expected: "its first and last cell as row:column, such as 3:1-5:40")
    }
    self.init(rows: sides[0]...sides[2], columns: sides[1]...sides[3])
  }

  /// The first and last cell: `3:1-5:40`.
  public var description: String {
    "\(rows.lowerBound):\(columns.lowerBound)-\(rows.upperBound):\(columns.upperBound)"
  }
}

extension Terminal {
  /// Returns the row and shown columns, from 0, of each occurrence of a text.
  ///
  /// - Parameter words: The text, within a row.
  func occurrences(of words: String) -> [(row: Int, columns: Range<Int>)] {
    let wanted = Array(words.unicodeScalars)
    guard !wanted.isEmpty else { return [] }
    var found: [(Int, Range<Int>)] = []
    for row in 0..<rows {
      var (scalars, columns): ([Unicode.Scalar], [Range<Int>]) = ([], [])
      for (column, cell) in cells(ofRow: row).enumerated() where cell.width > 0 {
        for scalar in (cell.isBlank ? " " : text(of: cell)).unicodeScalars {
          scalars.append(scalar)
          columns.append(column..<column + Int(cell.width))
        }
      }
      var start = 0
      while start + wanted.count <= scalars.count {
        guard scalars[start] == wanted[0], scalars[start..<start + wanted.count].elementsEqual(wanted) else {
          start += 1
          continue
        }
        let range = columns[start].lowerBound..<columns[start + wanted.count - 1].upperBound
        found.append((row, ShownRow(self, row: row).columns(range)))
        start += wanted.count
      }
    }
    return found
  }
}
