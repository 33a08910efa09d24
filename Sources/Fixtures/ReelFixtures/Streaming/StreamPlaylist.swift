import ReelFiles
import ReelGeometry

/// An HLS playlist (RFC 8216), either of rungs or of segments.
public enum StreamPlaylist: Hashable, Sendable {
  /// The rungs of a ladder: the same film in several sizes.
  case ladder([Rung])
  /// The segments of a rung.
  case segments([Segment])

  /// One rung, given by the playlist of its segments.
  public struct Rung: Hashable, Sendable {
    /// The address as written in the playlist.
    public var address: String
    /// The declared maximum bandwidth in bits a second; nil if not declared.
    public var bandwidth: Int?
    /// The address of the playlist with the rung's sound, if the sound is separate from the pictures.
    public var sound: String?
  }

  /// One segment.
  public struct Segment: Hashable, Sendable {
    /// The address as written in the playlist.
    public var address: String
    /// The declared duration in seconds.
    public var duration: Double
    /// The segment's byte range in the file; nil for the whole file.
    public var bytes: Range<Int>?
    /// The address of the initialization data that decoders need; nil if they need none.
    public var beginning: String?
    /// The byte range of the initialization data; nil for the whole file.
    public var beginningBytes: Range<Int>?
    /// Whether the playlist declares a discontinuity of times or codecs before the segment.
    public var isDiscontinuous: Bool
  }

  /// The error of a playlist that cannot be read.
  public struct Failure: ReelError {
    /// The exit code of a command that ends with this error.
    public var exitStatus: ExitStatus { .ofInput(path) }

    /// The path of the playlist.
    public var path: String
    /// The reason why it cannot be read.
    public var reason: String

    /// One line with path and reason.
    public var description: String {
      reason == .noSuchFile
        ? "\(path): no such file; check its name" : "\(path) can't be read as a playlist: \(reason)"
    }
  }

  /// The maximum size of a playlist in bytes.
  private static let longest = 16 << 20
  /// The maximum number of rungs or segments.
  private static let most = 100_000

  /// Reads the playlist at a path.
  ///
  /// - Throws: `Failure` for a file that is not a playlist.
  public init(path: String) throws(Failure) {
    let bytes: [UInt8]
    do throws(BoundedFile.Failure) {
      bytes = try BoundedFile.read(path, limit: Self.longest)
    } catch {
      let reason =
        switch error {
        case .tooLong: "it has more than \(Self.longest >> 20) MB"
        case .unopened(let reason), .unread(let reason): reason
        }
      throw Failure(path: path, reason: reason)
    }
    try self.init(text: String(decoding: bytes, as: UTF8.self), path: path)
  }

  /// Parses a playlist.
  ///
  /// - Parameters:
  ///   - text: The text of the playlist.
  ///   - path: The file's path, for error messages.
  /// - Throws: `Failure` for text that is not a playlist.
  public init(text: String, path: String) throws(Failure) {
    var lines = text.split(whereSeparator: \.isNewline).map { $0.trimmingPrefix { $0 == " " || $0 == "\u{FEFF}" } }
    guard lines.first?.hasPrefix("#EXTM3U") == true else {
      throw Failure(path: path, reason: "it does not begin with #EXTM3U")
    }
    lines.removeFirst()
    var (rungs, segments): ([Rung], [Segment]) = ([], [])
    var (bandwidth, isRung, group) = (Int?.none, false, String?.none)
    var (sounds, groups): ([String: String], [String?]) = ([:], [])
    var segment = Segment(address: "", duration: 0, isDiscontinuous: false)
    var (hasDuration, end) = (false, 0)
    for line in lines where !line.isEmpty {
      if let value = Self.value(of: "#EXT-X-STREAM-INF:", line) {
        (isRung, bandwidth) = (true, Self.attribute("BANDWIDTH", value).flatMap { Int($0) })
        group = Self.attribute("AUDIO", value)
      } else if let value = Self.value(of: "#EXT-X-MEDIA:", line) {
        // The first of several languages counts.
        if Self.attribute("TYPE", value) == "AUDIO", let group = Self.attribute("GROUP-ID", value), sounds[group] == nil
        {
          sounds[group] = Self.attribute("URI", value)
        }
      } else if let value = Self.value(of: "#EXTINF:", line) {
        let number = value.prefix { $0 != "," }
        guard let seconds = Double(number), seconds >= 0, seconds.isFinite else {
          throw Failure(path: path, reason: "“\(number)” is not the length of a segment")
        }
        (segment.duration, hasDuration) = (seconds, true)
      } else if let value = Self.value(of: "#EXT-X-BYTERANGE:", line) {
        guard let range = Self.range(value, after: end) else {
          throw Failure(path: path, reason: "“\(value)” is not a byte range")
        }
        segment.bytes = range
        end = range.upperBound
      } else if let value = Self.value(of: "#EXT-X-MAP:", line) {
        segment.beginning = Self.attribute("URI", value)
        segment.beginningBytes = try Self.attribute("BYTERANGE", value).map { text throws(Failure) in
          guard let range = Self.range(text[...], after: 0) else {
            throw Failure(path: path, reason: "“\(text)” is not a byte range")
          }
          return range
        }
      } else if let value = Self.value(of: "#EXT-X-KEY:", line), Self.attribute("METHOD", value) != "NONE" {
        throw Failure(path: path, reason: "its segments are encrypted; package the clip without keys")
      } else if line.hasPrefix("#EXT-X-DISCONTINUITY"), !line.hasPrefix("#EXT-X-DISCONTINUITY-SEQUENCE") {
        segment.isDiscontinuous = true
      } else if !line.hasPrefix("#") {
        if isRung {
          rungs.append(Rung(address: String(line), bandwidth: bandwidth))
          groups.append(group)
          isRung = false
        } else if hasDuration {
          segment.address = String(line)
          segments.append(segment)
          segment = Segment(
            address: "", duration: 0, beginning: segment.beginning, beginningBytes: segment.beginningBytes,
            isDiscontinuous: false)
          hasDuration = false
        }
        guard rungs.count + segments.count <= Self.most else {
          throw Failure(path: path, reason: "it names more than \(Self.most) files")
        }
      }
    }
    guard rungs.isEmpty != segments.isEmpty else {
      throw Failure(
        path: path, reason: rungs.isEmpty ? "it names neither rungs nor segments" : "it names both rungs and segments")
    }
    for (index, group) in groups.enumerated() { rungs[index].sound = group.flatMap { sounds[$0] } }
    self = segments.isEmpty ? .ladder(rungs) : .segments(segments)
  }

  private static func value(of tag: String, _ line: Substring) -> Substring? {
    line.hasPrefix(tag) ? line.dropFirst(tag.count) : nil
  }

  /// The byte range that `length@start` names.
  ///
  /// Without a start it begins where the last range ended.
  private static func range(_ text: Substring, after end: Int) -> Range<Int>? {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false).map { Int($0) ?? -1 }
    let start = parts.count == 2 ? parts[1] : end
    guard (1...2).contains(parts.count), parts[0] >= 0, start >= 0, parts[0] < 1 << 40, start < 1 << 40 else {
      return nil
    }
    return start..<start + parts[0]
  }

  /// The value of an attribute, without quotes.
  private static func attribute(_ name: String, _ list: Substring) -> String? {
    var rest = list
    while !rest.isEmpty {
      let key = rest.prefix { $0 != "=" }
      rest = rest.dropFirst(key.count + 1)
      let value: Substring
      if rest.first == "\"" {
        value = rest.dropFirst().prefix { $0 != "\"" }
        rest = rest.dropFirst(value.count + 2)
      } else {
        value = rest.prefix { $0 != "," }
        rest = rest.dropFirst(value.count)
      }
      if key == name { return String(value) }
      rest = rest.trimmingPrefix { $0 == "," || $0 == " " }
    }
    return nil
  }

  /// An address with its percent-encoded characters decoded.
  static func decoded(_ address: String) -> String {
    var (bytes, rest) = ([UInt8](), Array(address.utf8)[...])
    while let byte = rest.popFirst() {
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      if byte == UInt8(ascii: "%"), digits.utf8.count == 2, let value = UInt8(digits, radix: 16) {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
