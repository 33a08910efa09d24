import ReelDescriptions
import ReelGeometry

/// The variables of a storyboard: `${name}` in a text stands for the value of `name`, and `$${` for `${`.
struct StoryVariables {
  private(set) var values: [String: String] = [:]
  /// The longest text that may come of it, in bytes.
  private static let longest = 20_000

  /// No variables.
  init() {}

  /// Variables of names and values.
  init(_ values: [String: String]) { self.values = values }

  /// Sets a variable, instead of what it was before.
  mutating func set(_ name: String, _ value: String) { values[name] = value }

  /// Returns these variables with others, which count where both have a name.
  func replaced(by others: StoryVariables) -> StoryVariables {
    StoryVariables(values.merging(others.values) { $1 })
  }

  /// Reads names and values from a table; a value may refer to those above it.
  ///
  /// - Parameters:
  ///   - node: the table; nil for none.
  ///   - name: what messages call it.
  ///   - given: values that count instead of those in the table.
  mutating func read(_ node: StoryNode?, named name: String, given: StoryVariables, _ problems: StoryProblems) {
    defer { self = replaced(by: given) }
    guard let node else { return }
    if case .nothing = node.content { return }
    guard case .table(let entries) = node.content else {
      problems.add(node.mark, "\(name) has to be a table of names and values, and this is \(node.kind)")
      return
    }
    for entry in entries {
      guard StoryTime.isName(entry.key) else {
        problems.add(
          entry.mark, "a variable's name has letters, digits, hyphens and underscores, and this is “\(entry.key)”")
        continue
      }
      if let value = given.values[entry.key] {
        values[entry.key] = value
        continue
      }
      switch entry.value.content {
      case .text(let text): values[entry.key] = expanded(text, entry.value.mark, problems)
      case .nothing: values[entry.key] = ""
      default:
        problems.add(entry.value.mark, "a variable stands for a text or a number, and this is \(entry.value.kind)")
      }
    }
  }

  /// Returns a text with values for its variables.
  func expanded(_ text: String, _ mark: StoryMark, _ problems: StoryProblems) -> String {
    guard text.utf8.contains(UInt8(ascii: "$")) else { return text }
    var result = ""
    var rest = text[...]
    while let start = rest.firstRange(of: "${") {
      let before = rest[..<start.lowerBound]
      rest = rest[start.upperBound...]
      if before.last == "$" {
        result += before.dropLast() + "${"
        continue
      }
      result += before
      guard let end = rest.firstIndex(of: "}") else {
        problems.add(mark, "a variable begins with ${ and does not end: write } behind its name, or $${ for the signs")
        return text
      }
      let name = String(rest[..<end])
      rest = rest[rest.index(after: end)...]
      guard let value = values[name] else {
        problems.add(mark, "there is no variable “\(name.onOneLine(limit: 60))”: " + advice(name))
        return text
      }
      result += value
      guard result.utf8.count <= Self.longest else {
        problems.add(mark, "with its variables this text has more than \(Self.longest) bytes")
        return text
      }
    }
    return result + rest
  }

  private func advice(_ name: String) -> String {
    if let nearest = Spelling.nearest(to: name, among: values.keys) { return "did you mean \(nearest)?" }
    return values.isEmpty ? "there are no vars" : "there are \(values.keys.sorted().joined(separator: ", "))"
  }
}
