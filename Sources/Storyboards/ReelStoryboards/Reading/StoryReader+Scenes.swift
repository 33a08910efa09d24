import ReelCanvas
import ReelDescriptions
import ReelFiles
import ReelFilms
import ReelGeometry
import ReelScenes

extension StoryReader {
  static let common = [
    "id", "seconds", "from", "until", "caption", "subject", "chapter", "transition", "background", "style", "motion",
    "overlays",
    "sound",
  ]
  static let deepest = 4
  private static let maxScenes = 2000

  static let captionKeys = ["text", "from", "until", "place"]

  /// The kinds of scene, by their names in storyboards.
  private var kinds: [(name: String, type: any DescribedScene.Type)] { Self.kinds(of: catalog) }

  /// The kinds of a catalog, by their names in storyboards.
  static func kinds(of catalog: SceneCatalog) -> [(name: String, type: any DescribedScene.Type)] {
    catalog.kinds.filter { $0.kind != StoryFilm.kind }.map { ($0.kind == "pattern" ? "fixture" : $0.kind, $0) }
  }

  /// The keys of a kind that name its source, besides its own options.
  static func sources(of type: any DescribedScene.Type) -> [String] {
    sourced.first { $0.kind == type }?.sources ?? []
  }

  /// A kind of scene whose content comes from files.
  struct SourcedScene: Sendable {
    var kind: any DescribedScene.Type
    /// The keys that name its source.
    var sources: [String]
    var read: @Sendable (StoryReader, StoryNode) -> (any DescribedScene)?
  }

  private static let sourced =
    [
      SourcedScene(kind: TraceFilm.self, sources: TraceSource.options.map(\.name)) { $0.trace($1) }
    ] + turtles + terminals

  /// Reads a scene with all its common keys.
  ///
  /// - Parameters:
  ///   - node: The scene.
  ///   - depth: The number of groups around it.
  ///   - isCell: Whether it shares a page whose background is visible behind it.
  func item(_ node: StoryNode, depth: Int, isCell: Bool = false) -> StoryItem? {
    sceneCount += 1
    guard sceneCount <= Self.maxScenes else {
      if sceneCount == Self.maxScenes + 1 {
        problems.add(
          node.mark, "there are too many scenes: a storyboard can have at most \(Self.maxScenes)")
      }
      return nil
    }
    let names = kinds.map(\.name) + StoryLayout.Kind.allCases.map(\.rawValue)
    guard
      let (kind, value, rest) = kindAndRest(
        node, kinds: names, common: Self.common, also: StoryExpansion.groupKeys + ["each"], what: "a scene")
    else { return nil }
    // The common keys are checked even if the scene itself cannot be read.
    var item = StoryItem(BlankScene())
    var isGood = true
    if let layout = StoryLayout.Kind(rawValue: kind.key) {
      guard let group = group(layout, kind, value, rest, depth: depth) else { return nil }
      item = group
    } else {
      if let shown = sceneKind(named: kind.key, value) {
        item = StoryItem(dressed(shown, rest, isCell: isCell))
      } else {
        isGood = false
      }
    }
    item.mark = kind.mark
    item.isRepeated = node.isRepeated
    readCommon(rest, &item, depth: depth)
    return isGood ? item : nil
  }

  /// Reads a scene by the name of its kind; nil if it cannot be read.
  func sceneKind(named name: String, _ value: StoryNode) -> (any DescribedScene)? {
    guard let type = kinds.first(where: { $0.name == name })?.type else { return nil }
    return scene(type, name, value)
  }

  private func readCommon(_ rest: StoryNode, _ item: inout StoryItem, depth: Int) {
    if let id = rest["id"] {
      if let name = id.text, StoryTime.isName(name) {
        item.id = name
      } else {
        problems.add(id.mark, "an id consists of letters, digits, hyphens and underscores, but this is \(id.kind)")
      }
    }
    if let node = rest["seconds"] {
      item.seconds = node.text.flatMap(StoryTime.seconds).flatMap { $0 > 0 ? $0 : nil }
      if node.text == "sound" {
        item.lastsAsSound = true
      } else if item.seconds == nil {
        problems.add(
          node.mark, "\(node.kind) is not a duration: seconds must be more than 0, such as 2, 1.5 s, 250 ms or 1:20")
      }
    }
    (item.from, item.until) = (time(rest["from"]), time(rest["until"]))
    if let node = rest["from"], depth == 0 {
      problems.add(
        node.mark, "scenes follow one another: from is for scenes that run together, captions and overlays")
    }
    if let node = rest["until"], item.seconds != nil {
      problems.add(node.mark, "seconds and until both say when the scene ends: give only one")
    }
    if let node = rest["caption"] { item.captions = captions(node) }
    if let node = rest["style"], !item.captions.isEmpty { item.captionStyle = readStyle(node, over: style).ofCaptions }
    if let node = rest["subject"] { item.subject = subject(node) }
    if let node = rest["chapter"] { item.chapter = text(node, "chapter") }
    if let node = rest["sound"] { item.sounds = sounds(node) }
    if item.lastsAsSound, rest["sound"] == nil {
      problems.add(
        rest["seconds"]?.mark ?? rest.mark, "seconds: sound takes the length of the scene's sound: add a sound")
    }
    if let node = rest["motion"] { item.motion = motion(node) }
    if let node = rest["overlays"] { item.overlays = list(node, "overlays").compactMap(overlay) }
    if let node = rest["transition"] {
      item.transition = options(StoryTransition(), from: node) ?? item.transition
      if depth > 0 {
        problems.add(
          node.mark, "scenes that run together do not follow one another: give the transition to their group")
      }
    }
  }

  /// Reads what captions must not cover: left, top, width and height, as fractions of the page.
  private func subject(_ node: StoryNode) -> Rect? {
    var numbers = node.text?.split(separator: " ").map { Double($0) } ?? []
    if case .list(let nodes) = node.content { numbers = nodes.map { $0.text.flatMap(Double.init) } }
    let known = numbers.compactMap(\.self)
    guard numbers.count == 4, known.count == 4, known.allSatisfy((0...1).contains), known[2] > 0, known[3] > 0 else {
      problems.add(
        node.mark,
        "subject must be left, top, width and height as fractions of the page, such as [0.2, 0.5, 0.6, 0.4], but this is \(node.kind)"
      )
      return nil
    }
    return Rect(x: known[0], y: known[1], width: known[2], height: known[3])
  }

  /// Reads a caption with its times.
  func caption(_ node: StoryNode) -> StoryCaption? {
    guard case .table(let entries) = node.content else { return text(node, "caption").map { StoryCaption($0) } }
    let known = Self.captionKeys
    for entry in entries where !known.contains(entry.key) {
      problems.addUnknown(entry.key, at: entry.mark, of: "a caption", known: known)
    }
    guard let words = node["text"].map({ text($0, "text") }) ?? nil else {
      if node["text"] == nil { problems.add(node.mark, "the caption has no text") }
      return nil
    }
    var caption = StoryCaption(words)
    (caption.from, caption.until) = (time(node["from"]), time(node["until"]))
    caption.place = node["place"].flatMap(place)
    return caption
  }

  private func text(_ node: StoryNode, _ name: String) -> String? {
    if let text = node.text, !text.isEmpty { return text }
    problems.add(node.mark, "\(name) must be a text, but this is \(node.kind)")
    return nil
  }

  func color(_ node: StoryNode) -> Color? {
    if let color = node.text.flatMap({ Color($0) }) { return color }
    problems.add(
      node.mark,
      InvalidValue(
        "colour", node.text ?? node.kind, among: Color.names, otherwise: "a CSS name such as teal, #rgb or #rrggbb"
      ).description)
    return nil
  }

  /// Reads a scene of a kind.
  private func scene(_ type: any DescribedScene.Type, _ name: String, _ node: StoryNode) -> (any DescribedScene)? {
    if let sourced = Self.sourced.first(where: { $0.kind == type }) { return sourced.read(self, node) }
    return described(type, name, node)
  }

  private func described<Kind: DescribedScene>(_ type: Kind.Type, _ name: String, _ node: StoryNode) -> Kind? {
    let scene = options(
      themed(type.init(), with: node), from: node, named: name, hiding: type is any StyledScene.Type ? ["style"] : [])
    // A folder may contain links to outside it.
    if let path = scene?.files.first(where: { !files.isAllowed($0) }) {
      problems.add(node.mark, StoryFiles.outside(OutputFile.split(path).name).message)
      return nil
    }
    return scene
  }

  /// Returns a scene in the film's theme and on its background, if its kind can have them.
  ///
  /// - Parameter node: The options, whose own theme has its own background.
  func themed<Kind: DescribedScene>(_ scene: Kind, with node: StoryNode? = nil) -> Kind {
    guard Kind.options.contains(where: { $0.name == "theme" }) else { return scene }
    var themed = scene
    _ = theme?.names.first { (try? themed.set("theme", $0)) != nil }
    guard !(scene is any StyledScene), node?["theme"] == nil,
      let ground = StoryColors(theme ?? .night, style).ground?.center, ground.alpha == 1
    else { return themed }
    // Kinds without a background stay on their own.
    try? themed.set("background", ground.description)
    return themed
  }
}
