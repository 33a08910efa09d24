import ReelDescriptions
import ReelFilms
import ReelGeometry
import ReelScenes

extension StoryReader {
  /// The keys of all overlays.
  static let overlayKeys = ["place", "margin", "opacity", "from", "until", "motion"]
  /// The keys of overlays that show a scene.
  static let overlaySceneKeys = ["size", "background", "style"]

  /// Reads an overlay: a text, bar or similar, or any scene.
  func overlay(_ node: StoryNode) -> StoryOverlay? {
    let own = StoryOverlay.Kind.names
    let scenes = Self.overlayScenes(of: catalog)
    guard
      let (kind, value, rest) = kindAndRest(
        node, kinds: own + scenes, common: Self.overlayKeys + Self.overlaySceneKeys, what: "an overlay")
    else { return nil }
    var overlay = StoryOverlay(.init(StoryOverlay.Kind(rawValue: kind.key) ?? .scene))
    overlay.mark = kind.mark
    (overlay.from, overlay.until) = (time(rest["from"]), time(rest["until"]))
    if let node = rest["motion"] { overlay.motion = motion(node) }
    return own.contains(kind.key) ? look(overlay, kind, value, rest) : scene(overlay, kind, value, rest)
  }

  /// The scenes that can be overlays: those whose name is not a kind of overlay.
  static func overlayScenes(of catalog: SceneCatalog) -> [String] {
    kinds(of: catalog).map(\.name).filter { !StoryOverlay.Kind.names.contains($0) }
  }

  private func look(
    _ overlay: StoryOverlay, _ kind: StoryNode.Entry, _ value: StoryNode, _ rest: StoryNode
  ) -> StoryOverlay? {
    var overlay = overlay
    if case .table(let entries) = rest.content {
      for entry in entries where Self.overlaySceneKeys.contains(entry.key) {
        problems.addUnknown(
          entry.key, at: entry.mark, of: "an overlay that shows \(kind.key)", known: Self.overlayKeys)
      }
    }
    switch overlay.look.kind {
    case .progress: overlay.look.color = style.accent ?? theme?.accent ?? overlay.look.color
    case .text, .date, .time, .frame:
      overlay.look.color = style.ink ?? theme?.ink ?? overlay.look.color
      // On the film's own background its plate is not seen.
      overlay.look.background =
        StoryColors(theme ?? .night, style).ground.map { $0.center.with(alpha: StoryOverlay.Look.plateOpacity) }
        ?? overlay.look.background
      overlay.look.font = style.font
    case .highlight, .arrow: overlay.look.color = style.accent ?? theme?.accent ?? overlay.look.color
    case .image, .pointer, .scene: break
    }
    var entries: [StoryNode.Entry] = []
    switch value.content {
    case .table(let own): entries = own.filter { $0.key != "kind" }
    case .nothing: break
    case .list where overlay.look.kind == .pointer: entries = [.init(key: "moves", mark: value.mark, value: value)]
    default:
      if let main = [StoryOverlay.Kind.text: "text", .image: "file", .date: "pattern"][overlay.look.kind] {
        entries = [.init(key: main, mark: value.mark, value: value)]
      } else {
        problems.add(
          value.mark, "\(kind.key) takes a table such as {size: 40, color: white}, but this is \(value.kind)")
      }
    }
    entries += ["place", "margin", "opacity"].compactMap { key in
      rest[key].map { .init(key: key, mark: $0.mark, value: $0) }
    }
    let options = StoryNode(mark: value.mark, content: .table(entries))
    guard let look = self.options(overlay.look, from: options, hiding: Self.hiddenOptions(of: overlay.look.kind))
    else { return nil }
    if let problem = Self.problem(with: look) { problems.add(kind.mark, problem) }
    overlay.look = look
    return overlay
  }

  /// The options that a kind of overlay does not take.
  static func hiddenOptions(of kind: StoryOverlay.Kind) -> [String] {
    let points = ["in", "start", "end"]
    return switch kind {
    case .pointer: ["kind", "width", "font", "place", "margin", "background", "start", "end"]
    case .highlight, .arrow: ["kind", "width", "font", "place", "margin", "background", "moves"]
    // A bar goes from edge to edge.
    case .progress: ["kind", "width", "font", "moves", "margin", "background"] + points
    case .image, .scene: ["kind", "width", "font", "moves", "background"] + points
    case .text, .date, .time, .frame: ["kind", "width", "moves"] + points
    }
  }

  /// The problem of an incomplete overlay; nil for none.
  private static func problem(with look: StoryOverlay.Look) -> String? {
    switch look.kind {
    case .text where look.text.isEmpty: "the overlay has no text: add text: and the words"
    case .image where look.image == nil && look.drawing == nil:
      "the overlay has no picture: add image: and a file"
    case .pointer where look.moves.isEmpty:
      "the pointer has no moves: add them, such as [{at: 0, to: [960, 540]}, {at: 1, to: [200, 300], click: true}]"
    case .highlight where look.start == look.end, .arrow where look.start == look.end:
      "the \(look.kind.rawValue) has no points: add start and end, such as {start: [400, 300], end: [700, 500]}"
    case .pointer where look.moves.count > 1000:
      "a pointer takes at most 1000 moves, but has \(look.moves.count)"
    default: nil
    }
  }

  /// Reads an overlay that shows a scene.
  private func scene(
    _ overlay: StoryOverlay, _ kind: StoryNode.Entry, _ value: StoryNode, _ rest: StoryNode
  ) -> StoryOverlay? {
    var overlay = overlay
    var isGood = true
    func set(_ option: String, _ text: String, _ node: StoryNode) {
      do {
        try overlay.look.set(option, text)
      } catch {
        problems.add(node.mark, "\(error)")
        isGood = false
      }
    }
    for key in ["place", "opacity", "margin"] {
      guard let node = rest[key] else { continue }
      var text = node.text ?? node.kind
      if key == "margin", case .list(let sides) = node.content {
        text = sides.map { $0.text ?? $0.kind }.joined(separator: " ")
      }
      set(key, text, node)
    }
    if let node = rest["size"] {
      // A height, or a width and a height.
      var sides = [node]
      if case .list(let list) = node.content { sides = list }
      if sides.count == 2 { set("width", sides[0].text ?? sides[0].kind, sides[0]) }
      if (1...2).contains(sides.count) {
        set("size", sides[sides.count - 1].text ?? sides[sides.count - 1].kind, sides[sides.count - 1])
      } else {
        problems.add(node.mark, "size must be a height in points, or a width and a height, such as [480, 270]")
      }
    }
    guard let shown = sceneKind(named: kind.key, value), isGood else { return nil }
    // What is below an overlay stays visible, unless it has a background.
    let own = value["background"] != nil || rest["background"] != nil || rest["style"]?["ground"] != nil
    let content: any DescribedScene = own ? shown : Self.bare(shown)
    overlay.scene = dressed(content, rest, isCell: true)
    if !own { overlay.scene = overlay.scene.map(plated) }
    return overlay
  }

  /// Returns a scene of text on a plate, as it could not be read on a photo; others as they are.
  private func plated(_ scene: any DescribedScene) -> any DescribedScene {
    guard scene is TitleScene || scene is TextScene || scene is TableScene, var text = scene as? any StyledScene,
      let ground = StoryColors(theme ?? .night, style).ground
    else { return scene }
    text.style.ground = [ground.center.with(alpha: ground.center.alpha * StoryOverlay.Look.plateOpacity)]
    return text
  }

  /// Returns a scene without its background, if it can do without.
  private static func bare<Kind: DescribedScene>(_ scene: Kind) -> any DescribedScene {
    var bare = scene
    guard Kind.options.contains(where: { $0.name == "background" }), (try? bare.set("background", "none")) != nil
    else { return scene }
    return bare
  }
}
