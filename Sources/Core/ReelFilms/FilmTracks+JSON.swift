import ReelDescriptions
import ReelVideo

/// A chapter as descriptions write it: `{"title": "The letter A", "at": 12.5}`.
struct DescribedChapter: Codable {
  var title: String
  var at: Double

  init(_ chapter: FilmChapter) { (title, at) = (chapter.title, chapter.start) }

  /// The chapter.
  ///
  /// - Throws: `DescriptionError` for a time that no film has.
  var chapter: FilmChapter {
    get throws {
      guard FilmTracks.times.contains(at) else { throw DescriptionError("a chapter begins between 0 and 86400 s") }
      return FilmChapter(title, at: at)
    }
  }
}

/// Captions as descriptions write them.
struct DescribedCaptions: Codable {
  struct Cue: Codable {
    var text: String
    var from: Double
    var until: Double
  }

  var language: String
  var isDefault: Bool?
  var isEmbedded: Bool?
  var cues: [Cue]

  private enum CodingKeys: String, CodingKey {
    case language, cues
    case isDefault = "default"
    case isEmbedded = "embedded"
  }

  init(_ track: CaptionTrack) {
    language = track.language
    isDefault = track.isDefault ? true : nil
    isEmbedded = track.isEmbedded ? nil : false
    cues = track.cues.map { Cue(text: $0.text, from: $0.start, until: $0.end) }
  }

  /// The track.
  ///
  /// - Throws: `DescriptionError` for times that no film has.
  var track: CaptionTrack {
    get throws {
      for cue in cues where !FilmTracks.times.contains(cue.from) || !(cue.from...86_400).contains(cue.until) {
        throw DescriptionError("a caption comes and goes between 0 and 86400 s, and goes after it comes")
      }
      var track = CaptionTrack(
        cues.map { .init($0.text, from: $0.from, to: $0.until) }, language: language, isDefault: isDefault ?? false)
      track.isEmbedded = isEmbedded ?? true
      return track
    }
  }
}

extension FilmTracks {
  /// The times that a film has, in seconds: a day of them.
  fileprivate static var times: ClosedRange<Double> { 0...86_400 }
}
