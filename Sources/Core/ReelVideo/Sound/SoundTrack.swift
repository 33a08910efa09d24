/// The sound of a film: pieces of files, each at its time, mixed together.
///
/// The same track gives the same samples. It does not affect the pictures: a film has the same frames with and
/// without it.
public struct SoundTrack: Hashable, Sendable {
  /// The sample rate of the mix, in samples per second.
  public static let sampleRate = 48_000
  /// The channels of the mix: left and right.
  public static let channelCount = 2
  /// The maximum number of overlapping pieces.
  public static let maxAtOnce = 256
  /// The change in decibels of a piece's gain while a voice speaks.
  public static let ducking = -12.0

  /// The true peak in decibels that no change of loudness exceeds.
  public static let highestPeak = -1.0

  /// The pieces in any order; none for a silent film.
  public var pieces: [SoundPiece]
  /// The integrated loudness of the whole mix in LUFS, as ITU-R BS.1770 defines it; nil to leave it as it is.
  ///
  /// The mix gets softer than this where a true peak would exceed `highestPeak`.
  public var loudness: Double?

  /// Creates a track.
  ///
  /// - Parameter pieces: The pieces, in any order.
  public init(_ pieces: [SoundPiece] = []) { self.pieces = pieces }

  /// Whether the track has no pieces.
  public var isEmpty: Bool { pieces.isEmpty }

  /// Opens each file and decodes its beginning.
  ///
  /// - Throws: `SoundError` for the first file that is missing or has no sound, and if more pieces overlap than can
  ///   be mixed.
  public func validate() throws { _ = try SoundMixer(SoundTrack(pieces)) }
}

/// A piece of a sound file in a film.
public struct SoundPiece: Hashable, Sendable {
  /// The file, in any format with sound that FFmpeg reads.
  public var path: String
  /// Its start in seconds of the film; negative if it began before the film.
  public var start: Double
  /// Its latest end in seconds of the film; nil for the end of the file or of the film.
  public var end: Double?
  /// The position in the file at which it starts, in seconds.
  public var from = 0.0
  /// The position in the file at which it stops, in seconds; nil for the end of the file.
  public var until: Double?
  /// The gain in decibels; negative to make it softer.
  public var gain = 0.0
  /// The duration of the fade-in, in seconds.
  public var fadeIn = 0.0
  /// The duration of the fade-out before its end, in seconds.
  public var fadeOut = 0.0
  /// Whether it repeats until the film ends or until `end`.
  public var loops = false
  /// Whether it is lowered by `SoundTrack.ducking` while pieces are heard for which this is false.
  public var ducks = false

  /// The duration of one pass of the piece, in seconds; exact, because the whole file is decoded.
  ///
  /// - Throws: `SoundError` if the file is missing or has no sound.
  public var duration: Double {
    get throws {
      let reader = try SoundReader(path: path)
      let from = SoundPlan.sample(from)
      let most = until.map { max(0, SoundPlan.sample($0) - from) } ?? .max
      _ = reader.skip(from)
      return Double(reader.skip(most)) / Double(SoundTrack.sampleRate)
    }
  }

  /// Creates a piece: a whole file, unchanged.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - start: Its start in seconds of the film.
  public init(_ path: String, at start: Double = 0) {
    self.path = path
    self.start = start
  }
}
