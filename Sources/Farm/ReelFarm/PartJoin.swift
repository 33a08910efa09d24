import ReelFiles
import ReelFilms
import ReelGeometry
import ReelRecording
import ReelVideo

/// Joins the parts of a film into a movie without encoding anything again.
///
/// Sound, chapters and captions come from the description.
package struct PartJoin {
  /// The film.
  package let film: FilmDescription
  /// The number of frames in the film.
  package let frameCount: Int

  /// The paths of the film's parts.
  package var paths: [String] { all.paths }

  private let segmented: SegmentedFilm
  private let all: PartSet
  /// The pieces' entries for the movie's index.
  private let measured: [PartIndex]

  /// Opens all parts and checks their heads.
  ///
  /// Nothing is created.
  ///
  /// Every byte is checked when it is written to the movie.
  ///
  /// - Parameters:
  ///   - folder: The folder of the parts.
  ///   - catalog: The kinds of scene that the description may name.
  /// - Throws: `FarmError` for parts that are missing, of another film or of another version; `PacketFileError` for a
  ///   broken part.
  package init(_ folder: PartFolder, catalog: SceneCatalog) throws {
    let json = try folder.description()
    let film: FilmDescription
    do {
      film = try FilmDescription(json: json, catalog: catalog)
    } catch {
      throw FarmError.unusable(path: folder.descriptionPath, reason: "\(error)")
    }
    segmented = try SegmentedFilm(film)
    (self.film, frameCount) = (film, segmented.frameCount)
    all = try PartSet(folder, describedBy: json, fonts: film.recordedFonts, segmented.segments, frameCount: frameCount)
    measured = try all.explaining { [all] in try all.parts.map { try $0.reader().measure() } }
  }

  /// Writes the movie.
  ///
  /// - Parameters:
  ///   - destination: The movie's file.
  ///   - isCancelled: Called after each part until the movie is being finished; true stops the work.
  ///   - progress: Receives the number of joined frames from time to time.
  /// - Throws: The errors of `MovieWriter`; `PacketFileError` for parts that are broken or do not fit together;
  ///   `CancellationError`. No unfinished movie remains.
  package func write(
    to destination: MovieDestination, isCancelled: @escaping @Sendable () -> Bool = { false },
    progress: @escaping @Sendable (Int) -> Void = { _ in }
  ) async throws -> MovieSummary {
    if let output = try destination.outputFile() { try all.requireSpace(at: output.givenPath) }
    let join = try MovieJoin(
      zip(all.parts, measured).map { MoviePart(descriptor: $0.descriptor, path: $0.path, measured: $1) },
      frameCount: frameCount, to: destination, configuration: segmented.configuration, tracks: film.tracks)
    // Keeps the parts' files open.
    defer { withExtendedLifetime(all) {} }
    do {
      if let join { return try await join.write(isCancelled: isCancelled, progress: progress) }
      return try await writeGrowing(to: destination, isCancelled, progress)
    } catch let error as CancellationError {
      throw error
    } catch {
      throw all.reason(error)
    }
  }

  /// Writes a movie that needs more than the packets of its parts.
  private func writeGrowing(
    to destination: MovieDestination, _ isCancelled: @Sendable () -> Bool, _ progress: @Sendable (Int) -> Void
  ) async throws -> MovieSummary {
    let writer = try MovieWriter(
      joining: frameCount, to: destination, configuration: segmented.configuration, tracks: film.tracks)
    do {
      for part in all.parts {
        try await writer.append(try part.reader())
        progress(await writer.frameCount)
        if isCancelled() { throw CancellationError() }
      }
      let count = await writer.frameCount
      guard count == frameCount else {
        throw PacketFileError.broken(
          path: all.parts[0].path, reason: "the parts have \(count) frames in all, but the film has \(frameCount)")
      }
      return try await writer.finish()
    } catch {
      await writer.cancel()
      throw error
    }
  }
}
