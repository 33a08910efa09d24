import ReelCanvas
import ReelFiles
import ReelGeometry
import ReelTiming

/// A sink that hands fewer or smaller frames to another: a film is drawn once for outputs of several rates and sizes.
///
///     let sink = ResampledSink(try FilmOutput("small.mp4").sink(), frameRate: 15, width: 640)
///
/// It passes on the frames whose times are on the grid of its own rate, each as it was drawn for that time.
public actor ResampledSink: FrameSink {
  /// The legal widths, in pixels.
  public static let widths = 16...16_384

  private let sink: any FrameSink
  private nonisolated let rate: FrameRate?
  private nonisolated let width: Int?
  /// What changed since the frame that was handed on last.
  private var unsent: Region?
  /// The smaller picture that was handed on last.
  private var last: Bitmap?
  private var step = 1
  private var size = PixelSize(width: 0, height: 0)

  /// Creates a sink; nothing is opened yet.
  ///
  /// - Parameters:
  ///   - sink: where frames go.
  ///   - frameRate: their rate, of which the film's has to be a multiple; nil for the film's.
  ///   - width: the most pixels in a row: a larger film is made smaller, with even sides. Nil for the film's.
  public init(_ sink: any FrameSink, frameRate: FrameRate? = nil, width: Int? = nil) {
    (self.sink, rate, self.width) = (sink, frameRate, width)
  }

  /// The frames as the other sink receives them.
  ///
  /// - Throws: `InvalidValue` where the film's rate is no multiple of the sink's.
  nonisolated func resampled(_ stream: FrameStream) throws(InvalidValue) -> (stream: FrameStream, step: Int) {
    var result = stream
    var step = 1
    if let rate {
      guard let frames = stream.frameRate.frames(perFrameOf: rate) else {
        throw InvalidValue("frame rate", rate, expected: "a rate of which \(stream.frameRate) is a multiple")
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

  /// The frames that are handed on of a number of frames.
  private static func count(_ frames: Int, _ step: Int) -> Int { (frames + step - 1) / step }

  /// Checks what the other sink checks.
  public nonisolated func preflight(_ stream: FrameStream, frameCount: Int?) throws -> SpaceShortage? {
    let (stream, step) = try resampled(stream)
    return try sink.preflight(stream, frameCount: frameCount.map { Self.count($0, step) })
  }

  /// Nil: what the other sink saved has other numbers.
  public nonisolated var savedFrameCount: Int? { nil }

  /// Opens the other sink.
  public func begin(_ stream: FrameStream) async throws {
    let (stream, step) = try resampled(stream)
    (size, self.step) = (stream.size, step)
    try await sink.begin(stream)
  }

  /// Hands a frame on, if its time is one of the sink's.
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

  /// Ends the other sink at once.
  public func abandon() async -> String? { await sink.abandon() }
}

extension Bitmap {
  /// The picture in another size.
  fileprivate func reduced(to size: PixelSize) throws -> Bitmap {
    var result = Bitmap(size: size)
    try result.draw { $0.draw(self, in: size.bounds) }
    return result
  }
}

extension Region {
  /// The tiles of a picture in another size that hold anything of these.
  fileprivate func scaled(to size: PixelSize) -> Region {
    var result = Region(of: size)
    let across = Double(size.width) / Double(frame.width)
    let down = Double(size.height) / Double(frame.height)
    for rect in rects {
      // A smaller pixel takes something of those around its own.
      result.insert(
        Rect(x: rect.minX * across, y: rect.minY * down, width: rect.width * across, height: rect.height * down)
          .inset(by: -4))
    }
    return result
  }
}
