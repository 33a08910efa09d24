import ReelFiles
import ReelFilms
import ReelGeometry
import ReelRecording
import ReelVideo

/// Joins the parts of a film to a movie, without encoding anything again; sound, chapters and captions come from the description.
package struct PartJoin {
  /// The film.
  package let film: FilmDescription
  /// Its frames.
  package let frameCount: Int

  /// The paths of its parts.
  package var paths: [String] { parts.map(\.path) }

  private let pieces: FilmPieces
  private let parts: [WholePart]
  /// What an index tells of them.
  private let measured: [MeasuredPiece]

  /// Opens all parts and checks what they say about themselves; nothing is created.
  ///
  /// Every byte of them is checked while it is written.
  ///
  /// - Parameters:
  ///   - folder: The folder of the parts.
  ///   - catalog: The kinds of scene that the description may name.
  /// - Throws: `FarmError` for parts that are missing, of another film or of another version; `PacketFileError` for a broken one.
  package init(_ folder: PartFolder, catalog: SceneCatalog) throws {
    let json = try folder.description()
    let film: FilmDescription
    do {
      film = try FilmDescription(json: json, catalog: catalog)
    } catch {
      throw FarmError.unusable(path: folder.descriptionPath, reason: "\(error)")
    }
    let pieces = try FilmPieces(film)
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
    (self.film, self.pieces, frameCount) = (film, pieces, pieces.frameCount)
    do {
      measured = try parts.map { try $0.reader().measure() }
      try check(film: digest)
    } catch {
      throw Self.reason(error, parts)
    }
  }

  /// Returns why parts can't be joined: where a byte is another, what it makes of a part tells nothing.
  private static func reason(_ error: any Error, _ parts: [WholePart]) -> any Error {
    for part in parts {
      do { try part.reader().check() } catch { return error }
    }
    return error
  }

  /// The number of parts into which the film was divided.
  ///
  /// - Parameter digest: The MD5 of the film's description.
  private static func count(in folder: PartFolder, ofFilm digest: String) throws -> Int {
    let parts = folder.parts
    let counts = Set(parts.map(\.count)).sorted()
    guard counts.count > 1 else {
      guard let count = counts.first else { throw FarmError.noParts(folder: folder.path) }
      return count
    }
    // What is left of an earlier division is in nobody's way once another one is complete.
    let complete = counts.filter { count in parts.count { $0.count == count } == count }
    // Those of an earlier film may be complete too. Two of one film give the same bytes.
    let fitting = complete.first { count in
      (1...count).allSatisfy { (try? folder.open(PartNumber($0, of: count)))?.head.film == digest }
    }
    if let fitting { return fitting }
    guard complete.count == 1 else { throw FarmError.divisions(folder: folder.path, counts: counts) }
    return complete[0]
  }

  /// Checks that all parts are of this film and were made by the same versions.
  private func check(film: String) throws {
    for part in parts {
      let number = PartNumber(part.head.part, of: part.head.count)
      let frames = pieces.segments.frames(ofPart: number.number, of: number.count, frameCount: frameCount)
      if part.head.fonts != self.film.recordedFonts, part.head.film != film {
        throw FarmError.fonts(path: part.path, drawn: part.head.fonts, described: self.film.recordedFonts)
      }
      guard part.head.film == film else {
        throw FarmError.unusable(path: part.path, reason: "it is a part of another film than film.json describes")
      }
      if let difference = parts[0].head.difference(from: part.head) {
        throw FarmError.versions(path: parts[0].path, other: part.path, difference: difference)
      }
      if let file = parts[0].head.changedFile(since: part.head) {
        throw FarmError.files(path: parts[0].path, other: part.path, file: file)
      }
      guard part.head.firstFrame == frames.lowerBound, part.head.frameCount == frames.count else {
        throw FarmError.unusable(
          path: part.path, reason: "it holds other frames than this version of capture would make")
      }
    }
  }

  /// Makes the movie.
  ///
  /// - Parameters:
  ///   - destination: Its file.
  ///   - isCancelled: Is asked after each part until the movie is being finished; true ends the work.
  /// - Throws: As `MovieWriter` does; `PacketFileError` for parts that are broken or do not fit together; `CancellationError`. No unfinished movie
  ///   is left then.
  package func write(
    to destination: MovieDestination, isCancelled: @escaping @Sendable () -> Bool = { false }
  ) async throws -> MovieSummary {
    let join = try MovieJoin(
      zip(parts, measured).map { MoviePiece(descriptor: $0.descriptor, path: $0.path, measured: $1) },
      frameCount: frameCount, to: destination, configuration: pieces.configuration, tracks: film.tracks)
    // The open files of the parts.
    defer { withExtendedLifetime(parts) {} }
    do {
      if let join { return try await join.write(isCancelled: isCancelled) }
      return try await writeGrowing(to: destination, isCancelled)
    } catch let error as CancellationError {
      throw error
    } catch {
      throw Self.reason(error, parts)
    }
  }

  /// Makes a movie that needs more than the packets of its parts.
  private func writeGrowing(
    to destination: MovieDestination, _ isCancelled: @Sendable () -> Bool
  ) async throws -> MovieSummary {
    let writer = try MovieWriter(
      joining: frameCount, to: destination, configuration: pieces.configuration, tracks: film.tracks)
    do {
      for part in parts {
        try await writer.append(try part.reader())
        if isCancelled() { throw CancellationError() }
      }
      let count = await writer.frameCount
      guard count == frameCount else {
        throw PacketFileError.broken(
          path: parts[0].path, reason: "all parts have \(count) frames, and the film has \(frameCount)")
      }
      return try await writer.finish()
    } catch {
      await writer.cancel()
      throw error
    }
  }
}
