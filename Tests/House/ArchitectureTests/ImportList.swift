/// The modules that Swift source text imports.
///
/// The text is read line by line, so an `import` inside a multi-line string would count too; none is needed.
enum ImportList {
  private static let accessLevels: Set<Substring> = [
    "public", "package", "internal", "fileprivate", "private",
  ]
  private static let kinds: Set<Substring> = [
    "class", "enum", "func", "let", "protocol", "struct", "typealias", "var",
  ]

  /// Lists the imported modules of a file's text in order, each as often as it is imported.
  static func modules(in source: String) -> [String] {
    source.split(whereSeparator: \.isNewline).flatMap { line in
      line.split(separator: ";").compactMap { module(inStatement: $0) }
    }
  }

  private static func module(inStatement statement: Substring) -> String? {
    var words = statement.split(whereSeparator: \.isWhitespace)[...]
    while let word = words.first, word.hasPrefix("@") || accessLevels.contains(word) {
      words.removeFirst()
    }
    guard words.first == "import" else { return nil }
    words.removeFirst()
    if let word = words.first, kinds.contains(word) {
      words.removeFirst()
    }
    // `import struct Foundation.URL` and submodules name the module first.
    return words.first?.split(separator: ".").first.map(String.init)
  }
}
