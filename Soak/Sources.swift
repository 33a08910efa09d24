import Reel

/// A bar that swings over the picture: something moves in every frame, and little of it changes.
struct Pendulum: FrameSource {
  let size = PixelSize(width: 320, height: 180)

  func draw(at time: FrameTime, into bitmap: inout Bitmap) throws -> Region {
    let place = abs(time.index % 600 - 300)
    try bitmap.draw { context in
      context.clear()
      context.fill(Rect(x: Double(place), y: 40, width: 20, height: 100), with: .color(.red))
    }
    return .all(of: size)
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
