import ReelCanvas
import ReelGeometry
import ReelLayers
import ReelRecording
import ReelTiming

/// A scene on a stage of its own, ready to be recorded.
///
///     let scene = SnowflakeFilm(duration: 30)
///     let source = try SceneSource(scene, size: PixelSize(width: 1280, height: 720), frameRate: 30)
///     try await Recorder(source: source, sink: MovieSink(to: url)).record(for: .seconds(30))
///
/// Frames can be drawn in any order. Going back sets up the stage again.
public final class SceneSource: FrameSource {
  /// The size of the frames, in pixels.
  public let size: PixelSize
  /// The scene.
  public let scene: any Scene
  /// Whether a frame may equal the previous one.
  public var mayHoldStill: Bool { scene.mayHoldStill }
  /// Whether frames may be transparent.
  public var hasAlpha: Bool { scene.isTransparent }
  /// True, because a scene's picture depends on its time alone.
  public var mayDrawAhead: Bool { true }
  /// Receives the stage each time the scene is set up.
  var prepare: (Stage) -> Void = { _ in } {
    didSet { prepare(stage) }
  }
  /// The rate of the recording.
  public let frameRate: FrameRate?
  private let frameInterval: Double
  private let length: Double?
  private var stage: Stage

  /// Sets up a scene, which fills the frame and holds its last picture.
  ///
  /// - Parameters:
  ///   - scene: the scene.
  ///   - size: the size of the frames, which the scene fills.
  ///   - frameRate: the rate of the recording, which also becomes the recorder's default; the last frame shows the finished picture.
  ///   - length: the duration of the recording, in seconds, for scenes that adapt to it; by default the scene's own duration.
  /// - Throws: Any error of the scene's installation, such as `InvalidValue` for a number out of range.
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
    // The scene fills the picture, so clipping is not needed.
    layer.masksToBounds = false
    return stage
  }

  /// Draws what changed since the previous frame.
  public func draw(at time: FrameTime, into bitmap: inout Bitmap) throws -> Region {
    try draw(atSeconds: time.seconds, into: &bitmap)
  }

  /// Draws the picture at a time in seconds, 0 or more.
  public func draw(atSeconds seconds: Double, into bitmap: inout Bitmap) throws -> Region {
    if seconds < stage.time {
      stage = try Self.stage(of: scene, size, frameInterval, length)
      prepare(stage)
    }
    return try stage.render(at: seconds, into: &bitmap)
  }
}
