import ReelDescriptions
import ReelGeometry

/// The variables of a storyboard.
///
/// In texts, `${name}` is replaced by the value of `name`, and `$${` by `${`.
struct StoryVariables {
  private(set) var values: [String: String] = [:]
  /// The maximum length of a text with values, in bytes.
  private static let longest = 20_000

  /// Creates an empty set of variables.
  init() {}

  /// Creates variables from names and values.
  init(_ values: [String: String]) { self.values = values }

  /// Sets a variable, replacing its previous value.
  mutating func set(_ name: String, _ value: String) { values[name] = value }

  /// Returns these variables with others, which take precedence.
  func replaced(by others: StoryVariables) -> StoryVariables {
    StoryVariables(values.merging(others.values) { $1 })
  }

  /// Reads names and values from a mapping; a value may refer to those above it.
  ///
  /// - Parameters:
  ///   - node: The mapping; nil for none.
  ///   - name: Its name in messages.
  ///   - given: Values that override those in the table.
  mutating func read(_ node: StoryNode?, named name: String, given: StoryVariables, _ problems: StoryProblems) {
    defer { self = replaced(by: given) }
    guard let node else { return }
    if case .nothing = node.content { return }
    guard case .table(let entries) = node.content else {
      problems.add(node.mark, "\(name) must be a table of names and values, but this is \(node.kind)")
      return
    }
    for entry in entries {
      guard StoryTime.isName(entry.key) else {
        problems.add(
          entry.mark,
          "a variable's name consists of letters, digits, hyphens and underscores, but this is “\(entry.key)”")
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
        problems.add(entry.value.mark, "a variable must be a text or a number, but this is \(entry.value.kind)")
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
        problems.add(
          mark, "a variable begins with ${ but does not end: write } after its name, or $${ for a literal ${")
        return text
      }
      let name = String(rest[..<end])
      rest = rest[rest.index(after: end)...]
      guard let value = values[name] else {
        problems.add(mark, "unknown variable “\(name.onOneLine(limit: 60))”: " + advice(name))
        return text
      }
      result += value
      guard result.utf8.count <= Self.longest else {
        problems.add(mark, "with its variables, this text has more than \(Self.longest) bytes")
        return text
      }
    }
    return result + rest
  }

  private func advice(_ name: String) -> String {
    if let nearest = Spelling.nearest(to: name, among: values.keys) { return "did you mean \(nearest)?" }
    return values.isEmpty ? "no vars are defined" : "there are \(values.keys.sorted().joined(separator: ", "))"
  }
}
