import ReelGeometry
import ReelTiming

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What a sink left behind.
public struct RecordedOutput: Hashable, Sendable {
  /// The file or folder, or nil when the film went to a stream.
  public var url: URL?
  /// The number of bytes written.
  public var byteCount: Int
  /// The name of the encoder, where there was one.
  public var encoder: String?
  /// The size of its pictures, where it need not be that of the frames.
  public var size: PixelSize?
  /// The most pictures a second that it shows, where it need not be the rate of the frames.
  public var frameRate: FrameRate?
  /// What was chosen so that the output is no larger than allowed, in words: `quality 30`; nil where nothing had to be.
  public var choice: String?
  /// What became of each output, in their order, where there were several; empty for one alone.
  ///
  /// What stands beside is then the first complete one's, and the bytes of all.
  public var parts: [OutputResult] = []

  /// Creates a description of an output.
  public init(url: URL?, byteCount: Int, encoder: String? = nil) {
    self.url = url
    self.byteCount = byteCount
    self.encoder = encoder
  }
}
