import ReelCanvas
import ReelFiles
import ReelGeometry
import ReelPlatform
import ReelVideo

/// The record of a fixture, stored beside it as JSON: how it was made, and every frame.
///
/// Everything except `file` describes the clip before damage.
public struct FixtureManifest: Codable, Hashable, Sendable {
  /// The maximum size of a manifest, in bytes.
  ///
  /// A manifest of a million frames has about 200 MB.
  static let longestFile = 512 << 20

  /// The clip's file.
  public struct File: Codable, Hashable, Sendable {
    /// The file's name without folders; for numbered pictures, their pattern.
    public var name: String
    /// Its size in bytes.
    public var bytes: Int
    /// The MD5 of its bytes; nil for numbered pictures.
    public var md5: String?
  }

  /// The software that made the clip.
  public struct Versions: Codable, Hashable, Sendable {
    /// The version of Reel.
    public var reel: String
    /// The versions of FFmpeg's libraries, by name.
    public var ffmpeg: [String: String]
    /// The encoder of the pictures, by FFmpeg's name.
    public var encoder: String
    /// The encoder of the sound; nil for a silent clip.
    public var soundEncoder: String?
  }

  /// The stream properties that a reader finds in the headers.
  public struct Stream: Codable, Hashable, Sendable {
    /// The container, by file name extension.
    public var container: String
    /// The codec by FFmpeg's name.
    public var codec: String
    /// The profile as FFmpeg names it; nil if the codec has none.
    public var profile: String?
    /// The size of the stored pictures: `640x360`.
    public var size: String
    /// The pixel format by FFmpeg's name.
    public var pixelFormat: String
    /// One tick of the stream's clock in seconds: `1/15360`.
    public var timeBase: String
    /// The orientation as EXIF counts it; 1 is upright.
    public var orientation: Int
    /// The codec of the sound; nil for a silent clip.
    public var soundCodec: String?
    /// The sample rate of the sound in hertz; nil for a silent clip.
    public var sampleRate: Int?
    /// The number of frames that can be decoded.
    public var frames: Int
  }

  /// One picture, in presentation order.
  public struct Frame: Codable, Hashable, Sendable {
    /// The frame's number, which its mark contains.
    public var frame: Int
    /// The presentation time in ticks of the manifest's `timeBase`.
    public var pts: Int
    /// The duration in the same ticks.
    public var duration: Int
    /// Whether the picture is a keyframe; nil if no decoder shows it (times before 0).
    public var key: Bool?
    /// The MD5 of the planes sent to the encoder.
    ///
    /// It is the same on every machine for portable patterns and formats.
    public var raw: String
    /// The MD5 of the decoded planes as `framemd5` writes it; nil if no decoder shows the frame.
    public var decoded: String?
  }

  /// The format's identifier: `reel-fixture`.
  public var format = "reel-fixture"
  /// The version of the format: 2 if the recipe has a drawing version, 1 for drawings of version 1.
  public var version = 2
  /// The MD5 of recipe, container and versions, which shows whether a clip of a suite is up to date.
  public var key: String
  /// The recipe of the clip.
  public var recipe: FixtureRecipe
  /// The clip number in its marks.
  public var clip: Int
  /// One tick of the times below, in seconds: `1/30`.
  public var timeBase: String
  /// The number of ticks by which all times in the file are later than `frames` says.
  ///
  /// An MPEG transport stream starts late.
  public var fileShift: Int
  /// Whether the raw frames have the same bytes on every machine.
  public var isPortable: Bool
  /// The clip's file.
  public var file: File
  /// The MD5 of the file with the decoded frames' hashes; nil in manifests of older versions.
  public var hashes: String?
  /// The software that made the clip.
  public var versions: Versions
  /// The stream properties that a reader finds in the headers.
  public var stream: Stream
  /// The pictures in presentation order.
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

  /// Parses a manifest.
  ///
  /// - Parameters:
  ///   - json: The contents of the file.
  ///   - path: The file's path, for error messages.
  /// - Throws: `FixtureError.unreadable` for anything but a manifest of a known version.
  public init(json: Data, path: String) throws(FixtureError) {
    if let note = UnfinishedFixture(json: [UInt8](json)) {
      throw .unfinished(path: path, clip: note.file.onOneLine(limit: 120))
    }
    do {
      self = try JSONDecoder().decode(FixtureManifest.self, from: json)
    } catch let error as any ReelError {
      throw FixtureError.unreadable(path: path, reason: "\(error)")
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

  /// Checks that the recipe allows these pictures.
  ///
  /// Readers of the manifest rely on it.
  private func validateFrames() throws(InvalidValue) {
    // Each frame is shown once, or twice if it is a deliberate repeat.
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

  /// The manifest as JSON with one frame a line, so that two versions can be compared.
  ///
  /// The first value is the MD5 of everything after it.
  public var json: String {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
      var head = self
      head.frames = []
      var text = String(decoding: try encoder.encode(head), as: UTF8.self)
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      let lines = try frames.map { "    " + String(decoding: try encoder.encode($0), as: UTF8.self) }
      // Foundation's implementations write an empty list in different ways.
      if let empty = text.firstRange(of: /"frames" : \[\s*\]/) {
        text.replaceSubrange(empty, with: "\"frames\" : [\n" + lines.joined(separator: ",\n") + "\n  ]")
      }
      return String(decoding: SealedText.sealed(text + "\n"), as: UTF8.self)
    }
  }

  /// The planned times of the pictures and the frames that they show.
  public var showings: [FixturePlan.Showing] {
    frames.map { FixturePlan.Showing(frame: $0.frame, pts: $0.pts, duration: $0.duration) }
  }
}
