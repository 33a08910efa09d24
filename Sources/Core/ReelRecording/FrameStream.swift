import ReelGeometry
import ReelTiming
import ReelVideo

/// Describes the frames that a sink will receive.
public struct FrameStream: Sendable {
  /// The size of the frames, in pixels.
  public var size: PixelSize
  /// The frames in a second.
  public var frameRate: FrameRate
  /// The pace of the recording: in live time a sink may buffer fewer frames.
  public var pace: Pace
  /// How many frames will come, where that is known; a recording that is stopped has fewer.
  public var frameCount: Int?
  /// Whether a frame may equal the one before: see `FrameSource.mayHoldStill`.
  public var mayHoldStill: Bool
  /// Whether frames may be transparent; an output that cannot be refuses them.
  public var hasAlpha: Bool
  /// The sound, chapters and captions; a sink that has no place for them leaves them out.
  public var tracks: FilmTracks

  /// The clock of the frames' own times; nil where they lie on the grid of `frameRate`.
  public var clock: TimeBase?
  /// The samples that the source offers; nil where it has pixels alone.
  package var samples: StoredSamples?

  /// Creates the description of a stream of frames.
  public init(
    size: PixelSize, frameRate: FrameRate, pace: Pace = .virtual, mayHoldStill: Bool = true, frameCount: Int? = nil,
    hasAlpha: Bool = false, tracks: FilmTracks = FilmTracks()
  ) {
    self.frameCount = frameCount
    self.hasAlpha = hasAlpha
    self.tracks = tracks
    self.size = size
    self.frameRate = frameRate
    self.pace = pace
    self.mayHoldStill = mayHoldStill
  }
}
