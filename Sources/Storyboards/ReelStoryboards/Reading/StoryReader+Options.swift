import ReelCanvas
import ReelDescriptions
import ReelFilms
import ReelGeometry
import Yams

extension StoryReader {
  /// Reads the options of a description.
  ///
  /// - Parameters:
  ///   - subject: The value to change.
  ///   - node: A table of options, the value of the main option alone, or nothing for all defaults.
  ///   - name: Its name in messages; by default its kind.
  ///   - also: Keys that are read elsewhere, listed as possible.
  ///   - hidden: Options that cannot be given here.
  /// - Returns: The changed value, or nil if an option is wrong.
  func options<Subject: Describable>(
    _ subject: Subject, from node: StoryNode, named name: String? = nil, also: [String] = [],
    hiding hidden: [String] = []
  ) -> Subject? {
    let name = name ?? Subject.kind
    guard let entries = entries(of: Subject.self, in: node, name) else { return nil }
    let known = Subject.options.map(\.name).filter {
      !hidden.contains($0) && !(also.isEmpty && $0 == "kind" && Subject.mainOption != "kind")
    }
    var result = subject
    var isGood = true
    for entry in entries where !known.contains(entry.key) {
      problems.addUnknown(entry.key, at: entry.mark, of: name, known: known + also)
      isGood = false
    }
    // In the order of the list, not of the file: colours override the theme, which has to be read first.
    for option in Subject.options where known.contains(option.name) {
      guard let entry = entries.first(where: { $0.key == option.name }) else {
        if Subject.requiredOptions.contains(option.name) {
          problems.add(node.mark, "\(name) needs \(option.name): \(option.help.lowercasedFirst)")
          isGood = false
        }
        continue
      }
      if !set(option, entry.value, in: &result) { isGood = false }
    }
    return isGood ? result : nil
  }

  private func entries<Subject: Describable>(
    of type: Subject.Type, in node: StoryNode, _ name: String
  ) -> [StoryNode.Entry]? {
    switch node.content {
    case .nothing: return []
    case .table(let entries): return entries
    case .text, .list:
      if let main = Subject.mainOption { return [.init(key: main, mark: node.mark, value: node)] }
      problems.add(
        node.mark,
        "\(name) takes a table of \(Subject.options.map(\.name).joined(separator: ", ")), but this is \(node.kind)")
      return nil
    }
  }

  /// Sets one option.
  private func set<Subject: Describable>(
    _ option: DescriptionOption<Subject>, _ node: StoryNode, in subject: inout Subject
  ) -> Bool {
    do {
      switch node.content {
      case .nothing: throw DescriptionError("\(option.name) has no value: add one, or leave it out")
      case .text(let text):
        try subject.set(option.name, option.files.isPath(text) ? files.path(of: text, at: node.mark) : text)
      case .list, .table:
        let yaml = try withPaths(node, option.files).yaml
        try subject.set(option.name, from: try YAMLDecoder().decode(NodeDecoder.self, from: yaml).decoder)
      }
      return true
    } catch {
      problems.add(node.mark, Self.sentence(for: error, option.name))
      return false
    }
  }

  /// The node with resolved paths for the files that its tables name.
  private func withPaths(_ node: StoryNode, _ named: InputFiles) throws(StoryFiles.Refusal) -> StoryNode {
    var node = node
    switch node.content {
    case .nothing, .text: break
    case .list(let list):
      node.content = .list(try list.map { element throws(StoryFiles.Refusal) in try withPaths(element, named) })
    case .table(let entries):
      node.content = .table(
        try entries.map { entry throws(StoryFiles.Refusal) in
          var entry = entry
          if named == .key(entry.key), let name = entry.value.text {
            entry.value.content = .text(try files.path(of: name, at: entry.value.mark))
          } else {
            entry.value = try withPaths(entry.value, named)
          }
          return entry
        })
    }
    return node
  }

  private static func sentence(for error: any Error, _ option: String) -> String {
    switch error {
    case let error as InvalidValue:
      // Most of these errors name the option themselves.
      error.description.hasPrefix(option + " ") ? error.description : "\(option): \(error)"
    case let error as DescriptionError: error.description
    case let error as StoryFiles.Refusal: error.message
    case let error as ImageError: error.description
    case is DecodingError: "\(option) has a value of the wrong type"
    default: "\(option): \(error)"
    }
  }
}

/// The decoder of a node, as it is.
private struct NodeDecoder: Decodable {
  let decoder: any Decoder

  init(from decoder: any Decoder) { self.decoder = decoder }
}

extension String {
  /// The text with a lower-case first letter and without a final full stop, to continue a sentence.
  fileprivate var lowercasedFirst: String {
    let text = prefix(1).lowercased() + dropFirst()
    return text.hasSuffix(".") ? String(text.dropLast()) : text
  }
}
