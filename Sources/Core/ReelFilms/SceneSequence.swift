import ReelCanvas
import ReelDescriptions
import ReelLayers
import ReelScenes

/// Consecutive scenes, which together form a scene as long as all of them.
public struct SceneSequence: Scene {
  /// A scene in a sequence.
  public struct Entry: Sendable {
    /// The scene.
    public var scene: any DescribedScene
    /// How long the scene is shown, in seconds; nil for its intrinsic duration.
    public var seconds: Double?

    /// Creates an entry.
    public init(_ scene: some DescribedScene, seconds: Double? = nil) {
      self.scene = scene
      self.seconds = seconds
    }

    /// How long the scene is shown, in seconds; nil if unknown.
    public var duration: Double? { seconds ?? scene.intrinsicDuration }
  }

  /// The scenes in order; at least one.
  public var entries: [Entry]

  /// Creates a sequence.
  public init(_ entries: [Entry]) { self.entries = entries }

  /// The total length of all scenes, in seconds; nil if the last one has no end.
  public var intrinsicDuration: Double? {
    entries.reduce(0) { sum, entry in
      guard let sum, let duration = entry.duration else { return nil }
      return sum + duration
    }
  }

  /// Whether a frame may equal the previous one, which is unknown where two scenes meet.
  public var mayHoldStill: Bool { entries.count == 1 ? entries[0].scene.mayHoldStill : true }

  /// The fonts of all scenes.
  public var fonts: [Font] { entries.flatMap(\.scene.fonts) }

  /// The paths of the files that the scenes read while they are drawn.
  public var files: [String] { entries.flatMap(\.scene.files) }

  /// Whether any scene may be transparent.
  public var isTransparent: Bool { entries.contains { $0.scene.isTransparent } }

  /// Checks that every scene except the last has an end.
  ///
  /// - Throws: `DescriptionError` for a sequence without scenes, or a scene without an end before the last one.
  public func validate() throws {
    guard !entries.isEmpty else { throw DescriptionError("a film needs at least one scene") }
    for (index, entry) in entries.dropLast().enumerated() where entry.duration == nil {
      throw DescriptionError(
        "scene \(index + 1) (\(type(of: entry.scene).kind)) has no end, but another scene follows: set its seconds"
      )
    }
  }

  /// Installs each scene at its time; the last one stays to the end.
  public func install(on layer: SceneLayer) throws {
    try validate()
    var start = 0.0
    for (index, entry) in entries.enumerated() {
      let isLast = index == entries.count - 1
      let rest = layer.length.map { max(0, $0 - start) }
      let length = entry.duration ?? rest
      let scene = try layer.addScene(entry.scene, at: start, for: length)
      // The film may end slightly later, at a whole frame.
      if isLast { scene.duration = .infinity }
      start += entry.duration ?? 0
    }
  }
}

extension SceneSequence: Codable {
  /// Reads a list of scenes, each a table with the scene's kind and how many seconds it is shown.
  ///
  /// The kinds come from the catalog of the `FilmDescription` being read, or else from `SceneCatalog.standard`.
  public init(from decoder: any Decoder) throws {
    guard var list = try? decoder.unkeyedContainer() else {
      throw DescriptionError("scenes must be a list, even if there is only one")
    }
    entries = []
    while !list.isAtEnd {
      do {
        entries.append(try list.decode(Entry.self))
      } catch {
        throw DescriptionError("scene \(entries.count + 1): \(error)")
      }
    }
  }

  /// Writes the list of scenes.
  public func encode(to encoder: any Encoder) throws {
    var list = encoder.unkeyedContainer()
    for entry in entries { try list.encode(entry) }
  }
}

extension SceneSequence.Entry: Codable {
  /// Reads a table such as `{"snowflake": {"levels": "0...4"}, "seconds": 8}`.
  public init(from decoder: any Decoder) throws {
    guard let table = try? decoder.container(keyedBy: DescriptionKey.self) else {
      throw DescriptionError("it must be a table, such as {\"snowflake\": {\"style\": \"draw\"}, \"seconds\": 8}")
    }
    let catalog = SceneCatalog.userInfoKey.flatMap { decoder.userInfo[$0] as? SceneCatalog } ?? .standard
    let keys = table.allKeys.map(\.stringValue).sorted()
    let kinds = keys.filter { $0 != "seconds" }
    if let unknown = kinds.first(where: { !catalog.names.contains($0) }) {
      throw DescriptionError.unknown(unknown, of: "a scene", known: catalog.names + ["seconds"])
    }
    guard let kind = catalog.kinds.first(where: { $0.kind == kinds.first }), kinds.count == 1 else {
      throw DescriptionError("it must name one kind of scene: \(OptionText.alternatives(catalog.names))")
    }
    scene = try kind.init(from: table.superDecoder(forKey: DescriptionKey(kind.kind)))
    let key = DescriptionKey("seconds")
    if table.contains(key) {
      let text = try DescriptionText(from: table.superDecoder(forKey: key)).text
      seconds = try OptionText.seconds("length", text, FilmSettings.lengths)
    }
  }

  /// Writes the table.
  public func encode(to encoder: any Encoder) throws {
    var table = encoder.container(keyedBy: DescriptionKey.self)
    try scene.encode(to: table.superEncoder(forKey: DescriptionKey(type(of: scene).kind)))
    try table.encodeIfPresent(seconds, forKey: DescriptionKey("seconds"))
  }
}
