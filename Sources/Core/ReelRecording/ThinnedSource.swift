import ReelCanvas
import ReelGeometry
import ReelTiming

/// Draws the frames of several rates in one pass, and skips those that no rate includes.
///
///     let source = try ThinnedSource(scene, rates: [30, 20])  // 60 ticks a second; 40 are drawn
public struct ThinnedSource<Source: FrameSource>: FrameSource {
  private var source: Source
  private let steps: [Int]
  /// The number of the frame requested last.
  private var last: Int?
  /// The lowest rate whose frames include those of all rates.
  public let frameRate: FrameRate?

  /// Creates a source.
  ///
  /// - Parameters:
  ///   - source: Draws the frames.
  ///   - rates: The rates of the outputs; at least one.
  /// - Throws: `InvalidValue` for rates whose times hardly ever coincide, such as 30 and 30000/1001.
  public init(_ source: Source, rates: [FrameRate]) throws(InvalidValue) {
    precondition(!rates.isEmpty, "frames need a rate")
    var common = rates[0]
    for rate in rates.dropFirst() { common = try common.common(with: rate) }
    self.source = source
    frameRate = common
    steps = rates.map { common.frames(perFrameOf: $0) ?? 1 }
  }

  /// The source's size.
  public var size: PixelSize { source.size }
  /// The source's value.
  public var mayHoldStill: Bool { source.mayHoldStill }
  /// The source's value.
  public var mayDrawAhead: Bool { source.mayDrawAhead }
  /// The source's value.
  public var hasAlpha: Bool { source.hasAlpha }

  /// Draws a frame that one of the rates includes.
  ///
  /// Any other frame is left unchanged. If it does not follow the previous frame, it gets the picture of the last
  /// frame that a rate includes.
  public mutating func draw(at time: FrameTime, into bitmap: inout Bitmap) throws -> Region {
    let follows = last == time.index - 1
    last = time.index
    if isDrawn(time.index) { return try source.draw(at: time, into: &bitmap) }
    guard !follows else { return Region(of: size) }
    let drawn = stride(from: time.index, through: 0, by: -1).first(where: isDrawn) ?? 0
    return try source.draw(at: FrameTime(index: drawn, frameRate: time.frameRate), into: &bitmap)
  }

  private func isDrawn(_ index: Int) -> Bool { steps.contains { index % $0 == 0 } }
}
