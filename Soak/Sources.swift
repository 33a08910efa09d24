import Reel

/// The film that the command makes by default, again every minute: a snowflake that grows and holds, over and over.
///
/// Layers are drawn and compared, pictures move and stand still, and the encoder changes between B-frames and stills.
struct EveryMinute: FrameSource {
  private var scene: SnowflakeScene
  private let framesPerMinute: Int

  init(size: PixelSize, frameRate: FrameRate) throws {
    scene = try SnowflakeScene(SnowflakeFilm(duration: 60), size: size, frameRate: frameRate)
    framesPerMinute = frameRate.frameCount(seconds: 60)
  }

  var size: PixelSize { scene.size }

  mutating func draw(at time: FrameTime, into bitmap: inout Bitmap) throws -> Region {
    let time = FrameTime(index: time.index % framesPerMinute, frameRate: time.frameRate)
    return try scene.draw(at: time, into: &bitmap)
  }
}

/// The smallest film there is; may fail on the way.
struct Blink: FrameSource {
  struct Failure: Error {}

  let size = PixelSize(width: 16, height: 16)
  var failsAt: Int?

  func draw(at time: FrameTime, into bitmap: inout Bitmap) throws -> Region {
    if time.index == failsAt { throw Failure() }
    bitmap.fill(with: Pixel(red: UInt8(time.index * 80), green: 0, blue: 0))
    return .all(of: size)
  }
}
