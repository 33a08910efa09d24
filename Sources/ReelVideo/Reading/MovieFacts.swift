import ReelGeometry
import ReelTiming

/// What the headers of a movie say.
public struct MovieFacts: Hashable, Sendable {
  /// How the numbers of the picture mean colours, in FFmpeg's words: `bt709`, `tv`; `unknown` where the file is silent.
  public struct ColorTags: Hashable, Sendable {
    /// The coefficients between RGB and YUV.
    public var matrix: String
    /// The colours of the three lights.
    public var primaries: String
    /// The transfer curve.
    public var transfer: String
    /// `tv` for 16 to 235, `pc` for 0 to 255.
    public var range: String

    /// Creates a set of tags.
    public init(matrix: String, primaries: String, transfer: String, range: String) {
      self.matrix = matrix
      self.primaries = primaries
      self.transfer = transfer
      self.range = range
    }

    /// What this package writes.
    public static let bt709 = ColorTags(matrix: "bt709", primaries: "bt709", transfer: "bt709", range: "tv")
  }

  /// The container, as FFmpeg names its reader: `mov,mp4,m4a,3gp,3g2,mj2`.
  public var container: String
  /// The codec: `h264`.
  public var codec: String
  /// The profile, in FFmpeg's words: `High`; nil where the codec has none.
  public var profile: String?
  /// The pixel format: `yuv420p`.
  public var pixelFormat: String
  /// The size of the pictures.
  public var size: PixelSize
  /// The frames in a second on average, or nil where the file does not tell or the rate is none that can be recorded.
  public var frameRate: FrameRate?
  /// One tick of the stream's clock.
  public var tick: MediaTime
  /// The time of the first picture, or nil where the file does not tell.
  public var start: MediaTime?
  /// The length of the video stream, or nil where its header does not tell (Matroska).
  public var streamDuration: MediaTime?
  /// The length of the whole file in seconds, to the microsecond; 0 where it does not tell.
  public var duration: Double
  /// The number of frames, or nil where the header does not tell (Matroska, fragmented files).
  public var frameCount: Int?
  /// The meaning of the colours.
  public var colors: ColorTags
}
