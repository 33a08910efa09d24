import ReelDescriptions
import ReelVideo

/// A chapter in the form of descriptions: `{"title": "The letter A", "at": 12.5}`.
struct DescribedChapter: Codable {
  var title: String
  var at: Double

  init(_ chapter: FilmChapter) { (title, at) = (chapter.title, chapter.start) }

  /// The chapter.
  ///
  /// - Throws: `DescriptionError` for a time outside any film.
  var chapter: FilmChapter {
    get throws {
      guard FilmTracks.times.contains(at) else { throw DescriptionError("a chapter begins between 0 and 86400 s") }
      return FilmChapter(title, at: at)
    }
  }
}

/// Captions in the form of descriptions.
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

  /// The caption track.
  ///
  /// - Throws: `DescriptionError` for times outside any film.
  var track: CaptionTrack {
    get throws {
      for cue in cues where !FilmTracks.times.contains(cue.from) || !(cue.from...86_400).contains(cue.until) {
        throw DescriptionError("a caption starts and ends between 0 and 86400 s, and ends after it starts")
      }
      var track = CaptionTrack(
        cues.map { .init($0.text, from: $0.from, to: $0.until) }, language: language, isDefault: isDefault ?? false)
      track.isEmbedded = isEmbedded ?? true
      return track
    }
  }
}

extension FilmTracks {
  /// The possible times in a film, in seconds: a day.
  fileprivate static var times: ClosedRange<Double> { 0...86_400 }
}
