import ReelGeometry
import ReelTiming

/// The facts in a movie's headers.
public struct MovieFacts: Hashable, Sendable {
  /// The colour tags, by FFmpeg's names: `bt709`, `tv`; `unknown` if the file has none.
  public struct ColorTags: Hashable, Sendable {
    /// The coefficients between RGB and YUV.
    public var matrix: String
    /// The primaries.
    public var primaries: String
    /// The transfer function.
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

    /// The tags that this package writes.
    public static let bt709 = ColorTags(matrix: "bt709", primaries: "bt709", transfer: "bt709", range: "tv")

    /// The tags of clips with a given transfer function.
    package static func usual(for transfer: ColorTransfer) -> ColorTags {
      switch transfer {
      case .sdr: .bt709
      case .pq: ColorTags(matrix: "bt2020nc", primaries: "bt2020", transfer: "smpte2084", range: "tv")
      case .hlg: ColorTags(matrix: "bt2020nc", primaries: "bt2020", transfer: "arib-std-b67", range: "tv")
      }
    }
  }

  /// The container, by the name of FFmpeg's demuxer: `mov,mp4,m4a,3gp,3g2,mj2`.
  public var container: String
  /// The codec: `h264`.
  public var codec: String
  /// The profile, by FFmpeg's name: `High`; nil if the codec has none.
  public var profile: String?
  /// The pixel format: `yuv420p`.
  public var pixelFormat: String
  /// The size of the pictures.
  public var size: PixelSize
  /// The average frame rate, or nil if it is unknown or not a valid `FrameRate`.
  public var frameRate: FrameRate?
  /// One tick of the stream's clock.
  public var tick: MediaTime
  /// The time of the first picture, or nil if unknown.
  public var start: MediaTime?
  /// The length of the video stream, or nil if the header does not say (Matroska).
  public var streamDuration: MediaTime?
  /// The length of the whole file in seconds, to the microsecond; 0 if unknown.
  public var duration: Double
  /// The number of frames, or nil if the header does not say (Matroska, fragmented files).
  public var frameCount: Int?
  /// The colour tags.
  public var colors: ColorTags
  /// The timecode of the first picture, such as `01:00:00:00`; nil if the file has none.
  public var timecode: String?
}
