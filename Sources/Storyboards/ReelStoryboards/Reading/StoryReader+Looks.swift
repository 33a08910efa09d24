import ReelCanvas
import ReelDescriptions
import ReelGeometry
import ReelScenes

extension StoryReader {
  /// Reads a group of scenes that run together.
  func group(
    _ layout: StoryLayout.Kind, _ kind: StoryNode.Entry, _ value: StoryNode, _ rest: StoryNode, depth: Int
  ) -> StoryItem? {
    guard depth < Self.deepest else {
      problems.add(kind.mark, "scenes are nested more than \(Self.deepest) levels deep")
      return nil
    }
    var measures = StoryLayout(layout)
    var nodes = value
    if case .table(let entries) = value.content, layout != .parallel {
      let own = StoryNode(mark: value.mark, content: .table(entries.filter { $0.key != "scenes" }))
      let hidden = StoryLayout.options.map(\.name).filter { !StoryLayout.names(for: layout).contains($0) }
      measures = options(measures, from: own, named: kind.key, also: ["scenes"], hiding: hidden) ?? measures
      nodes = value["scenes"] ?? StoryNode(mark: value.mark, content: .list([]))
    }
    let children = list(nodes, kind.key).compactMap { item($0, depth: depth + 1, isCell: layout != .parallel) }
    if children.isEmpty { problems.add(kind.mark, "\(kind.key) needs scenes: a list of at least one") }
    if !measures.sizes.isEmpty, measures.sizes.count != children.count {
      problems.add(
        kind.mark, "\(kind.key) has \(children.count) scenes and \(measures.sizes.count) sizes: give each scene one")
    }
    var group = StoryItem(measures, children)
    group.mark = kind.mark
    guard layout != .parallel else {
      group.background = rest["background"].flatMap(background) ?? nil
      return group
    }
    guard let ground = ground(of: rest, isOuter: depth == 0) else { return group }
    var below = StoryItem(ground)
    below.mark = kind.mark
    return StoryItem(parallel: [below, group])
  }

  /// The background of cells: the theme's, a colour, or nothing.
  private func ground(of rest: StoryNode, isOuter: Bool) -> BlankScene? {
    guard rest["background"] != nil || rest["style"] != nil || isOuter else { return nil }
    let scene = dressed(themed(BlankScene()), rest, isCell: false)
    return scene.colors.ground == nil ? nil : scene
  }

  /// Applies the film's style to a scene, and then the scene's own.
  func dressed<Kind: DescribedScene>(_ scene: Kind, _ rest: StoryNode, isCell: Bool) -> any DescribedScene {
    guard let styled = scene as? any StyledScene else { return background(of: scene, rest) }
    return dressed(styled, rest, isCell: isCell)
  }

  private func dressed<Kind: StyledScene>(_ scene: Kind, _ rest: StoryNode, isCell: Bool) -> Kind {
    var scene = scene
    scene.style = style
    if isCell { scene.style.ground = [] }
    if let node = rest["style"] { scene.style = readStyle(node, over: scene.style) }
    if let node = rest["background"], let color = background(node) { scene.style.ground = color.map { [$0] } ?? [] }
    return scene
  }

  /// Sets the background of a scene that has its own option for it.
  private func background<Kind: DescribedScene>(of scene: Kind, _ rest: StoryNode) -> Kind {
    if let node = rest["style"] {
      problems.add(node.mark, "\(Kind.kind) has no style: use its own options")
    }
    guard let node = rest["background"], let color = background(node) else { return scene }
    var result = scene
    do {
      guard Kind.options.contains(where: { $0.name == "background" }) else {
        throw DescriptionError("\(Kind.kind) has its own background: leave background out")
      }
      try result.set("background", color?.description ?? "none")
    } catch {
      problems.add(node.mark, "\(error)")
    }
    return result
  }

  /// Reads a colour or `none`; nil if it is neither.
  private func background(_ node: StoryNode) -> Color?? {
    if node.text == "none" { return .some(nil) }
    return color(node).map { .some($0) }
  }

  /// Reads a style over another one.
  func readStyle(_ node: StoryNode, over base: StoryStyle) -> StoryStyle {
    guard case .table(let entries) = node.content else {
      problems.add(node.mark, "style must be a table such as {ink: navy, font: serif}, but this is \(node.kind)")
      return base
    }
    let names = StoryStyle.texts.map(\.name)
    let plain = StoryNode(mark: node.mark, content: .table(entries.filter { !names.contains($0.key) }))
    var style = options(base, from: plain, also: names, hiding: names) ?? base
    for text in StoryStyle.texts {
      guard let node = node[text.name] else { continue }
      let before = style[keyPath: text.path] ?? StoryTextStyle()
      // Only captions have a plate.
      let hidden = text.name == "caption" ? [] : ["background"]
      style[keyPath: text.path] = options(before, from: node, named: "style.\(text.name)", hiding: hidden) ?? before
    }
    return style
  }

  /// Reads keyframes.
  func motion(_ node: StoryNode) -> [StoryKeyframe] {
    let nodes = list(node, "motion")
    if nodes.isEmpty, case .list = node.content {
      problems.add(node.mark, "motion needs keyframes: [{at: 0, opacity: 0}, {at: 1, opacity: 1}]")
    }
    guard nodes.count <= 1000 else {
      problems.add(node.mark, "motion takes at most 1000 keyframes, but has \(nodes.count)")
      return []
    }
    return nodes.compactMap { options(StoryKeyframe(), from: $0) }
  }
}
