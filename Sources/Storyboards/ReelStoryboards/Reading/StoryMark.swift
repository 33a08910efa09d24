import ReelGeometry

/// A position in the text of a storyboard.
struct StoryMark: Hashable, Sendable, Comparable {
  /// The file, by the name that messages use.
  var file: String
  /// The line, from 1.
  var line: Int
  /// The column in Unicode scalars, from 1.
  var column: Int

  /// The mark for a problem with a command-line option.
  static func option(_ name: String) -> StoryMark { StoryMark(file: name, line: 0, column: 0) }

  static func < (a: StoryMark, b: StoryMark) -> Bool { (a.file, a.line, a.column) < (b.file, b.line, b.column) }
}

/// A node of a storyboard's text, with its position.
struct StoryNode: Sendable {
  /// Its content.
  enum Content: Sendable {
    /// A key without a value.
    case nothing
    /// A string or a number; as in YAML 1.2, `no` is a string.
    case text(String)
    case list([StoryNode])
    case table([Entry])
  }

  /// A key of a mapping with its value.
  struct Entry: Sendable {
    var key: String
    var mark: StoryMark
    var value: StoryNode
  }

  var mark: StoryMark
  var content: Content
  /// Whether this is the last node of a row of `each`, whose transition leads to the next row's scene.
  var isRepeated = false

  /// The text, if there is one.
  var text: String? { if case .text(let text) = content { text } else { nil } }

  /// The value of a key, if this is a table that has it.
  subscript(key: String) -> StoryNode? {
    guard case .table(let entries) = content else { return nil }
    return entries.first { $0.key == key }?.value
  }

  /// A description for messages.
  var kind: String {
    switch content {
    case .nothing: "nothing"
    case .text(let text): "“\(text.namingInvisible(limit: 60))”"
    case .list: "a list"
    case .table: "a table"
    }
  }
}
