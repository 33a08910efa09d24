import ReelFiles
import ReelPlatform

/// A film whose quality is given up as far as its file has to fit into a number of bytes.
///
/// The first encoding has the quality that was asked for, and becomes the film if it fits. If it does not, the pictures
/// are encoded again from a spool, at most twice if all goes well, and the best encoding that fits becomes the film.
/// The search depends on the pictures and the configuration alone.
package final class FittingFilm {
  /// The writer of the first encoding.
  package let writer: FilmWriter

  private let target: FilmTarget
  private let configuration: VideoConfiguration
  private let tracks: FilmTracks
  private let spool: FilmSpool
  private let draft: OutputDraft
  /// The bytes of the smallest film that was tried again.
  private var smallest = Int.max

  /// Opens the film; nil for one whose quality is not searched.
  package init?(to target: FilmTarget, configuration: VideoConfiguration, tracks: FilmTracks) throws {
    guard configuration.isLimitSearched, let file = try target.outputFile() else { return nil }
    (self.target, self.configuration, self.tracks) = (target, configuration, tracks)
    draft = try OutputDraft(for: file)
    spool = try FilmSpool(configuration, in: draft)
    writer = try FilmWriter(to: target, configuration: configuration, tracks: tracks, spool: spool)
  }

  /// Completes the film.
  ///
  /// - Returns: What was made, and the factor if another one was needed than was asked for.
  /// - Throws: `OutputError.tooLarge` if it fits with no quality; the errors of a writer.
  package func finish(frameCount: Int) throws -> (summary: MovieSummary, factor: Double?) {
    do {
      return (try writer.finish(frameCount: frameCount), nil)
    } catch OutputError.tooLarge(let path, let byteCount, let limit, let partial) {
      guard let found = try search(frameCount: frameCount, byteCount: byteCount, limit: limit) else {
        if let partial { unlink(partial) }
        throw OutputError.tooLarge(path: path, byteCount: min(byteCount, smallest), limit: limit)
      }
      // Until now a crash would have left the first encoding.
      if let partial { unlink(partial) }
      let film = try FilmWriter(to: target, configuration: with(found.factor), tracks: tracks)
      try film.append(PacketFileReader(descriptor: found.part.descriptor, path: path), shown: spool.spans)
      return (try film.finish(frameCount: frameCount), found.factor)
    }
  }

  private func with(_ factor: Double) -> VideoConfiguration {
    var changed = configuration
    changed.quality = .crf(factor)
    return changed
  }

  private func search(
    frameCount: Int, byteCount: Int, limit: Int
  ) throws -> (factor: Double, part: ScratchFile)? {
    guard case .crf(let first) = configuration.quality else { return nil }
    try spool.finish()
    let others = byteCount - writer.pictureByteCount
    var search = QualitySearch(limit: limit - others, factor: first, byteCount: writer.pictureByteCount)
    var best: ScratchFile?
    while limit > others, let factor = search.next {
      let part = try ScratchFile(in: draft, ending: "part")
      let trial = try FilmWriter(to: .part(part.destination), configuration: with(factor))
      try spool.replay(into: trial)
      _ = try trial.finish(frameCount: frameCount)
      smallest = min(smallest, trial.pictureByteCount + others)
      if search.note(factor, byteCount: trial.pictureByteCount) { best = part }
    }
    guard let factor = search.best, let best else { return nil }
    return (factor, best)
  }
}
