import Foundation

/// Returns the median: the middle number, or the mean of the two middle numbers of an even count.
func median(_ values: [Double]) -> Double {
  guard !values.isEmpty else { return .nan }
  let sorted = values.sorted()
  let middle = sorted.count / 2
  return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

/// Formats a number with a number of decimals.
func fixed(_ number: Double, _ decimals: Int) -> String {
  number.isFinite ? String(format: "%.\(decimals)f", number) : "–"
}

/// Formats seconds as whole milliseconds.
func milliseconds(_ seconds: Double) -> String { fixed(seconds * 1000, 0) }

/// Formats a row of a table in Markdown.
///
/// - Parameter widths: The minimum width of each cell; the first cell is left-aligned, the others right-aligned.
func tableRow(_ cells: [String], widths: [Int]) -> String {
  let padded = zip(cells, widths).enumerated().map { index, cell in
    let space = String(repeating: " ", count: max(0, cell.1 - cell.0.count))
    return index == 0 ? cell.0 + space : space + cell.0
  }
  return "| " + padded.joined(separator: " | ") + " |"
}

/// Formats the line below a table's header.
func tableRule(widths: [Int]) -> String {
  tableRow(
    widths.enumerated().map {
      $0 == 0 ? String(repeating: "-", count: $1) : String(repeating: "-", count: $1 - 1) + ":"
    },
    widths: widths)
}
