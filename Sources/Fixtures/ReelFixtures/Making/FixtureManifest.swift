import ReelCanvas
import ReelFiles
import ReelGeometry
import ReelPlatform
import ReelVideo

/// The truth about a fixture, stored beside it as JSON: how it was made, and every frame.
///
/// All of it describes the clip before damage, except `file`.
public struct FixtureManifest: Codable, Hashable, Sendable {
  /// The largest manifest that is read, in bytes: that of a million frames has some 200 MB.
  static let longestFile = 512 << 20

  /// The file itself.
  public struct File: Codable, Hashable, Sendable {
    /// Its name, without folders; the pattern of numbered pictures.
    public var name: String
    /// Its size in bytes.
    public var bytes: Int
    /// The MD5 of its bytes; nil for numbered pictures.
    public var md5: String?
  }

  /// What made the clip.
  public struct Versions: Codable, Hashable, Sendable {
    /// The version of Reel.
    public var reel: String
    /// The versions of FFmpeg's libraries, by name.
    public var ffmpeg: [String: String]
    /// The encoder of the pictures, by FFmpeg's name.
    public var encoder: String
    /// The encoder of the sound, or nil if there is none.
    public var soundEncoder: String?
  }

  /// What a reader sees in the headers.
  public struct Stream: Codable, Hashable, Sendable {
    /// The container by its ending.
    public var container: String
    /// The codec by FFmpeg's name.
    public var codec: String
    /// The profile in FFmpeg's words, or nil if the codec has none.
    public var profile: String?
    /// The size of the stored pictures: `640x360`.
    public var size: String
    /// The pixel format by FFmpeg's name.
    public var pixelFormat: String
    /// One tick of the stream's clock in seconds: `1/15360`.
    public var timeBase: String
    /// How the pictures have to be turned, as EXIF counts; 1 is upright.
    public var orientation: Int
    /// The codec of the sound, or nil if there is none.
    public var soundCodec: String?
    /// The samples in a second of the sound, or nil if there is none.
    public var sampleRate: Int?
    /// The frames that can be decoded.
    public var frames: Int
  }

  /// One picture, in the order in which they are shown.
  public struct Frame: Codable, Hashable, Sendable {
    /// The number of the frame, which its mark carries.
    public var frame: Int
    /// When it is shown, in ticks of the manifest's `timeBase`.
    public var pts: Int
    /// How long, in the same ticks.
    public var duration: Int
    /// Whether it can be decoded without others; nil if no decoder shows it (times before 0).
    public var key: Bool?
    /// The MD5 of the planes sent to the encoder; the same on every machine for portable patterns and formats.
    public var raw: String
    /// The MD5 of the decoded planes, as `framemd5` writes it; nil if no decoder shows the frame.
    public var decoded: String?
  }

  /// The format's identifier: `reel-fixture`.
  public var format = "reel-fixture"
  /// The version of the format: 2 if the recipe has a drawing version, 1 for drawings of version 1.
  public var version = 2
  /// The MD5 of recipe, container and versions, which determines whether a clip of a suite is up to date.
  public var key: String
  /// How the clip is made.
  public var recipe: FixtureRecipe
  /// The number that its marks carry.
  public var clip: Int
  /// One tick of the times below, in seconds: `1/30`.
  public var timeBase: String
  /// The ticks by which all times in the file are later than those below: an MPEG transport stream begins late.
  public var fileShift: Int
  /// Whether raw frames are the same bytes on every machine.
  public var isPortable: Bool
  /// The file.
  public var file: File
  /// The MD5 of the file with the hashes of the decoded frames; nil in manifests of older versions.
  public var hashes: String?
  /// What made it.
  public var versions: Versions
  /// What a reader sees in the headers.
  public var stream: Stream
  /// The pictures in the order in which they are shown.
  public var frames: [Frame]

  private enum CodingKeys: String, CodingKey {
    case format, version, key, recipe, clip
    case timeBase = "time-base"
    case fileShift = "file-shift"
    case isPortable = "portable"
    case file, hashes, versions, stream, frames
  }
}

extension FixtureManifest.Versions {
  private enum CodingKeys: String, CodingKey {
    case reel, ffmpeg, encoder
    case soundEncoder = "sound-encoder"
  }
}

extension FixtureManifest.Stream {
  private enum CodingKeys: String, CodingKey {
    case container, codec, profile, size
    case pixelFormat = "pixel-format"
    case timeBase = "time-base"
    case orientation
    case soundCodec = "sound-codec"
    case sampleRate = "sample-rate"
    case frames
  }
}

extension FixtureManifest {
  /// Reads the manifest at a path.
  ///
  /// - Throws: `FixtureError.unreadable` for a file that is missing or not a manifest.
  public init(path: String) throws(FixtureError) {
    let bytes: [UInt8]
    do throws(BoundedFile.Failure) {
      bytes = try BoundedFile.read(path, limit: Self.longestFile)
    } catch {
      switch error {
      case .tooLong:
        throw FixtureError.unreadable(path: path, reason: "it has more than \(Self.longestFile >> 20) MB")
      case .unopened(let reason), .unread(let reason): throw FixtureError.unreadable(path: path, reason: reason)
      }
    }
    try self.init(json: Data(bytes), path: path)
  }

  /// Reads a manifest.
  ///
  /// - Parameters:
  ///   - json: the text of the file.
  ///   - path: where it came from, for messages.
  /// - Throws: `FixtureError.unreadable` for anything but a manifest of a known version.
  public init(json: Data, path: String) throws(FixtureError) {
    if let note = UnfinishedFixture(json: [UInt8](json)) {
      throw .unfinished(path: path, clip: note.file.onOneLine(limit: 120))
    }
    do {
      self = try JSONDecoder().decode(FixtureManifest.self, from: json)
    } catch let error as InvalidValue {
      throw FixtureError.unreadable(path: path, reason: error.description)
    } catch {
      throw FixtureError.unreadable(
        path: path, reason: "it is neither the manifest of a fixture nor the recipe of a film")
    }
    guard format == "reel-fixture", (1...2).contains(version) else {
      throw FixtureError.unreadable(
        path: path,
        reason: "it is a \(format.onOneLine(limit: 40)) of version \(version), not a reel-fixture of version 1 or 2")
    }
    if version == 1 { recipe.drawing = 1 }
    do throws(InvalidValue) {
      try recipe.validate()
      try validateFrames()
    } catch {
      throw FixtureError.unreadable(path: path, reason: error.description)
    }
  }

  /// Checks that the pictures are possible for the recipe, which readers of the manifest rely on.
  private func validateFrames() throws(InvalidValue) {
    // Each frame is shown once, or twice if it is repeated on purpose.
    guard frames.count <= 2 * recipe.frameCount else {
      throw InvalidValue(
        "number of pictures", frames.count, expected: "at most 2 for each of \(recipe.frameCount) frames")
    }
    if let wrong = frames.first(where: { !(0..<recipe.frameCount).contains($0.frame) }) {
      throw InvalidValue("frame", wrong.frame, expected: "from 0 to \(recipe.frameCount - 1)")
    }
    let clock = timeBase.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    guard clock.count == 2, clock[0] > 0, clock[1] > 0 else {
      throw InvalidValue("time-base", timeBase, expected: "a fraction of a second such as 1/30")
    }
  }

  /// The manifest as JSON: a frame a line, so that two versions can be compared.
  ///
  /// The first value is the MD5 of all that follows.
  public var json: String {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
      var head = self
      head.frames = []
      var text = String(decoding: try encoder.encode(head), as: UTF8.self)
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      let lines = try frames.map { "    " + String(decoding: try encoder.encode($0), as: UTF8.self) }
      // The writers of Foundation differ in how they write an empty list.
      if let empty = text.firstRange(of: /"frames" : \[\s*\]/) {
        text.replaceSubrange(empty, with: "\"frames\" : [\n" + lines.joined(separator: ",\n") + "\n  ]")
      }
      return String(decoding: SealedText.sealed(text + "\n"), as: UTF8.self)
    }
  }

  /// The times of the pictures as the plan has them, with the frames that they show.
  public var showings: [FixturePlan.Showing] {
    frames.map { FixturePlan.Showing(frame: $0.frame, pts: $0.pts, duration: $0.duration) }
  }
}
