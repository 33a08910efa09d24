import ReelCanvas
import ReelGeometry

/// Reads frame marks from pictures of any size and orientation.
///
/// Use one reader for all pictures of a movie: it looks first where the last mark was, and searches only if there is none.
public struct FrameMarkReader: Sendable {
  /// What was found in a picture.
  public enum Finding: Hashable, Sendable {
    /// A mark that was read reliably.
    case mark(FrameMark)
    /// Two frames in one picture, each of which shines through the other; the lower number first.
    case mixed(FrameMark, FrameMark)
    /// Two frames in one picture: the upper part of one and the lower part of another.
    case torn(FrameMark, FrameMark)
    /// A mark is there, but what it says is in doubt: two frames mixed, a torn picture, too much damage.
    case unclear
    /// There is no mark.
    case none
  }

  /// Where the last mark stood, read or unclear; nil before one was found.
  ///
  /// Of two marks it is the first one, unless only the second was found.
  public private(set) var pose: FrameMarkPose?

  /// What black and white are in the last picture with a mark, read or unclear.
  public private(set) var levels: FrameMarkLevels?

  /// Whether `pose` is that of the second mark of a picture.
  public private(set) var isSecond = false

  /// The cells of the mark at `pose`.
  private(set) var grid = FrameMarkGrid.single
  private var pair: FrameMarkPair?
  private let original: PixelSize?
  private let grids: [FrameMarkGrid]
  /// The pictures in which the long search was in vain.
  private var failures = 0

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - pose: where to look first for a mark of version 1.
  ///   - original: the size of the frames as they were drawn, if it is known: then both marks of a picture are found when one is.
  ///   - drawing: the version of the marks; nil for any.
  public init(pose: FrameMarkPose? = nil, original: PixelSize? = nil, drawing: Int? = nil) {
    self.pose = pose
    self.original = original
    grids = drawing.map { $0 == 1 ? [.single] : [.double] } ?? [.double, .single]
  }

  /// Reads the mark of a gray picture, or of the luma plane of any other.
  ///
  /// - Parameters:
  ///   - gray: the first byte of the first row; 0 is black or near it, 255 white.
  ///   - size: the number of pixels in a row and of rows.
  ///   - stride: the bytes from a row to the next.
  public mutating func read(gray: UnsafePointer<UInt8>, size: PixelSize, stride: Int) -> Finding {
    guard size.width > 0, size.height > 0 else { return .none }
    let plane = GrayPlane(base: gray, width: size.width, height: size.height, stride: stride)
    if let pair, let reading = pair.read(plane) { return settle(reading, pair) }
    if pair == nil, let pose, let sample = FrameMarkSample(plane, at: pose) {
      levels = sample.levels
      return sample.finding
    }
    return search(plane, size)
  }

  private mutating func settle(_ reading: FrameMarkPair.Reading, _ pair: FrameMarkPair) -> Finding {
    let isSecond = reading.isSecond || pair.first == nil
    (self.pair, self.isSecond, grid, levels) = (pair, isSecond, .double, reading.levels)
    pose = isSecond ? pair.second : pair.first
    return reading.finding
  }

  // MARK: - Search

  /// Smaller cells are found more exactly by the size of the picture than by their edges.
  private static let minExactCell = 6.0

  private mutating func search(_ plane: GrayPlane, _ size: PixelSize) -> Finding {
    let scaled = grids.contains(.double) ? scaledPair(plane, size) : nil
    if let scaled, scaled.pair.first.map({ $0.column.dx < Self.minExactCell }) == true, scaled.reading.isRead {
      return settle(scaled.reading, scaled.pair)
    }
    if let found = find(plane), scaled?.reading.isRead != true || found.isRead { return settle(found, plane, size) }
    if let scaled { return settle(scaled.reading, scaled.pair) }
    return .none
  }

  /// What the marks say where those of a picture that was only scaled would be; nil where none is there.
  private func scaledPair(_ plane: GrayPlane, _ size: PixelSize) -> (
    pair: FrameMarkPair, reading: FrameMarkPair.Reading
  )? {
    var best: (pair: FrameMarkPair, reading: FrameMarkPair.Reading)?
    for layout in layouts(size) {
      let pair = FrameMarkPair(layout, observed: size)
      guard let reading = pair.read(plane) else { continue }
      if reading.isRead { return (pair, reading) }
      best = best ?? (pair, reading)
    }
    return best
  }

  /// The layouts of the frames that a picture may be of, the likeliest first.
  private func layouts(_ size: PixelSize) -> [FrameMarkPairLayout] {
    // Layouts are in proportion: a frame ten times as large stands for all from which the picture was scaled down.
    let large = PixelSize(width: size.width * 10, height: size.height * 10)
    return (original.map { [$0] } ?? [size, large]).compactMap { try? FrameMarkPairLayout(size: $0) }
  }

  private mutating func find(_ plane: GrayPlane) -> FrameMarkSearch.Found? {
    if let found = FrameMarkSearch.run(plane, grids: grids) { return found }
    guard grids.contains(.double), failures < 8 || failures % 32 == 0 else {
      failures += 1
      return nil
    }
    if let found = FrameMarkTurnedSearch.run(plane) {
      failures = 0
      return found
    }
    failures += 1
    return nil
  }

  private mutating func settle(_ found: FrameMarkSearch.Found, _ plane: GrayPlane, _ size: PixelSize) -> Finding {
    (levels, failures) = (found.levels, 0)
    guard found.grid == .double else {
      (pose, pair, grid, isSecond) = (found.pose, nil, .single, false)
      return found.finding
    }
    // Which of two marks is unclear, nobody knows; the next picture tells.
    guard found.isRead else { return found.finding }
    let pairs = layouts(size).map { FrameMarkPair($0, found: found.pose, isSecond: found.isSecond) }
    let pair =
      pairs.first { pair in
        (found.isSecond ? pair.first : pair.second).map {
          FrameMarkEvidence(plane, at: $0, isSecond: !found.isSecond) != nil
        } == true
      } ?? pairs.first { _ in original != nil } ?? FrameMarkPair(nil, found: found.pose, isSecond: found.isSecond)
    guard let reading = pair.read(plane) else { return found.finding }
    return settle(reading, pair)
  }

  /// Reads the mark of a gray picture whose rows follow each other without a gap.
  ///
  /// - Precondition: there are at least width × height bytes.
  public mutating func read(gray: [UInt8], size: PixelSize) -> Finding {
    precondition(gray.count >= size.width * size.height, "\(gray.count) bytes are too few for a picture of \(size)")
    return gray.withUnsafeBufferPointer { buffer in
      buffer.baseAddress.map { read(gray: $0, size: size, stride: size.width) } ?? .none
    }
  }
}

extension FrameMarkPair.Reading {
  fileprivate var isRead: Bool { finding != .unclear }
}

extension FrameMarkSearch.Found {
  fileprivate var isRead: Bool { finding != .unclear }
}
