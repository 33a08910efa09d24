import ReelFiles
import ReelFilms
import ReelVideo

/// All parts of a film or fixture, open, in order and made by the same versions.
package struct PartSet: Sendable {
  /// The parts.
  package let parts: [WholePart]

  /// Opens all parts and checks their heads.
  ///
  /// Every byte is checked when it is read.
  ///
  /// - Parameters:
  ///   - folder: The folder of the parts.
  ///   - json: The description from the same folder.
  ///   - fonts: The font files that the description records.
  ///   - segments: The film's division into segments.
  ///   - frameCount: The number of frames in the film.
  /// - Throws: `FarmError` for parts that are missing, of another film or of another version; `PacketFileError` for a
  ///   broken part.
  package init(
    _ folder: PartFolder, describedBy json: [UInt8], fonts: [FilmFont] = [], _ segments: FilmSegments, frameCount: Int
  ) throws {
    let digest = MD5.text(of: json)
    let count = try Self.count(in: folder, ofFilm: digest)
    let there = Set(folder.parts.filter { $0.count == count }.map(\.number))
    let missing = (1...count).filter { !there.contains($0) }
    guard missing.isEmpty else { throw FarmError.missing(folder: folder.path, parts: missing, count: count) }
    parts = try (1...count).map { number in
      guard let part = try folder.open(PartNumber(number, of: count), isRead: false) else {
        throw FarmError.missing(folder: folder.path, parts: [number], count: count)
      }
      return part
    }
    try explaining { [self] in try check(film: digest, fonts: fonts, segments, frameCount: frameCount) }
  }

  /// The paths of the parts.
  package var paths: [String] { parts.map(\.path) }

  /// Checks that the disk has room for at least the packets of all parts.
  ///
  /// A film also needs an index.
  ///
  /// - Throws: `OutputError.cannotCreate` before anything is written.
  package func requireSpace(at path: String) throws {
    let needed = try parts.reduce(0) { $0 + (try $1.reader().packetByteCount(of: $1.head.frameCount)) }
    guard let shortage = SpaceShortage(neededBytes: needed, inFolder: OutputFile.split(path).folder) else { return }
    func text(_ bytes: Int) -> String { bytes < 10_000_000 ? "\(bytes / 1000) kB" : "\(bytes / 1_000_000) MB" }
    throw OutputError.cannotCreate(
      path: path,
      reason:
        "its parts take \(text(shortage.neededBytes)), but only \(text(shortage.freeBytes)) are free on its disk: "
        + "free some space or choose another disk")
  }

  /// Runs a closure that reads the parts.
  ///
  /// If it throws and a part is broken, throws the broken part's error instead.
  package func explaining<Value>(_ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch {
      throw reason(error)
    }
  }

  /// Returns the reason why parts cannot be joined.
  ///
  /// If a byte is wrong, other errors about the part mean nothing.
  package func reason(_ error: any Error) -> any Error {
    for part in parts {
      do { try part.reader().check() } catch { return error }
    }
    return error
  }

  /// Returns the number of parts that the film was divided into.
  ///
  /// - Parameter digest: The MD5 of the film's description.
  private static func count(in folder: PartFolder, ofFilm digest: String) throws -> Int {
    let parts = folder.parts
    let counts = Set(parts.map(\.count)).sorted()
    guard counts.count > 1 else {
      guard let count = counts.first else { throw FarmError.noParts(folder: folder.path) }
      return count
    }
    // Leftovers of an earlier division do no harm once another division is complete.
    let complete = counts.filter { count in parts.count { $0.count == count } == count }
    // A division of an earlier film may be complete too. Two divisions of one film give the same bytes.
    let fitting = complete.first { count in
      (1...count).allSatisfy { (try? folder.open(PartNumber($0, of: count)))?.head.film == digest }
    }
    if let fitting { return fitting }
    guard complete.count == 1 else { throw FarmError.divisions(folder: folder.path, counts: counts) }
    return complete[0]
  }

  /// Checks that all parts belong to this film and were made by the same versions.
  private func check(film: String, fonts: [FilmFont], _ segments: FilmSegments, frameCount: Int) throws {
    for part in parts {
      let number = PartNumber(part.head.part, of: part.head.count)
      let frames = segments.frames(ofPart: number.number, of: number.count, frameCount: frameCount)
      if part.head.fonts != fonts, part.head.film != film {
        throw FarmError.fonts(path: part.path, drawn: part.head.fonts, described: fonts)
      }
      guard part.head.film == film else {
        throw FarmError.unusable(path: part.path, reason: "it is a part of a different film than film.json describes")
      }
      if let difference = parts[0].head.difference(from: part.head) {
        throw FarmError.versions(path: parts[0].path, other: part.path, difference: difference)
      }
      if let file = parts[0].head.changedFile(since: part.head) {
        throw FarmError.files(path: parts[0].path, other: part.path, file: file)
      }
      guard part.head.firstFrame == frames.lowerBound, part.head.frameCount == frames.count else {
        throw FarmError.unusable(
          path: part.path, reason: "its frames are not the ones that this version of capture puts there")
      }
    }
  }
}
