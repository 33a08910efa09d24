import ReelGeometry
import ReelPlatform
import ReelTiming

/// What a sink produced.
public struct RecordedOutput: Hashable, Sendable {
  /// The file or folder, or nil when the film went to a stream.
  public var url: URL?
  /// The number of bytes written.
  public var byteCount: Int
  /// The name of the encoder, if there was one.
  public var encoder: String?
  /// The size of its pictures, if it may differ from that of the frames.
  public var size: PixelSize?
  /// The maximum number of pictures per second, if it may differ from the rate of the frames.
  public var frameRate: FrameRate?
  /// What was chosen so that the output is no larger than allowed, in words: `quality 30`; nil where nothing had to be.
  public var choice: String?
  /// What became of each output, in their order, where there were several; empty for one alone.
  ///
  /// The other properties are then those of the first complete output, with the bytes of all.
  public var parts: [OutputResult] = []

  /// Creates a description of an output.
  public init(url: URL?, byteCount: Int, encoder: String? = nil) {
    self.url = url
    self.byteCount = byteCount
    self.encoder = encoder
  }
}
