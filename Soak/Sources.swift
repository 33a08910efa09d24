import Reel

/// The film that the command makes by default, over and over: a snowflake that grows and holds.
///
/// Layers are drawn and compared, pictures move and stand still, and stills are skipped.
struct OverAndOver: FrameSource {
  let size: PixelSize
  private let film = SnowflakeFilm(duration: 30)
  private let frameCount: Int
  private let scene: SceneSource
  var mayDrawAhead: Bool { scene.mayDrawAhead }

  init(size: PixelSize, frameRate: FrameRate) throws {
    self.size = size
    frameCount = frameRate.frameCount(seconds: film.duration ?? 30)
    scene = try SceneSource(film, size: size, frameRate: frameRate)
  }

  func draw(at time: FrameTime, into bitmap: inout Bitmap) throws -> Region {
    let index = time.index % frameCount
    return try scene.draw(at: FrameTime(index: index, frameRate: time.frameRate), into: &bitmap)
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
