import ReelCanvas
import ReelGeometry
import ReelLayers
import ReelRecording
import ReelTiming

/// A scene on a stage of its own, to be recorded.
///
///     let scene = SnowflakeFilm(duration: 30)
///     let source = try SceneSource(scene, size: PixelSize(width: 1280, height: 720), frameRate: 30)
///     try await Recorder(source: source, sink: MovieSink(to: url)).record(for: .seconds(30))
///
/// Frames can be drawn in any order. Going back sets the stage up again.
public final class SceneSource: FrameSource {
  /// The size of the frames, in pixels.
  public let size: PixelSize
  /// What is shown.
  public let scene: any Scene
  /// Whether a frame may equal the one before.
  public var mayHoldStill: Bool { scene.mayHoldStill }
  /// Whether frames may be transparent.
  public var hasAlpha: Bool { scene.isTransparent }
  /// True: what a scene shows depends on its time alone.
  public var mayDrawAhead: Bool { true }
  /// Is given the stage each time the scene is set up on one.
  var prepare: (Stage) -> Void = { _ in } {
    didSet { prepare(stage) }
  }
  /// The rate of the recording.
  public let frameRate: FrameRate?
  private let frameInterval: Double
  private let length: Double?
  private var stage: Stage

  /// Sets a scene up; it fills the frame and holds its last picture.
  ///
  /// - Parameters:
  ///   - scene: what is shown.
  ///   - size: the size of the frames; the scene fills it, whatever it is.
  ///   - frameRate: the rate of the recording, which its recorder need not be told again: the last frame shows the finished picture.
  ///   - length: how long it is to be recorded, in seconds, for scenes that take the length that they are given; as long as the
  ///     scene lasts by itself if it is not given.
  /// - Throws: What the scene throws as it is installed, such as `InvalidValue` for a number out of range.
  public init(_ scene: some Scene, size: PixelSize, frameRate: FrameRate = 10, length: Double? = nil) throws {
    self.scene = scene
    self.size = size
    self.length = length
    self.frameRate = frameRate
    frameInterval = frameRate.seconds(ofFrame: 1)
    stage = try Self.stage(of: scene, size, frameInterval, length)
  }

  private static func stage(
    of scene: some Scene, _ size: PixelSize, _ frameInterval: Double, _ length: Double?
  ) throws -> Stage {
    let stage = Stage(size: size)
    let layer = try stage.root.install(
      scene, in: stage.root.bounds, frameInterval: frameInterval, length: length ?? scene.intrinsicDuration)
    // It fills the picture, so clipping is not needed.
    layer.masksToBounds = false
    return stage
  }

  /// Draws what changed since the previous frame.
  public func draw(at time: FrameTime, into bitmap: inout Bitmap) throws -> Region {
    try draw(atSeconds: time.seconds, into: &bitmap)
  }

  /// Draws the picture of a time in seconds, 0 or more.
  public func draw(atSeconds seconds: Double, into bitmap: inout Bitmap) throws -> Region {
    if seconds < stage.time {
      stage = try Self.stage(of: scene, size, frameInterval, length)
      prepare(stage)
    }
    return try stage.render(at: seconds, into: &bitmap)
  }
}
