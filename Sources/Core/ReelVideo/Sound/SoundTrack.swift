/// The sound of a film: pieces of files, each heard at its time, mixed into one.
///
/// The same track gives the same samples. Nothing of it is drawn: the frames of a film are the same with and without it.
public struct SoundTrack: Hashable, Sendable {
  /// The samples in a second of what is mixed.
  public static let sampleRate = 48_000
  /// The channels of what is mixed: left and right.
  public static let channelCount = 2
  /// The most pieces that are heard at the same time.
  public static let maxAtOnce = 256
  /// By how many decibels a piece is lowered while a voice speaks.
  public static let ducking = -12.0

  /// The pieces, in any order; none for a silent film.
  public var pieces: [SoundPiece]

  /// Creates a track.
  ///
  /// - Parameter pieces: The pieces, in any order.
  public init(_ pieces: [SoundPiece] = []) { self.pieces = pieces }

  /// Whether nothing is heard.
  public var isEmpty: Bool { pieces.isEmpty }

  /// Opens each file and decodes its beginning.
  ///
  /// - Throws: `SoundError` for the first file that is missing or no sound, and for more pieces at once than
  ///   can be mixed.
  public func validate() throws { _ = try SoundMixer(self) }
}

/// A piece of a sound file in a film.
public struct SoundPiece: Hashable, Sendable {
  /// The file: anything with sound that FFmpeg reads.
  public var path: String
  /// When it begins, in seconds of the film; below 0 for one that began before the film.
  public var start: Double
  /// When it ends at the latest, in seconds of the film; nil for the end of the file, or of the film.
  public var end: Double?
  /// The first second of the file that is heard.
  public var from = 0.0
  /// The second of the file at which it breaks off; nil for the end of the file.
  public var until: Double?
  /// How much louder it is than its file, in decibels; less than 0 for softer.
  public var gain = 0.0
  /// The seconds in which it comes up from silence.
  public var fadeIn = 0.0
  /// The seconds in which it dies away, before its end.
  public var fadeOut = 0.0
  /// Whether it begins again at its end, as long as the film lasts or until `end`.
  public var loops = false
  /// Whether it is lowered by `SoundTrack.ducking` while pieces sound of which this is false.
  public var ducks = false

  /// How long the piece is heard once, in seconds: exact, as the whole file is decoded for it.
  ///
  /// - Throws: `SoundError` for a file that is missing or no sound.
  public var duration: Double {
    get throws {
      let reader = try SoundReader(path: path)
      let from = SoundPlan.sample(from)
      let most = until.map { max(0, SoundPlan.sample($0) - from) } ?? .max
      _ = reader.skip(from)
      return Double(reader.skip(most)) / Double(SoundTrack.sampleRate)
    }
  }

  /// Creates a piece: a whole file as it is.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - start: When it begins, in seconds of the film.
  public init(_ path: String, at start: Double = 0) {
    self.path = path
    self.start = start
  }
}
