/// The sound and chapters of a film, and the captions that a player can turn on.
///
/// Formats that have no room for one of them, such as GIF and numbered pictures, leave it out.
public struct FilmTracks: Hashable, Sendable {
  /// The sound.
  public var sound = SoundTrack()
  /// Names of times, in their order.
  public var chapters: [FilmChapter] = []
  /// The captions, a track for each language.
  public var captions: [CaptionTrack] = []
  /// The sound of a movie that is copied in place of `sound`, where the container takes it; nil for none.
  package var copiedSound: CopiedSound?
  /// The chapters and captions that come while the film is recorded, in addition to those above; nil for none.
  package var arriving: ArrivingTracks?
  /// The name of the movie whose sound an unfinished film lacks; nil for none.
  package internal(set) var missingSound: String?

  /// Creates the tracks of a silent film.
  public init() {}

  /// The tracks with everything that has come so far.
  package var settled: FilmTracks {
    var tracks = self
    tracks.arriving = nil
    arriving?.add(to: &tracks)
    return tracks
  }

  /// The chapters as a film has them: what lies before the first of them is one of its own, named “Start”.
  ///
  /// MP4 and the players of other formats begin the first chapter with the film, whatever its time is.
  public var chaptersFromStart: [FilmChapter] {
    guard let first = chapters.map(\.start).min(), first > 0 else { return chapters }
    return [FilmChapter("Start", at: 0)] + chapters
  }
}

/// A part of a film by its name, to which a player can jump; it ends where the next one begins.
public struct FilmChapter: Hashable, Sendable {
  /// The name.
  public var title: String
  /// When it begins, in seconds of the film.
  public var start: Double

  /// Creates a chapter.
  ///
  /// - Parameters:
  ///   - title: The name.
  ///   - start: When it begins, in seconds of the film.
  public init(_ title: String, at start: Double) {
    self.title = title
    self.start = start
  }
}

/// The captions of a film in one language.
public struct CaptionTrack: Hashable, Sendable {
  /// Words for a stretch of time.
  public struct Cue: Hashable, Sendable {
    /// The words, without markup; line breaks begin new lines.
    public var text: String
    /// When they come, in seconds of the film.
    public var start: Double
    /// When they go.
    public var end: Double

    /// Creates a cue.
    ///
    /// - Parameters:
    ///   - text: The words, without markup; line breaks begin new lines.
    ///   - start: When they come, in seconds of the film.
    ///   - end: When they go.
    public init(_ text: String, from start: Double, to end: Double) {
      self.text = text
      self.start = start
      self.end = end
    }
  }

  /// The language as BCP 47 writes it, such as `en` or `de-AT`; `und` where nobody said.
  public var language: String
  /// Whether a player shows it without being asked.
  public var isDefault: Bool
  /// Whether it is a track of the film; else it only goes into files beside it.
  public var isEmbedded = true
  /// The words, in the order of their times.
  public var cues: [Cue]

  /// Creates a track.
  ///
  /// - Parameters:
  ///   - cues: The words.
  ///   - language: The language as BCP 47 writes it.
  ///   - isDefault: Whether a player shows it without being asked.
  public init(_ cues: [Cue], language: String = "und", isDefault: Bool = false) {
    self.cues = cues.sorted { ($0.start, $0.end) < ($1.start, $1.end) }
    self.language = language
    self.isDefault = isDefault
  }

  /// The track as a WebVTT file.
  public var webVTT: String {
    var text = "WEBVTT\n"
    for cue in cues {
      text += "\n\(Self.clock(cue.start)) --> \(Self.clock(cue.end))\n\(Self.webVTT(cue.text))\n"
    }
    return text
  }

  /// Returns words as a cue of WebVTT: an empty line would end it, and an arrow is what times have between them.
  static func webVTT(_ text: String) -> String {
    text.split(whereSeparator: \.isNewline).map {
      $0.split(separator: "&", omittingEmptySubsequences: false).joined(separator: "&amp;")
        .split(separator: "<", omittingEmptySubsequences: false).joined(separator: "&lt;")
        .split(separator: ">", omittingEmptySubsequences: false).joined(separator: "&gt;")
    }.joined(separator: "\n")
  }

  private static func clock(_ seconds: Double) -> String {
    let all = Int(clamping: (max(0, seconds) * 1000).rounded())
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return
      "\(two(all / 3_600_000)):\(two(all / 60_000 % 60)):\(two(all / 1000 % 60)).\("\(1000 + all % 1000)".dropFirst())"
  }
}
