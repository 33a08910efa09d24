import ReelGeometry
import Yams

/// Parses the untrusted text of a storyboard into nodes.
///
/// Long files and lines, deep nesting, and aliases that could expand a few lines to gigabytes are refused before
/// parsing.
enum StoryText {
  static let longestFile = 1 << 18
  private static let longestLine = 8000
  private static let deepest = 32
  private static let deepestIndent = 160
  private static let maxNodes = 50_000

  /// Parses a text.
  ///
  /// - Returns: The root, or nil if problems were found.
  static func parse(_ bytes: [UInt8], file: String, _ problems: StoryProblems) -> StoryNode? {
    let top = StoryMark(file: file, line: 1, column: 1)
    guard bytes.count <= longestFile else {
      problems.add(top, "the file is too large: a storyboard can have at most \(longestFile) bytes")
      return nil
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      problems.add(top, "the file is not UTF-8 text")
      return nil
    }
    if let limit = exceededLimit(bytes) {
      problems.add(StoryMark(file: file, line: limit.line, column: 1), limit.message)
      return nil
    }
    do {
      guard let root = try Yams.compose(yaml: text, .basic) else {
        problems.add(top, "the file is empty: a storyboard needs scenes")
        return nil
      }
      var count = 0
      return convert(root, file, depth: 0, &count, problems)
    } catch {
      let (mark, message) = sentence(for: error, file, bytes)
      problems.add(mark, message)
      return nil
    }
  }

  /// Looks for text that would take too much work to parse.
  private static func exceededLimit(_ bytes: [UInt8]) -> (line: Int, message: String)? {
    var (line, length, depth, indent, isIndent) = (1, 0, 0, 0, true)
    var (anchors, aliases) = (0, 0)
    var before = UInt8(ascii: "\n")
    for (index, byte) in bytes.enumerated() {
      if byte == UInt8(ascii: "\n") {
        (line, length, indent, isIndent) = (line + 1, 0, 0, true)
      } else {
        length += 1
        if isIndent, " -?:".utf8.contains(byte) { indent += 1 } else { isIndent = false }
      }
      switch byte {
      case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"): depth = max(0, depth - 1)
      case UInt8(ascii: "&"), UInt8(ascii: "*"):
        let after = index + 1 < bytes.count ? bytes[index + 1] : UInt8(ascii: " ")
        if " \n\t,[{:-?".utf8.contains(before), !" \n\t".utf8.contains(after) {
          if byte == UInt8(ascii: "&") { anchors += 1 } else { aliases += 1 }
        }
      default: break
      }
      before = byte
      if length > longestLine { return (line, "the line has more than \(longestLine) bytes: break it") }
      if depth > deepest || indent > deepestIndent {
        return (line, "this is nested more than \(deepest) levels deep")
      }
    }
    // Aliases within anchored nodes multiply: k anchors that share m aliases expand to (m/k + 1)^k nodes.
    var growth = 1.0
    for share in 1...max(1, min(anchors, 64)) {
      var size = 1.0
      for _ in 0..<min(share, anchors) { size *= Double(aliases) / Double(share) + 1 }
      growth = max(growth, size)
    }
    if growth > 1e6 { return (1, "its anchors and aliases could expand without bound: use vars instead") }
    return nil
  }

  private static func convert(
    _ node: Node, _ file: String, depth: Int, _ count: inout Int, _ problems: StoryProblems
  ) -> StoryNode? {
    let mark = mark(node.mark, file)
    count += 1
    guard depth <= deepest, count <= maxNodes else {
      problems.add(
        mark,
        depth > deepest ? "this is nested more than \(deepest) levels deep" : "there are more than \(maxNodes) values")
      return nil
    }
    switch node {
    case .scalar(let scalar):
      let isNothing = scalar.style == .plain && ["", "~", "null"].contains(scalar.string)
      return StoryNode(mark: mark, content: isNothing ? .nothing : .text(scalar.string))
    case .sequence(let sequence):
      var list: [StoryNode] = []
      for element in sequence {
        guard let element = convert(element, file, depth: depth + 1, &count, problems) else { return nil }
        list.append(element)
      }
      return StoryNode(mark: mark, content: .list(list))
    case .mapping(let mapping):
      var table: [StoryNode.Entry] = []
      for (key, value) in mapping {
        guard case .scalar(let name) = key else {
          problems.add(Self.mark(key.mark, file), "a key must be a word, not a list or a table")
          return nil
        }
        guard let value = convert(value, file, depth: depth + 1, &count, problems) else { return nil }
        table.append(.init(key: name.string, mark: Self.mark(key.mark, file), value: value))
      }
      return StoryNode(mark: mark, content: .table(table))
    case .alias:
      problems.add(mark, "this alias refers to no anchor")
      return nil
    }
  }

  private static func mark(_ mark: Mark?, _ file: String) -> StoryMark {
    StoryMark(file: file, line: max(1, mark?.line ?? 1), column: max(1, mark?.column ?? 1))
  }

  /// The position of the first control character that YAML does not allow.
  private static func controlCharacter(in bytes: [UInt8], _ file: String) -> StoryMark? {
    guard let index = bytes.firstIndex(where: { $0 == 0x7F || $0 < 0x20 && !"\t\n\r".utf8.contains($0) }) else {
      return nil
    }
    let before = bytes[..<index]
    let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    return StoryMark(
      file: file, line: before.count { $0 == UInt8(ascii: "\n") } + 1,
      column: String(decoding: before[lineStart...], as: UTF8.self).count + 1)
  }

  /// A friendlier message for a common mistake, with its position; nil for others.
  private static func slip(
    _ problem: String, _ context: YamlError.Context?, _ mark: Mark, _ bytes: [UInt8]
  ) -> (Mark, String)? {
    let doing = context?.text ?? ""
    if doing.contains("quoted scalar"), let start = context?.mark {
      return (start, "a text in quotes begins here and does not end: close it with a second quote")
    }
    if problem.contains("cannot start any token") {
      let line = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropFirst(mark.line - 1)
        .first
      let isTab = line?.prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }.contains(UInt8(ascii: "\t"))
      if isTab == true { return (mark, "the line begins with a tab: indent it with spaces") }
      return (mark, "a text cannot begin with this character: put the text in quotes")
    }
    if problem.contains("mapping values are not allowed") {
      return (mark, "there is a second colon here: put text with a colon in quotes")
    }
    if problem.contains("could not find expected ':'"), let start = context?.mark {
      return (start, "this key has no colon: write “key: value”, with a space after the colon")
    }
    if problem.contains("did not find expected ',' or"), let start = context?.mark {
      let close = problem.contains("'}'") ? "}" : "]"
      return (
        mark,
        "the list or table that begins in line \(start.line) needs a comma or \(close) here: put text with a colon or comma in quotes"
      )
    }
    if problem.contains("did not find expected key") || problem.contains("did not find expected '-'") {
      return (mark, "this is indented differently from the lines that it belongs to: indent them alike")
    }
    return nil
  }

  /// The parser's problem as a sentence, with its position.
  private static func sentence(for error: any Error, _ file: String, _ bytes: [UInt8]) -> (StoryMark, String) {
    switch error as? YamlError {
    case .scanner(let context, let problem, let mark, _), .parser(let context, let problem, let mark, _),
      .composer(let context, let problem, let mark, _):
      if let (place, advice) = slip(problem, context, mark, bytes) { return (Self.mark(place, file), advice) }
      let doing = context.map { " \($0.text)" } ?? ""
      return (Self.mark(mark, file), "this is not valid YAML:\(doing) \(problem)")
    case .duplicatedKeysInMapping(let names, let context):
      let name = (names.first ?? "").onOneLine(limit: 60)
      return (Self.mark(context.mark, file), "“\(name)” is there twice: leave one out")
    case .reader(let problem, _, _, _):
      // The parser does not report the position.
      return (controlCharacter(in: bytes, file) ?? mark(nil, file), "this is not YAML: \(problem)")
    default: return (mark(nil, file), "this is not YAML")
    }
  }
}

extension StoryNode {
  /// The node in Yams' form, to be decoded.
  var yaml: Node {
    switch content {
    case .nothing: Node("null")
    case .text(let text): Node(text)
    case .list(let list): Node(list.map(\.yaml))
    case .table(let table): Node(table.map { (Node($0.key), $0.value.yaml) })
    }
  }
}
