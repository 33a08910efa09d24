import ReelTiming

extension FilmTracks {
  /// Returns the tracks of a stretch of the film, starting at 0.
  ///
  /// Every sample is the same as at that time in the whole film, even within fades, loops and ducking: sounds that
  /// began before the stretch keep their beginning, at a negative time. The chapter in progress at the start begins
  /// there.
  ///
  /// - Parameter span: When the stretch begins and ends in the film.
  package func clipped(to span: TimeSpan) -> FilmTracks {
    let (start, end) = (span.start, span.end)
    var clip = FilmTracks()
    // Packets can't be cut: they are copied from the beginning or not at all.
    clip.copiedSound = start == 0 ? copiedSound : nil
    // Voices that are over or still to come lower music nearby.
    let near = SoundDucking.reach
    let heard = sound.pieces.filter { $0.start < end + near && ($0.end ?? end) > start - near }
    clip.sound.loudness = sound.loudness
    clip.sound.pieces = heard.map { piece in
      var piece = piece
      piece.start -= start
      if let last = piece.end { piece.end = last - start }
      return piece
    }
    let running = chapters.last { $0.start <= start }.map { FilmChapter($0.title, at: 0) }
    clip.chapters =
      (running.map { [$0] } ?? [])
      + chapters.filter { $0.start > start && $0.start < end }.map { FilmChapter($0.title, at: $0.start - start) }
    clip.captions = captions.compactMap { track in
      var track = track
      track.cues = track.cues.filter { $0.end > start && $0.start < end }.map {
        .init($0.text, from: max(0, $0.start - start), to: min($0.end, end) - start)
      }
      return track.cues.isEmpty ? nil : track
    }
    return clip
  }
}
