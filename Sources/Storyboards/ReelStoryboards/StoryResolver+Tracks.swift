import ReelGeometry
import ReelVideo

extension StoryResolver {
  /// The cues of all sounds by name.
  ///
  /// Of cues with the same name, the first counts.
  var cues: [String: StoryClock.Cue] {
    var cues: [String: StoryClock.Cue] = [:]
    for (sound, span) in sounds {
      for cue in sound.cues where cues[cue.name] == nil {
        let from = sound.piece.from
        cues[cue.name] = .init(span: span, at: sound.at, start: cue.start - from, end: cue.end - from)
      }
    }
    return cues
  }

  /// The length of a scene's sounds.
  ///
  /// Returns nil and notes a problem if a sound cannot be read or has no end.
  func soundLength(of item: StoryItem) -> Double? {
    var length = 0.0
    for sound in item.sounds {
      var start = 0.0
      switch sound.at {
      case .seconds(let seconds): start = seconds
      case nil: break
      case .reference, .cue:
        problems.add(
          sound.mark ?? mark(of: nil), "the scene lasts as long as its sounds: give at as a number of seconds")
      }
      guard !sound.piece.loops else {
        problems.add(sound.mark ?? mark(of: nil), "the scene lasts as long as its sounds, but this one loops forever")
        return nil
      }
      do {
        length = max(length, start + (try sound.piece.duration))
      } catch {
        problems.add(sound.mark ?? mark(of: nil), "\(error)")
        return nil
      }
    }
    return length > 0 ? length : nil
  }

  /// Determines when sounds begin and end.
  func addSounds(_ clock: inout StoryClock, _ film: StoryFilm, _ tracks: inout FilmTracks) {
    for (sound, span) in sounds {
      let source = sound.mark ?? mark(of: span)
      do throws(StoryClock.Failure) {
        var (start, end) = (0.0, film.end)
        if let span { (start, end) = (snapped(try clock.start(of: span)), snapped(try clock.end(of: span))) }
        if case .cue = sound.at {
          problems.add(source, "a sound cannot begin at a cue: give at as a number, or refer to a scene")
          continue
        }
        if let at = sound.at { start = try clock.value(of: at, since: start, for: span ?? 0) }
        if let until = sound.until { end = min(end, try clock.value(of: until, since: 0, for: 0)) }
        guard start >= 0, start < end else {
          let edge = span == nil ? "the film ends" : "its scene ends"
          problems.add(
            source,
            start < 0
              ? "the sound would begin at \(StoryClock.text(start)), before the film"
              : "the sound would begin at \(StoryClock.text(start)), but \(edge) at \(StoryClock.text(end)): use an earlier at"
          )
          continue
        }
        var piece = sound.piece
        (piece.start, piece.end) = (start, end)
        tracks.sound.pieces.append(piece)
      } catch {
        problems.add(source, error.message)
      }
    }
    do { try tracks.sound.validate() } catch { problems.add(mark(of: nil), "\(error)") }
  }

  /// Divides captions into those in the pictures and those in text tracks.
  func addCaptions(_ film: inout StoryFilm, _ tracks: inout FilmTracks) {
    let captions = storyboard.captions
    var ofLanguages = captions.languages
    // Captions of scenes and those of a file in the same language share a track.
    let own = film.captions.map { TimedText(start: $0.start, end: $0.end, text: $0.text) }
    let main = ofLanguages.first { $0.language == captions.language }?.language ?? ofLanguages.first?.language
    if let index = ofLanguages.firstIndex(where: { $0.language == captions.language }) {
      ofLanguages[index].texts += own
    } else if !own.isEmpty {
      ofLanguages.insert(.init(language: captions.language, texts: own), at: 0)
    }
    let end = film.end
    for language in captions.languages {
      let late = language.texts.filter { $0.start >= end }.compactMap(\.mark)
      noteLate(late, of: language.texts.count, "the film ends at \(StoryClock.text(end))")
    }
    func clipped(_ texts: [TimedText]) -> [TimedText] {
      texts.filter { $0.start < end && !$0.text.isEmpty }.map { text in
        var text = text
        text.end = min(text.end, end)
        return text
      }
    }
    tracks.captions = ofLanguages.map { language in
      var track = CaptionTrack(
        clipped(language.texts).map { .init($0.text, from: $0.start, to: $0.end) }, language: language.language)
      track.isEmbedded = captions.show != .burned
      return track
    }.filter { !$0.cues.isEmpty }
    if captions.show == .track, !tracks.captions.isEmpty { tracks.captions[0].isDefault = true }
    guard captions.show != .track else {
      film.captions = []
      return
    }
    let spoken = captions.languages.first { $0.language == main }.map { clipped($0.texts) } ?? []
    film.captions += spoken.map { text in
      var caption = StoryFilm.Caption(text: text.text, start: snapped(text.start), end: snapped(text.end))
      caption.style = usualStyle
      (caption.runs, caption.position) = (text.runs.isEmpty ? nil : text.runs, text.position)
      caption.place = captions.place == .bottom ? nil : captions.place
      if StoryCaptions.isRightToLeft(main ?? captions.language) { caption.isRightToLeft = true }
      return caption
    }
    film.captions.sort { $0.start < $1.start }
  }
}
