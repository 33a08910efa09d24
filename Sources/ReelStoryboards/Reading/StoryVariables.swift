import ReelDescriptions
import ReelGeometry

/// The variables of a storyboard: `${name}` in a text stands for the value of `name` under `vars`, and `$${` for `${`.
struct StoryVariables {
  private var values: [String: String] = [:]
  private let problems: StoryProblems
  /// The longest text that may come of it, in bytes.
  private static let longest = 20_000

  init(of root: StoryNode, _ problems: StoryProblems) {
    self.problems = problems
    guard let node = root["vars"] else { return }
    guard case .table(let entries) = node.content else {
      problems.add(node.mark, "vars has to be a table of names and values, and this is \(node.kind)")
      return
    }
    for entry in entries {
      guard StoryTime.isName(entry.key) else {
        problems.add(
          entry.mark, "a variable's name has letters, digits, hyphens and underscores, and this is “\(entry.key)”")
        continue
      }
      switch entry.value.content {
      case .text(let text): values[entry.key] = text
      case .nothing: values[entry.key] = ""
      default:
        problems.add(entry.value.mark, "a variable stands for a text or a number, and this is \(entry.value.kind)")
      }
    }
  }

  /// Returns a node with values for all variables, but for those under `vars` itself.
  func expand(_ root: StoryNode) -> StoryNode {
    guard case .table(let entries) = root.content else { return expanded(root) }
    var result = root
    result.content = .table(
      entries.map { entry in
        var entry = entry
        if entry.key != "vars" { entry.value = expanded(entry.value) }
        return entry
      })
    return result
  }

  private func expanded(_ node: StoryNode) -> StoryNode {
    var node = node
    switch node.content {
    case .nothing: break
    case .text(let text): if text.utf8.contains(UInt8(ascii: "$")) { node.content = .text(expanded(text, node.mark)) }
    case .list(let list): node.content = .list(list.map(expanded))
    case .table(let entries):
      node.content = .table(entries.map { .init(key: $0.key, mark: $0.mark, value: expanded($0.value)) })
    }
    return node
  }

  private func expanded(_ text: String, _ mark: StoryMark) -> String {
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
        let nearest = Spelling.nearest(to: name, among: values.keys).map { ": did you mean \($0)?" } ?? ""
        let known = values.isEmpty ? "there are no vars" : "there are \(values.keys.sorted().joined(separator: ", "))"
        problems.add(
          mark, "there is no variable “\(name.onOneLine(limit: 60))”\(nearest.isEmpty ? ": " + known : nearest)")
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
}
