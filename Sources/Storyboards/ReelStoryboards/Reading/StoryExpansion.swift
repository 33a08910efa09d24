import ReelGeometry

/// Expands a storyboard to plain scenes: substitutes variables, templates and included files, and repeats scenes for
/// rows.
final class StoryExpansion {
  /// The definitions in effect at a position in the text.
  struct Scope {
    /// The variables of the file and those set from outside.
    var variables = StoryVariables()
    /// The variables from `with` and `each`.
    var given = StoryVariables()
    /// The templates of the file.
    var templates: [String: Template] = [:]
    /// The styles of the files that this one includes, and its own.
    var styles: [StoryNode] = []
    /// The files and templates being expanded, none of which may occur within itself.
    var trail: [String] = []
  }

  /// Named scenes.
  struct Template {
    /// Its position, which distinguishes it from others of the same name.
    var mark: StoryMark
    var node: StoryNode
    /// The variables of its file.
    var variables: StoryVariables
  }

  /// The keys that expand to scenes instead of describing one.
  static let groupKeys = ["use", "include", "scenes"]
  /// The keys of scenes whose values hold scenes.
  static let layoutKeys = ["parallel", "columns", "stack", "grid"]
  private static let deepest = 16
  private static let maxNodes = 100_000
  private static let maxFiles = 64

  private let problems: StoryProblems
  private let files: StoryFiles
  private var nodeCount = 0
  /// The files read so far, by path.
  private var known: [String: (root: StoryNode?, name: String)] = [:]

  init(files: StoryFiles, _ problems: StoryProblems) {
    self.files = files
    self.problems = problems
  }

  /// Expands the whole text of a storyboard.
  ///
  /// - Parameters:
  ///   - root: The text.
  ///   - given: Variables from outside, which override those in the text.
  func expand(_ root: StoryNode, given: StoryVariables) -> StoryNode {
    guard case .table(let entries) = root.content else { return root }
    let scope = scope(of: root, given: given, trail: [])
    var result = root
    result.content = .table(
      entries.compactMap { entry in
        var entry = entry
        switch entry.key {
        case "vars", "templates", "include", "style": return nil
        case "scenes": entry.value = list(entry.value, in: scope)
        default: entry.value = expanded(entry.value, in: scope)
        }
        return entry
      } + scope.styles.map { .init(key: "style", mark: $0.mark, value: expanded($0, in: scope)) })
    return result
  }

  /// The definitions of a file.
  private func scope(of root: StoryNode, given: StoryVariables, trail: [String]) -> Scope {
    var scope = Scope(given: given, trail: trail)
    if let node = root["include"] {
      var names = [node]
      if case .list(let list) = node.content { names = list }
      for name in names {
        guard let (file, path) = load(name, in: scope) else { continue }
        let other = self.scope(of: file, given: StoryVariables(), trail: trail + [path])
        scope.variables = scope.variables.replaced(by: other.variables)
        scope.templates.merge(other.templates) { $1 }
        scope.styles += other.styles
      }
    }
    scope.variables.read(root["vars"], named: "vars", given: given, problems)
    if let node = root["style"] { scope.styles.append(node) }
    if let node = root["templates"] {
      if case .table(let entries) = node.content {
        for entry in entries {
          scope.templates[entry.key] = Template(mark: entry.mark, node: entry.value, variables: scope.variables)
        }
      } else {
        problems.add(node.mark, "templates must be a table of names and scenes, but this is \(node.kind)")
      }
    }
    return scope
  }

  /// Returns the text of an included file, and its path.
  private func load(_ node: StoryNode, in scope: Scope) -> (StoryNode, path: String)? {
    guard let text = node.text else {
      problems.add(node.mark, "include must name a file, but this is \(node.kind)")
      return nil
    }
    let name = scope.variables.expanded(text, node.mark, problems)
    do throws(StoryFiles.Refusal) {
      let path = try files.path(of: name, at: node.mark)
      if scope.trail.contains(path) || scope.trail.count >= Self.deepest {
        problems.add(node.mark, circle(name, scope, path))
        return nil
      }
      if known[path] == nil {
        guard known.count < Self.maxFiles else {
          problems.add(node.mark, "at most \(Self.maxFiles) files can be included")
          return nil
        }
        let bytes = try files.bytes(of: name, at: node.mark, limit: StoryText.longestFile).bytes
        let display = files.include(name, at: node.mark)
        known[path] = (StoryText.parse(bytes, file: display, problems), display)
      }
      guard let root = known[path]?.root else { return nil }
      guard case .table = root.content else {
        problems.add(root.mark, "a storyboard must be a table with scenes, but this is \(root.kind)")
        return nil
      }
      return (root, path)
    } catch {
      problems.add(node.mark, error.message)
      return nil
    }
  }

  private func circle(_ name: String, _ scope: Scope, _ key: String) -> String {
    let name = name.onOneLine(limit: 100)
    return scope.trail.contains(key)
      ? "\(name) includes itself: break the cycle"
      : "\(name) is nested more than \(Self.deepest) files and templates deep"
  }
}

// MARK: - Scenes

extension StoryExpansion {
  /// A list of scenes with its groups expanded.
  private func list(_ node: StoryNode, in scope: Scope) -> StoryNode {
    guard case .list(let nodes) = node.content else { return expanded(node, in: scope) }
    var result = node
    result.content = .list(nodes.flatMap { scenes($0, in: scope) })
    return result
  }

  /// The scenes that an element of a list expands to.
  private func scenes(_ node: StoryNode, in scope: Scope) -> [StoryNode] {
    guard case .table(let entries) = node.content, hasRoom(node) else {
      return hasRoom(node) ? [expanded(node, in: scope)] : []
    }
    guard let each = node["each"] else { return group(node, entries, in: scope) }
    var body = node
    body.content = .table(entries.filter { $0.key != "each" })
    let rows = StoryRows(expanded(each, in: scope), files: files, problems).rows
    var result: [StoryNode] = []
    for row in rows {
      guard hasRoom(node) else { break }
      var inner = scope
      inner.given = scope.given.replaced(by: row)
      inner.variables = scope.variables.replaced(by: row)
      var scenes = scenes(body, in: inner)
      if !scenes.isEmpty { scenes[scenes.count - 1].isRepeated = true }
      result += scenes
    }
    return result
  }

  /// The scenes that a use of one of `groupKeys` expands to, or the scene itself.
  private func group(_ node: StoryNode, _ entries: [StoryNode.Entry], in scope: Scope) -> [StoryNode] {
    let found = entries.filter { Self.groupKeys.contains($0.key) }
    guard let kind = found.first else { return [scene(node, entries, in: scope)] }
    if let second = found.dropFirst().first {
      problems.add(second.mark, "\(kind.key) already names the scenes: give \(second.key) a line of its own")
      return []
    }
    var inner = scope
    var body: StoryNode?
    switch kind.key {
    case "use": body = template(kind.value, node["with"], &inner)
    case "include":
      if let (file, path) = load(kind.value, in: scope) {
        let with = arguments(node["with"], in: scope)
        inner = self.scope(of: file, given: scope.given.replaced(by: with), trail: scope.trail + [path])
        body = file["scenes"]
        if body == nil {
          problems.add(file.mark, "a storyboard needs scenes: a list, such as “scenes: [{title: Hello}]”")
        }
      }
    default:
      body = kind.value
      if let with = node["with"] { problems.add(with.mark, "with is for use and include: leave it out") }
    }
    guard let body else { return [] }
    var scenes: [StoryNode]
    switch body.content {
    case .list(let nodes): scenes = nodes.flatMap { self.scenes($0, in: inner) }
    case .table: scenes = self.scenes(body, in: inner)
    default:
      problems.add(body.mark, "\(kind.key) must be a scene or a list of scenes, but this is \(body.kind)")
      return []
    }
    let rest = entries.filter { $0.key != kind.key && $0.key != "with" }
    return merged(
      scenes, with: rest.map { .init(key: $0.key, mark: $0.mark, value: expanded($0.value, in: scope)) }, kind)
  }

  /// Finds the template in use, and sets the definitions in effect within it.
  private func template(_ node: StoryNode, _ with: StoryNode?, _ scope: inout Scope) -> StoryNode? {
    let name = node.text.map { scope.variables.expanded($0, node.mark, problems) }
    guard let name, let template = scope.templates[name] else {
      let known = scope.templates.keys.sorted()
      problems.addUnknown(name ?? node.kind, at: node.mark, of: "templates", known: known)
      return nil
    }
    let key = "\(template.mark.file):\(template.mark.line):\(template.mark.column) \(name)"
    if scope.trail.contains(key) || scope.trail.count >= Self.deepest {
      problems.add(node.mark, circle(name, scope, key))
      return nil
    }
    scope.trail.append(key)
    scope.given = scope.given.replaced(by: arguments(with, in: scope))
    scope.variables = template.variables
    guard case .table(let entries) = template.node.content else {
      scope.variables = scope.variables.replaced(by: scope.given)
      return template.node
    }
    scope.variables.read(template.node["vars"], named: "vars", given: scope.given, problems)
    var body = template.node
    body.content = .table(entries.filter { $0.key != "vars" })
    return body
  }

  private func arguments(_ node: StoryNode?, in scope: Scope) -> StoryVariables {
    var values = StoryVariables()
    guard let node else { return values }
    values.read(expanded(node, in: scope), named: "with", given: StoryVariables(), problems)
    return values
  }

  /// Adds a group's own keys to its scenes: all keys to a single scene; of several scenes, the chapter to the first and
  /// the transition to the last.
  private func merged(_ scenes: [StoryNode], with rest: [StoryNode.Entry], _ kind: StoryNode.Entry) -> [StoryNode] {
    var scenes = scenes
    for entry in rest {
      let index: Int
      switch (scenes.count, entry.key) {
      case (0, _): continue
      case (1, _), (_, "chapter"): index = 0
      case (_, "transition"): index = scenes.count - 1
      default:
        problems.add(
          entry.mark,
          "\(kind.key) expands to \(scenes.count) scenes here, which can share only a chapter and a final transition: give \(entry.key) to each of them"
        )
        continue
      }
      guard case .table(var entries) = scenes[index].content else { continue }
      entries.removeAll { $0.key == entry.key }
      scenes[index].content = .table(entries + [entry])
    }
    return scenes
  }

  /// Expands the values of a scene, and those of scenes within it.
  private func scene(_ node: StoryNode, _ entries: [StoryNode.Entry], in scope: Scope) -> StoryNode {
    var result = node
    result.content = .table(
      entries.map { entry in
        var entry = entry
        guard Self.layoutKeys.contains(entry.key) else {
          entry.value = expanded(entry.value, in: scope)
          return entry
        }
        if case .table(let own) = entry.value.content {
          entry.value.content = .table(
            own.map { inner in
              var inner = inner
              inner.value = inner.key == "scenes" ? list(inner.value, in: scope) : expanded(inner.value, in: scope)
              return inner
            })
        } else {
          entry.value = list(entry.value, in: scope)
        }
        return entry
      })
    return result
  }

  /// Whether more nodes are allowed; notes a problem once the limit is exceeded.
  private func hasRoom(_ node: StoryNode) -> Bool {
    if nodeCount > Self.maxNodes {
      problems.add(
        node.mark, "with its rows, templates and files, the storyboard has more than \(Self.maxNodes) values")
    }
    return nodeCount <= Self.maxNodes
  }

  /// Returns a node with the values of all variables.
  private func expanded(_ node: StoryNode, in scope: Scope) -> StoryNode {
    nodeCount += 1
    guard nodeCount <= Self.maxNodes else { return node }
    var node = node
    switch node.content {
    case .nothing: break
    case .text(let text): node.content = .text(scope.variables.expanded(text, node.mark, problems))
    case .list(let list): node.content = .list(list.map { expanded($0, in: scope) })
    case .table(let entries):
      node.content = .table(
        entries.map { .init(key: $0.key, mark: $0.mark, value: expanded($0.value, in: scope)) })
    }
    return node
  }
}
