import ReelCanvas
import ReelGeometry
import ReelTiming

/// Draws the frames of several rates in one pass: those that none of them has are left as they are.
///
///     let source = try ThinnedSource(scene, rates: [30, 20])  // 60 numbers a second, of which 40 are drawn
public struct ThinnedSource<Source: FrameSource>: FrameSource {
  private var source: Source
  private let steps: [Int]
  /// The number of the frame that was asked for last.
  private var last: Int?
  /// The lowest rate whose frames include those of all.
  public let frameRate: FrameRate?

  /// Creates a source.
  ///
  /// - Parameters:
  ///   - source: draws the frames.
  ///   - rates: the rates of the outputs; one at least.
  /// - Throws: `InvalidValue` for rates that have hardly a time in common, such as 30 and 30000/1001.
  public init(_ source: Source, rates: [FrameRate]) throws(InvalidValue) {
    precondition(!rates.isEmpty, "frames need a rate")
    var common = rates[0]
    for rate in rates.dropFirst() { common = try common.common(with: rate) }
    self.source = source
    frameRate = common
    steps = rates.map { common.frames(perFrameOf: $0) ?? 1 }
  }

  /// The source's.
  public var size: PixelSize { source.size }
  /// The source's.
  public var mayHoldStill: Bool { source.mayHoldStill }
  /// The source's.
  public var mayDrawAhead: Bool { source.mayDrawAhead }
  /// The source's.
  public var hasAlpha: Bool { source.hasAlpha }

  /// Draws a frame that one of the rates has.
  ///
  /// One that none has is left as it is, or where it does not follow the frame before, gets the picture of the last one that some rate has.
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
