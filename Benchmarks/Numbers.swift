import Foundation

/// Returns the number in the middle; the mean of the two in the middle of an even count.
func median(_ values: [Double]) -> Double {
  guard !values.isEmpty else { return .nan }
  let sorted = values.sorted()
  let middle = sorted.count / 2
  return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

/// Writes a number with so many decimals.
func fixed(_ number: Double, _ decimals: Int) -> String {
  number.isFinite ? String(format: "%.\(decimals)f", number) : "–"
}

/// Writes seconds as whole milliseconds.
func milliseconds(_ seconds: Double) -> String { fixed(seconds * 1000, 0) }

/// Writes a row of a table in Markdown.
///
/// - Parameter widths: the least width of each cell; the first cell is set to the left, the others to the right.
func tableRow(_ cells: [String], widths: [Int]) -> String {
  let padded = zip(cells, widths).enumerated().map { index, cell in
    let space = String(repeating: " ", count: max(0, cell.1 - cell.0.count))
    return index == 0 ? cell.0 + space : space + cell.0
  }
  return "| " + padded.joined(separator: " | ") + " |"
}

/// Writes the line below a table's heading.
func tableRule(widths: [Int]) -> String {
  tableRow(
    widths.enumerated().map {
      $0 == 0 ? String(repeating: "-", count: $1) : String(repeating: "-", count: $1 - 1) + ":"
    },
    widths: widths)
}
