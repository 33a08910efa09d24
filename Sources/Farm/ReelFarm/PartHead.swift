import ReelFilms
import ReelPlatform

/// The head of a part: the film or fixture it belongs to, and the versions that made it.
package struct PartHead: Codable, Hashable, Sendable {
  /// The word that identifies a head among other JSON.
  package static let format = "reel-part"
  /// The format version that is written and read.
  package static let currentVersion = 2

  package var format = Self.format
  package var version = Self.currentVersion
  /// The MD5 of the description.
  package var film: String
  /// The part's number, from 1.
  package var part: Int
  /// The number of parts.
  package var count: Int
  /// The number of its first frame in the film.
  package var firstFrame: Int
  /// The number of frames in the part.
  package var frameCount: Int
  /// The versions of everything that affects the part's bytes, by name.
  package var versions: [String: String]
  /// The font files that its text was drawn with.
  package var fonts: [FilmFont]
  /// The MD5 of each file that the scenes read, by path.
  package var files: [String: String]
  /// The MD5 of each picture given to the encoder; nil for parts of films, which do not record it.
  package var pictures: [String]?

  /// Creates the head of a part.
  package init(_ film: PartIdentity, number: PartNumber, frames: Range<Int>) {
    self.film = film.digest
    (part, count) = (number.number, number.count)
    (firstFrame, frameCount) = (frames.lowerBound, frames.count)
    (versions, fonts, files) = (film.versions, film.fonts, film.files)
  }

  /// Parses a head; nil for any other JSON and for another version of the format.
  package init?(json: [UInt8]) {
    guard let head = try? JSONDecoder().decode(PartHead.self, from: Data(json)), head.format == Self.format,
      head.version == Self.currentVersion
    else { return nil }
    self = head
  }

  /// The head as JSON; the same head gives the same bytes.
  package var json: [UInt8] {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      return [UInt8](try encoder.encode(self))
    }
  }

  /// Returns the first version that differs from another head: `libavcodec 59.37.100 and 61.3.100`; nil if all are
  /// equal.
  package func difference(from other: PartHead) -> String? {
    let names = Set(versions.keys).union(other.versions.keys).sorted()
    guard let name = names.first(where: { versions[$0] != other.versions[$0] }) else { return nil }
    return "\(name) \(versions[name] ?? "unknown") and \(other.versions[name] ?? "unknown")"
  }

  /// Returns the path of a file whose contents differed when another part was made; nil if none did.
  package func changedFile(since other: PartHead) -> String? {
    Set(files.keys).union(other.files.keys).sorted().first { files[$0] != other.files[$0] }
  }
}
