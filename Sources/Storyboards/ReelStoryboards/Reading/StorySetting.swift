import ReelGeometry

/// A value from outside that replaces one in a storyboard: `film.size`, `vars.name`, `scenes.0.seconds`.
struct StorySetting {
  private let key: String
  private let value: String

  init(_ key: String, _ value: String) {
    self.key = key
    self.value = value
  }

  /// Sets the value at the key path, and creates missing tables along it.
  func apply(to root: inout StoryNode, _ problems: StoryProblems) {
    let mark = StoryMark.option("--set \(key)")
    let words = key.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard words.count <= 16, !words.contains("") else {
      return problems.add(mark, "this is not a key path: separate keys with dots, as in film.size")
    }
    if !set(words[...], in: &root, mark) {
      problems.add(
        mark, "the storyboard has no such key: use its own keys, such as film.size or scenes.0.seconds")
    }
  }

  private func set(_ words: ArraySlice<String>, in node: inout StoryNode, _ mark: StoryMark) -> Bool {
    guard let word = words.first else {
      node = StoryNode(mark: mark, content: .text(value))
      return true
    }
    switch node.content {
    case .text: return false
    case .list(var list):
      guard let index = Int(word), list.indices.contains(index) else { return false }
      guard set(words.dropFirst(), in: &list[index], mark) else { return false }
      node.content = .list(list)
    case .nothing, .table:
      var entries: [StoryNode.Entry] = []
      if case .table(let known) = node.content { entries = known }
      if let index = entries.firstIndex(where: { $0.key == word }) {
        guard set(words.dropFirst(), in: &entries[index].value, mark) else { return false }
      } else {
        var new = StoryNode(mark: mark, content: .nothing)
        guard set(words.dropFirst(), in: &new, mark) else { return false }
        entries.append(.init(key: word, mark: mark, value: new))
      }
      node.content = .table(entries)
    }
    return true
  }
}
