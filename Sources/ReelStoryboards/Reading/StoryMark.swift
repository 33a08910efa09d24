import ReelGeometry

/// Where something stands in the text of a storyboard.
struct StoryMark: Hashable, Sendable, Comparable {
  /// The file, by the name that messages use.
  var file: String
  /// The line, from 1.
  var line: Int
  /// The column in Unicode scalars, from 1.
  var column: Int

  static func < (a: StoryMark, b: StoryMark) -> Bool { (a.file, a.line, a.column) < (b.file, b.line, b.column) }
}

/// A piece of a storyboard's text, with where it stands.
struct StoryNode: Sendable {
  /// What stands there.
  enum Content: Sendable {
    /// A key without a value.
    case nothing
    /// A text or a number; YAML 1.2, in which `no` is a text.
    case text(String)
    case list([StoryNode])
    case table([Entry])
  }

  /// A key of a table with its value.
  struct Entry: Sendable {
    var key: String
    var mark: StoryMark
    var value: StoryNode
  }

  var mark: StoryMark
  var content: Content
  /// Whether it is the last one that a row of `each` made: what it leads into is not its own affair.
  var isRepeated = false

  /// The text, where there is one.
  var text: String? { if case .text(let text) = content { text } else { nil } }

  /// The value of a key, where this is a table that has it.
  subscript(key: String) -> StoryNode? {
    guard case .table(let entries) = content else { return nil }
    return entries.first { $0.key == key }?.value
  }

  /// What it is, in words of a message.
  var kind: String {
    switch content {
    case .nothing: "nothing"
    case .text(let text): "“\(text.onOneLine(limit: 60))”"
    case .list: "a list"
    case .table: "a table"
    }
  }
}
