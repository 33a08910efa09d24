import ReelCanvas
import ReelFiles
import ReelGeometry
import ReelTiming

/// A sink that passes fewer or smaller frames to another, so that one drawing serves outputs of several rates and
/// sizes.
///
///     let sink = ResampledSink(try FilmOutput("small.mp4").sink(), frameRate: 15, width: 640)
///
/// It passes on the frames whose times lie on the grid of its own rate, each as it was drawn for that time.
public actor ResampledSink: FrameSink {
  /// The valid widths, in pixels.
  public static let widths = 16...16_384

  private let sink: any FrameSink
  private nonisolated let rate: FrameRate?
  private nonisolated let width: Int?
  /// The changes since the last frame that was passed on.
  private var unsent: Region?
  /// The last scaled picture that was passed on.
  private var last: Bitmap?
  private var step = 1
  private var size = PixelSize(width: 0, height: 0)

  /// Creates a sink without opening anything.
  ///
  /// - Parameters:
  ///   - sink: Receives the frames.
  ///   - frameRate: The rate to pass on, which must divide the film's rate; nil for the film's.
  ///   - width: The maximum width in pixels. A larger film is scaled down, with even sides. Nil for the film's.
  public init(_ sink: any FrameSink, frameRate: FrameRate? = nil, width: Int? = nil) {
    (self.sink, rate, self.width) = (sink, frameRate, width)
  }

  /// The frames as the other sink receives them.
  ///
  /// - Throws: `InvalidValue` if the film's rate is not a multiple of the sink's.
  nonisolated func resampled(_ stream: FrameStream) throws(InvalidValue) -> (stream: FrameStream, step: Int) {
    var result = stream
    var step = 1
    if let rate {
      guard let frames = stream.frameRate.frames(perFrameOf: rate) else {
        throw InvalidValue("frame rate", rate, expected: "a rate that divides \(stream.frameRate)")
      }
      (result.frameRate, step) = (rate, frames)
      result.frameCount = stream.frameCount.map { Self.count($0, step) }
    }
    if let width, width < stream.size.width {
      let height = Double(stream.size.height * width) / Double(stream.size.width)
      result.size = PixelSize(width: max(2, width / 2 * 2), height: max(2, Int(clamping: (height / 2).rounded()) * 2))
    }
    return (result, step)
  }

  /// The number of frames that are passed on out of a number of frames.
  private static func count(_ frames: Int, _ step: Int) -> Int { (frames + step - 1) / step }

  /// Runs the other sink's checks.
  public nonisolated func preflight(_ stream: FrameStream, frameCount: Int?) throws -> SpaceShortage? {
    let (stream, step) = try resampled(stream)
    return try sink.preflight(stream, frameCount: frameCount.map { Self.count($0, step) })
  }

  /// Nil: the other sink numbers its frames differently.
  public nonisolated var savedFrameCount: Int? { nil }

  /// Opens the other sink.
  public func begin(_ stream: FrameStream) async throws {
    let (stream, step) = try resampled(stream)
    (size, self.step) = (stream.size, step)
    try await sink.begin(stream)
  }

  /// Passes a frame on, if its time is on the sink's grid.
  public func append(_ frame: Frame) async throws {
    var changed = unsent ?? Region(of: frame.changed.frame)
    changed.formUnion(frame.changed)
    unsent = changed
    guard frame.time.index % step == 0 else { return }
    unsent = nil
    let time = FrameTime(index: frame.time.index / step, frameRate: rate ?? frame.time.frameRate)
    if frame.bitmap.size == size {
      return try await sink.append(Frame(time: time, bitmap: frame.bitmap, changed: changed))
    }
    let bitmap = try last.flatMap { changed.isEmpty ? $0 : nil } ?? frame.bitmap.reduced(to: size)
    last = bitmap
    try await sink.append(Frame(time: time, bitmap: bitmap, changed: changed.scaled(to: size)))
  }

  /// Completes the other sink's output.
  public func finish(frameCount: Int) async throws -> RecordedOutput {
    var output = try await sink.finish(frameCount: Self.count(frameCount, step))
    output.size = output.size ?? size
    output.frameRate = output.frameRate ?? rate
    return output
  }

  /// Cancels the other sink.
  public func cancel() async { await sink.cancel() }

  /// Ends the other sink immediately.
  public func abandon() async -> String? { await sink.abandon() }

  /// Ends the other sink with what came.
  public func breakOff() async -> String? { await sink.breakOff() }
}

extension Bitmap {
  /// The picture scaled to another size.
  fileprivate func reduced(to size: PixelSize) throws -> Bitmap {
    var result = Bitmap(size: size)
    try result.draw { $0.draw(self, in: size.bounds) }
    return result
  }
}

extension Region {
  /// The tiles of the scaled picture that these tiles touch.
  fileprivate func scaled(to size: PixelSize) -> Region {
    var result = Region(of: size)
    let across = Double(size.width) / Double(frame.width)
    let down = Double(size.height) / Double(frame.height)
    for rect in rects {
      // A scaled-down pixel also blends in its neighbours.
      result.insert(
        Rect(x: rect.minX * across, y: rect.minY * down, width: rect.width * across, height: rect.height * down)
          .inset(by: -4))
    }
    return result
  }
}
