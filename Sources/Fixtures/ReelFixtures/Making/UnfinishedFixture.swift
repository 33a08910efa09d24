import ReelFiles
import ReelPlatform
import ReelVideo

/// The note that replaces a manifest while the files of a fixture change.
///
/// It lists the files that Reel made.
struct UnfinishedFixture: Codable {
  /// A file beside the manifest.
  enum Part: String, Codable { case clip, hashes }

  private var format = "reel-fixture"
  private var version = 1
  private var unfinished = true
  /// The name of the clip.
  var file: String
  /// The MD5s of each part: of the existing file and of the one that will replace it.
  var digests: [String: Set<String>] = [:]

  init(file: String) { self.file = file }

  /// Reads a manifest or the note that replaces it; nil for anything that Reel did not write.
  init?(path: String) {
    guard OutputFile.kind(at: path) == nil,
      let bytes = try? BoundedFile.read(path, limit: FixtureManifest.longestFile),
      SealedText.isWhole(bytes)
    else { return nil }
    if let note = Self(json: bytes) {
      self = note
    } else if let manifest = try? FixtureManifest(json: Data(bytes), path: path) {
      file = manifest.file.name
      if let md5 = manifest.file.md5 { digests[Part.clip.rawValue] = [md5] }
      if let hashes = manifest.hashes { digests[Part.hashes.rawValue] = [hashes] }
    } else {
      return nil
    }
  }

  /// Parses a note; nil for anything else.
  init?(json: [UInt8]) {
    guard json.count < 1 << 20, let note = try? JSONDecoder().decode(Self.self, from: Data(json)),
      note.format == "reel-fixture", note.unfinished
    else { return nil }
    self = note
  }

  /// The note as JSON.
  var json: [UInt8] {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
      return SealedText.sealed(String(decoding: try encoder.encode(self), as: UTF8.self) + "\n")
    }
  }

  /// Adds the MD5 that a file is to have; nil for one that is not there.
  mutating func add(_ md5: String?, as part: Part) {
    if let md5 { digests[part.rawValue, default: []].insert(md5) }
  }

  /// Whether a file's contents are among the recorded digests.
  func knows(_ path: String, as part: Part) -> Bool {
    guard OutputFile.kind(at: path) == nil, let known = digests[part.rawValue],
      let md5 = try? MD5.text(ofFile: path)
    else { return false }
    return known.contains(md5)
  }
}

/// JSON whose first value is the MD5 of the rest, which reveals changes.
enum SealedText {
  private static let start = Array("{\n  \"seal\" : \"".utf8)
  private static let digits = 32

  /// Seals the text of a JSON object.
  static func sealed(_ text: String) -> [UInt8] {
    let rest = Array("\",".utf8) + text.utf8.dropFirst()
    return start + Array(MD5.text(of: rest).utf8) + rest
  }

  /// Whether bytes are a sealed text that nobody changed.
  static func isWhole(_ bytes: [UInt8]) -> Bool {
    guard bytes.starts(with: start), bytes.count > start.count + digits else { return false }
    let rest = Array(bytes[(start.count + digits)...])
    return Array(MD5.text(of: rest).utf8) == Array(bytes[start.count..<start.count + digits])
  }
}
