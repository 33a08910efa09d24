import ReelDescriptions
import ReelFilms
import ReelGeometry
import ReelImages
import ReelScenes

/// Reads a storyboard, and notes every problem.
final class StoryReader {
  let problems = StoryProblems()
  let files: StoryFiles
  let catalog: SceneCatalog
  private(set) var film: FilmSettings
  private(set) var theme: StoryTheme?
  /// The style of the film.
  private(set) var style = StoryStyle()
  var sceneCount = 0
  private let sets: [String: String]
  private let given: [String: String]

  /// - Parameters:
  ///   - files: The files that the storyboard may name.
  ///   - catalog: The kinds of scene.
  ///   - sets: Values by dotted key path, which replace those in the storyboard.
  ///   - given: Variables that override those in the storyboard.
  init(files: StoryFiles, catalog: SceneCatalog, sets: [(key: String, value: String)], given: [String: String] = [:]) {
    self.files = files
    self.catalog = catalog
    self.given = given
    self.sets = Dictionary(sets.map { ($0.key, $0.value) }, uniquingKeysWith: { $1 })
    film = FilmSettings()
    film.frameRate = 30
  }

  static let keys = [
    "film", "vars", "templates", "include", "style", "scenes", "overlays", "sound", "captions", "output", "outputs",
    "animation",
  ]

  /// Reads the text of a storyboard.
  ///
  /// - Throws: `StoryboardError` with every problem.
  func read(_ bytes: [UInt8], file: String) throws(StoryboardError) -> Storyboard {
    var storyboard = Storyboard([])
    guard var root = StoryText.parse(bytes, file: file, problems) else {
      try problems.throwIfAny()
      return storyboard
    }
    for (key, value) in sets.sorted(by: { $0.key < $1.key }) { StorySetting(key, value).apply(to: &root, problems) }
    root = StoryExpansion(files: files, problems).expand(root, given: StoryVariables(given))
    guard case .table(let entries) = root.content else {
      problems.add(root.mark, "a storyboard must be a table with scenes, but this is \(root.kind)")
      try problems.throwIfAny()
      return storyboard
    }
    for entry in entries where !Self.keys.contains(entry.key) {
      problems.addUnknown(entry.key, at: entry.mark, of: "a storyboard", known: Self.keys)
    }
    if let node = root["film"] { readFilm(node) }
    for entry in entries where entry.key == "style" { style = readStyle(entry.value, over: style) }
    if let node = root["output"] { storyboard.output = options(EncodingSettings(), from: node) ?? storyboard.output }
    if let node = root["animation"] {
      storyboard.animation = options(AnimationSettings(), from: node) ?? storyboard.animation
    }
    if let node = root["scenes"] {
      storyboard.items = list(node, "scenes").compactMap { item($0, depth: 0) }
    } else {
      problems.add(root.mark, "a storyboard needs scenes: a list, such as “scenes: [{title: Hello}]”")
    }
    if let node = root["overlays"] { storyboard.overlays = list(node, "overlays").compactMap(overlay) }
    if let node = root["sound"] { storyboard.sounds = sounds(node) }
    if let node = root["captions"] { storyboard.captions = filmCaptions(node) }
    storyboard.captions.style = style.ofCaptions ?? StoryTextStyle()
    storyboard.captions.colors = StoryColors(theme ?? .night, style)
    storyboard.film = film
    if let node = root["outputs"] { storyboard.outputs = outputs(node) }
    storyboard.files = files.named
    try problems.throwIfAny()
    return storyboard
  }

  private func readFilm(_ node: StoryNode) {
    guard case .table(var entries) = node.content else {
      return problems.add(node.mark, "film must be a table such as {size: 1080p, fps: 30}, but this is \(node.kind)")
    }
    let own = ["theme"]
    if let name = node["theme"] {
      theme = name.text.flatMap { StoryTheme(rawValue: $0.lowercased()) }
      if theme == nil {
        let names = StoryTheme.allCases.map(\.rawValue)
        problems.add(name.mark, InvalidValue("theme", name.text ?? name.kind, among: names).description)
      }
    }
    entries.removeAll { own.contains($0.key) }
    for entry in entries where ["seconds", "frames"].contains(entry.key) {
      problems.add(entry.mark, "the length of the film follows from its scenes: leave \(entry.key) out")
    }
    entries.removeAll { ["seconds", "frames"].contains($0.key) }
    let rest = StoryNode(mark: node.mark, content: .table(entries))
    film = options(film, from: rest, also: own) ?? film
    let sides = 16...16_384
    if !sides.contains(film.size.width) || !sides.contains(film.size.height) {
      problems.add(
        node["size"]?.mark ?? node.mark, "\(film.size) is not possible: a side must have from 16 to 16384 pixels")
    }
  }

  /// The elements of a list.
  func list(_ node: StoryNode, _ name: String) -> [StoryNode] {
    if case .list(let list) = node.content { return list }
    problems.add(
      node.mark, "\(name) must be a list, each element on a line that begins with a hyphen, but this is \(node.kind)")
    return []
  }

  /// Reads a time; nil if there is none.
  func time(_ node: StoryNode?) -> StoryTime? {
    guard let node else { return nil }
    guard let text = node.text else {
      problems.add(
        node.mark,
        "a time must be a number of seconds or a scene's start or end such as intro.end, but this is \(node.kind)")
      return nil
    }
    do throws(InvalidValue) {
      return try StoryTime(parsing: text)
    } catch {
      problems.add(node.mark, error.description)
      return nil
    }
  }

  /// Splits an element of a list into the one key for its kind, and the common keys.
  func kindAndRest(
    _ node: StoryNode, kinds: [String], common: [String], also: [String] = [], what: String
  ) -> (kind: StoryNode.Entry, value: StoryNode, rest: StoryNode)? {
    let possible = "one of \(kinds.joined(separator: ", "))"
    if let word = node.text, kinds.contains(word) {
      let nothing = StoryNode(mark: node.mark, content: .nothing)
      return (
        .init(key: word, mark: node.mark, value: nothing), nothing, StoryNode(mark: node.mark, content: .table([]))
      )
    }
    guard case .table(let entries) = node.content else {
      problems.add(node.mark, "\(what) must be a table with \(possible), but this is \(node.kind)")
      return nil
    }
    let found = entries.filter { kinds.contains($0.key) }
    let others = entries.filter { !kinds.contains($0.key) && !common.contains($0.key) }
    for entry in others {
      problems.addUnknown(entry.key, at: entry.mark, of: what, known: (found.isEmpty ? kinds + also : []) + common)
    }
    guard let kind = found.first else {
      if others.isEmpty { problems.add(node.mark, "this does not say what it shows: add \(possible)") }
      return nil
    }
    if let second = found.dropFirst().first {
      problems.add(second.mark, "\(what) shows one thing, but this one already has \(kind.key): split it in two")
    }
    let rest = StoryNode(mark: node.mark, content: .table(entries.filter { common.contains($0.key) }))
    return (kind, kind.value, rest)
  }
}
