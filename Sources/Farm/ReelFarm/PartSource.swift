import ReelCanvas
import ReelGeometry
import ReelRecording
import ReelTiming

/// Draws the frames of a film from a given frame on, without the frames before it.
struct PartSource<Source: FrameSource>: FrameSource {
  private var source: Source
  private let first: Int

  /// Creates a source whose frame 0 is a later frame of the film.
  ///
  /// - Parameters:
  ///   - source: Draws the film; each picture must depend on its time alone.
  ///   - first: The number of that frame in the film.
  init(_ source: Source, from first: Int) {
    self.source = source
    self.first = first
  }

  var size: PixelSize { source.size }
  var frameRate: FrameRate? { source.frameRate }
  var mayHoldStill: Bool { source.mayHoldStill }
  var mayDrawAhead: Bool { source.mayDrawAhead }
  var hasAlpha: Bool { source.hasAlpha }

  mutating func draw(at time: FrameTime, into bitmap: inout Bitmap) throws -> Region {
    try source.draw(at: FrameTime(index: first + time.index, frameRate: time.frameRate), into: &bitmap)
  }
}
