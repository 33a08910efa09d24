import ReelTiming

extension FilmTracks {
  /// The tracks of a stretch of the film, which begins at its own 0.
  ///
  /// Every sample is the one that the whole film has there, also in the middle of fades, loops and ducking: sounds that began before the
  /// stretch keep their beginning, at a time below 0. The chapter that runs at the beginning begins there.
  ///
  /// - Parameter span: When the stretch begins and ends in the film.
  package func clipped(to span: TimeSpan) -> FilmTracks {
    let (start, end) = (span.start, span.end)
    var clip = FilmTracks()
    // Voices that are over or still to come lower music nearby.
    let near = SoundDucking.reach
    let heard = sound.pieces.filter { $0.start < end + near && ($0.end ?? end) > start - near }
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
