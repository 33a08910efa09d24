import ReelDescriptions
import ReelGeometry
import ReelImages
import ReelPlatform
import ReelVideo

extension FilmDescription {
  /// The word that identifies a film description among other JSON.
  public static let format = "reel-film"
  /// The maximum size of a description, in bytes; longer than any real session.
  public static let longestFile = 1 << 26

  /// The description as JSON, ending in a newline; the same description gives the same bytes.
  public var json: [UInt8] {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
      return [UInt8](try encoder.encode(self)) + Array("\n".utf8)
    }
  }

  /// Reads a description.
  ///
  /// - Parameters:
  ///   - json: The text of the file.
  ///   - catalog: The kinds of scene that it may name.
  /// - Throws: `DescriptionError` or `InvalidValue` for any other text, or for a description of a newer version.
  public init(json: [UInt8], catalog: SceneCatalog = .standard) throws {
    guard json.count <= Self.longestFile else {
      throw DescriptionError("a description has at most \(Self.longestFile) bytes")
    }
    let decoder = JSONDecoder()
    if let key = SceneCatalog.userInfoKey { decoder.userInfo[key] = catalog }
    do {
      self = try decoder.decode(FilmDescription.self, from: Data(json))
    } catch let error as DecodingError {
      throw DescriptionError(Self.sentence(for: error))
    }
  }

  /// Whether a text is meant as a description, even if it cannot be read.
  public static func isDescription(json: [UInt8]) -> Bool {
    struct Head: Decodable { let format: String }
    return (try? JSONDecoder().decode(Head.self, from: Data(json)))?.format == format
  }

  /// Turns a decoder's error, which would mention internal types, into a sentence.
  private static func sentence(for error: DecodingError) -> String {
    switch error {
    case .dataCorrupted: "it is not JSON"
    case .keyNotFound(let key, _): "it has no \(key.stringValue)"
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      "\(context.codingPath.map(\.stringValue).joined(separator: ".")) has a value of the wrong type"
    @unknown default: "it cannot be read"
    }
  }
}

extension FilmDescription: Codable {
  private enum Key: String, CodingKey, CaseIterable {
    case format, version, drawing, film, scenes, sound, chapters, captions, output, animation, fonts
  }

  /// Reads a description of this version, or of version 1, which had one scene and flat options.
  public init(from decoder: any Decoder) throws {
    guard let table = try? decoder.container(keyedBy: DescriptionKey.self) else {
      throw DescriptionError("a description of a film must be a table")
    }
    func key(_ key: Key) -> DescriptionKey { DescriptionKey(key.rawValue) }
    if let format = try table.decodeIfPresent(String.self, forKey: key(.format)), format != Self.format {
      throw DescriptionError("it is not a film description, but \(format)")
    }
    let version = try table.decodeIfPresent(Int.self, forKey: key(.version)) ?? Self.currentVersion
    guard (1...Self.currentVersion).contains(version) else {
      throw DescriptionError("it has version \(version): use a newer capture")
    }
    guard version > 1 else {
      self = try FlatDescription(from: decoder).description()
      return
    }
    let known = Key.allCases.map(\.rawValue)
    if let unknown = table.allKeys.map(\.stringValue).filter({ !known.contains($0) }).min() {
      throw DescriptionError.unknown(unknown, of: "a description", known: known)
    }
    let drawing = try table.decodeIfPresent(Int.self, forKey: key(.drawing)) ?? Self.currentDrawing
    guard drawing == Self.currentDrawing else {
      throw DescriptionError(
        "it needs drawing version \(drawing), but this is \(Self.currentDrawing): use the version of capture that wrote it"
      )
    }
    film = try table.decodeIfPresent(FilmSettings.self, forKey: key(.film)) ?? FilmSettings()
    scenes = try table.decode(SceneSequence.self, forKey: key(.scenes))
    output = try table.decodeIfPresent(EncodingSettings.self, forKey: key(.output)) ?? EncodingSettings()
    animation = try table.decodeIfPresent(AnimationSettings.self, forKey: key(.animation)) ?? AnimationSettings()
    recordedFonts = try table.decodeIfPresent([FilmFont].self, forKey: key(.fonts)) ?? []
    tracks.sound.pieces = try table.decodeIfPresent([SoundPiece].self, forKey: key(.sound)) ?? []
    let chapters = try table.decodeIfPresent([DescribedChapter].self, forKey: key(.chapters)) ?? []
    tracks.chapters = try chapters.map { try $0.chapter }
    let captions = try table.decodeIfPresent([DescribedCaptions].self, forKey: key(.captions)) ?? []
    tracks.captions = try captions.map { try $0.track }
    try scenes.validate()
  }

  /// Writes the description, with the fonts that its text uses on this machine.
  public func encode(to encoder: any Encoder) throws {
    var table = encoder.container(keyedBy: Key.self)
    try table.encode(Self.format, forKey: .format)
    try table.encode(Self.currentVersion, forKey: .version)
    try table.encode(Self.currentDrawing, forKey: .drawing)
    try table.encode(film, forKey: .film)
    try table.encode(scenes, forKey: .scenes)
    if !tracks.sound.isEmpty { try table.encode(tracks.sound.pieces, forKey: .sound) }
    if !tracks.chapters.isEmpty { try table.encode(tracks.chapters.map(DescribedChapter.init), forKey: .chapters) }
    if !tracks.captions.isEmpty { try table.encode(tracks.captions.map(DescribedCaptions.init), forKey: .captions) }
    try table.encode(output, forKey: .output)
    if animation != AnimationSettings() { try table.encode(animation, forKey: .animation) }
    let fonts = installedFonts
    if !fonts.isEmpty { try table.encode(fonts, forKey: .fonts) }
  }
}
