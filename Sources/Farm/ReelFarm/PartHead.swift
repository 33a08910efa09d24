import ReelFilms
import ReelPlatform

/// What a part says about itself: of which film or fixture it is, and what made it.
package struct PartHead: Codable, Hashable, Sendable {
  /// The word that identifies the head among other JSON.
  package static let format = "reel-part"
  /// The version of the format that is written and read.
  package static let currentVersion = 2

  package var format = Self.format
  package var version = Self.currentVersion
  /// The MD5 of the description.
  package var film: String
  /// Which part it is, from 1.
  package var part: Int
  /// How many parts there are.
  package var count: Int
  /// The number of its first frame in the film.
  package var firstFrame: Int
  /// How many frames it has.
  package var frameCount: Int
  /// The versions of everything on which its bytes depend, by name.
  package var versions: [String: String]
  /// The font files that its text was drawn with.
  package var fonts: [FilmFont]
  /// The MD5 of each file that its scenes read, by the path.
  package var files: [String: String]
  /// The MD5 of each picture that the encoder was given; nil for parts of films, which do not tell it.
  package var pictures: [String]?

  /// Creates the head of a part.
  package init(_ film: PartIdentity, number: PartNumber, frames: Range<Int>) {
    self.film = film.digest
    (part, count) = (number.number, number.count)
    (firstFrame, frameCount) = (frames.lowerBound, frames.count)
    (versions, fonts, files) = (film.versions, film.fonts, film.files)
  }

  /// Reads a head; nil for anything else, and for one of another version of the format.
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

  /// Says what differs from another head's versions: `libavcodec 59.37.100 and 61.3.100`; nil if nothing does.
  package func difference(from other: PartHead) -> String? {
    let names = Set(versions.keys).union(other.versions.keys).sorted()
    guard let name = names.first(where: { versions[$0] != other.versions[$0] }) else { return nil }
    return "\(name) \(versions[name] ?? "unknown") and \(other.versions[name] ?? "unknown")"
  }

  /// The path of a file that had other contents when another part was made; nil if none had.
  package func changedFile(since other: PartHead) -> String? {
    Set(files.keys).union(other.files.keys).sorted().first { files[$0] != other.files[$0] }
  }
}
