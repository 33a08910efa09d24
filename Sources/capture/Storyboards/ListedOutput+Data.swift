import Reel

extension ListedOutput {
  /// Returns the output with its name pattern filled in for a row of a table.
  func named(by data: DataOptions, for row: [String: String], now: FilmDate) throws -> ListedOutput {
    let (prefix, _, name) = OutputFile.split(path)
    guard name.contains(where: { "{}".contains($0) }) else { return self }
    var output = self
    output.path = prefix + (try data.names([name], for: row, now: now)[0])
    return output
  }
}
