import ReelCanvas
import ReelGeometry
import ReelRecording
import Synchronization

/// A source that numbers its frames: the first pixel of each holds its number.
///
/// Use it to test what happens to frames: `number(in:)` reads the number in a sink.
public final class CountingSource: FrameSource, Sendable {
  /// The size of the frames, in pixels.
  public let size: PixelSize
  private let isStill: @Sendable (Int) -> Bool
  private let failing: Int?
  private let tally = Mutex(Tally())

  /// Creates a source.
  ///
  /// - Parameters:
  ///   - size: the size of the frames; at least one pixel.
  ///   - failing: the number of the frame at which it fails, with `PlannedFailure.Step.draw`.
  ///   - isStill: whether the frame with an index equals the previous one; frame 0 is always drawn.
  public init(
    size: PixelSize = PixelSize(width: 32, height: 16), failingAt failing: Int? = nil,
    isStill: @escaping @Sendable (Int) -> Bool = { _ in false }
  ) {
    (self.size, self.failing, self.isStill) = (size, failing, isStill)
  }

  /// The number of frames requested, including stills.
  public var count: Int { tally.withLock { $0.count } }

  /// Waits until a number of frames has been requested.
  public func drawn(_ count: Int) async {
    await withCheckedContinuation { continuation in
      tally.withLock { $0.wait(for: count, continuation) }.resume()
    }
  }

  /// Writes the number of the frame into the first pixel.
  ///
  /// - Throws: `PlannedFailure` at the frame chosen to fail.
  public func draw(at time: FrameTime, into bitmap: inout Bitmap) throws -> Region {
    if let failing, time.index >= failing { throw PlannedFailure(.draw(failing)) }
    defer { tally.withLock { $0.add() }.resume() }
    if time.index > 0, isStill(time.index) { return Region(of: size) }
    bitmap[0, 0] = Pixel(
      red: UInt8(truncatingIfNeeded: time.index >> 16), green: UInt8(truncatingIfNeeded: time.index >> 8),
      blue: UInt8(truncatingIfNeeded: time.index))
    return .all(of: size)
  }

  /// Returns the number in the first pixel of a picture, from 0 to 2²⁴ − 1.
  public static func number(in bitmap: Bitmap) -> Int {
    let pixel = bitmap[0, 0]
    return Int(pixel.red) << 16 | Int(pixel.green) << 8 | Int(pixel.blue)
  }
}
