import ReelDescriptions
import ReelGeometry

/// The rows that a scene is repeated for, from a CSV file or a list in the text.
struct StoryRows {
  /// The maximum number of rows.
  static let most = 2000
  /// The maximum file size, in bytes.
  static let longestFile = 1 << 20

  /// The values of each row by column name; `n` is its number, from 1.
  private(set) var rows: [StoryVariables] = []

  /// Reads the file that a string names, or a list of strings or tables.
  init(_ node: StoryNode, files: StoryFiles, _ problems: StoryProblems) {
    switch node.content {
    case .text(let name):
      do throws(StoryFiles.Refusal) {
        let bytes = try files.bytes(of: name, at: node.mark, limit: Self.longestFile).bytes
        readTable(bytes, file: name, mark: node.mark, problems)
      } catch {
        problems.add(node.mark, error.message)
      }
    case .list(let list):
      guard list.count <= Self.most else {
        problems.add(node.mark, "each takes at most \(Self.most) rows, but there are \(list.count)")
        return
      }
      if list.isEmpty { problems.add(node.mark, "each has no rows: add at least one, or leave the scene out") }
      for (index, row) in list.enumerated() { addRow(row, number: index + 1, problems) }
    default:
      problems.add(
        node.mark, "each takes a CSV file such as words.csv or a list such as [A, B, C], but this is \(node.kind)")
    }
  }

  /// Reads the rows of a CSV file whose first row names the columns.
  ///
  /// - Parameters:
  ///   - file: Its name in messages.
  ///   - mark: The position of that name, for problems of the whole file.
  init(csv bytes: [UInt8], file: String, mark: StoryMark, _ problems: StoryProblems) {
    readTable(bytes, file: file, mark: mark, problems)
  }

  private mutating func readTable(_ bytes: [UInt8], file: String, mark: StoryMark, _ problems: StoryProblems) {
    let table: CSVTable
    do throws(InvalidValue) {
      table = try CSVTable(bytes)
    } catch {
      // A mark in the table itself already names the file.
      problems.add(mark, mark.file == file ? "\(error)" : "\(file.onOneLine(limit: 200)): \(error)")
      return
    }
    guard let header = table.rows.first, table.rows.count > 1 else {
      problems.add(
        mark,
        "\(mark.file == file ? "the table" : file.onOneLine(limit: 200)) needs a row with the names of the columns, and at least one row of values"
      )
      return
    }
    guard table.rows.count - 1 <= Self.most else {
      problems.add(
        mark, "\(file.onOneLine(limit: 200)) has \(table.rows.count - 1) rows: at most \(Self.most) are supported")
      return
    }
    let names = header.map(Self.trimmed)
    for (index, name) in names.enumerated() {
      let header = StoryMark(file: file, line: table.lines[0], column: 1)
      if name.isEmpty { problems.add(header, "column \(index + 1) has no name: the first row names the columns") }
      if name.contains("}") { problems.add(header, "the name of column \(index + 1) contains a brace: remove it") }
      if !name.isEmpty, names[..<index].contains(name) {
        problems.add(header, "two columns have the name “\(name.onOneLine(limit: 60))”: rename one")
      }
    }
    for (index, row) in table.rows.enumerated().dropFirst() {
      guard row.count == names.count else {
        problems.add(
          StoryMark(file: file, line: table.lines[index], column: 1),
          "this row has \(row.count) \(row.count == 1 ? "value" : "values"), but the header has \(names.count) \(names.count == 1 ? "column" : "columns")"
        )
        continue
      }
      var values = StoryVariables(["n": "\(index)"])
      for (name, value) in zip(names, row) { values.set(name, value) }
      rows.append(values)
    }
  }

  private mutating func addRow(_ node: StoryNode, number: Int, _ problems: StoryProblems) {
    var values = StoryVariables(["n": "\(number)"])
    switch node.content {
    case .text(let text): values.set("item", text)
    case .nothing: values.set("item", "")
    case .table: values.read(node, named: "a row of each", given: StoryVariables(), problems)
    case .list:
      return problems.add(node.mark, "a row of each must be a text or a table of names and values, not a list")
    }
    rows.append(values)
  }

  private static func trimmed(_ text: String) -> String {
    String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}
