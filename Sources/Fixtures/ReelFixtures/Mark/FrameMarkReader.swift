import ReelCanvas
import ReelGeometry

/// Reads frame marks from pictures of any size and orientation.
///
/// Use one reader for all pictures of a movie: it first looks at the last mark's position, and searches only if there
/// is no mark.
public struct FrameMarkReader: Sendable {
  /// The result of reading a picture.
  public enum Finding: Hashable, Sendable {
    /// A mark that was read reliably.
    case mark(FrameMark)
    /// Two frames blended in one picture, the lower number first.
    case mixed(FrameMark, FrameMark)
    /// Two frames in one picture, the upper part of one and the lower part of the other.
    case torn(FrameMark, FrameMark)
    /// A mark that cannot be read reliably: two frames mixed, a torn picture, or too much damage.
    case unclear
    /// There is no mark.
    case none
  }

  /// The pose of the last mark found, read or unclear; nil until one is found.
  ///
  /// Of two marks it is the first, unless only the second was found.
  public private(set) var pose: FrameMarkPose?

  /// The levels of black and white in the last picture with a mark, read or unclear.
  public private(set) var levels: FrameMarkLevels?

  /// Whether `pose` is that of the second mark of a picture.
  public private(set) var isSecond = false

  /// The grid of the mark at `pose`.
  private(set) var grid = FrameMarkGrid.single
  private var pair: FrameMarkPair?
  private let original: PixelSize?
  private let grids: [FrameMarkGrid]
  /// The number of pictures in which the long search failed.
  private var failures = 0

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - pose: Where to look first for a mark of version 1.
  ///   - original: The size of the frames as drawn, if known. It lets the reader find both marks of a picture when it
  ///     finds one.
  ///   - drawing: The version of the marks; nil for any.
  public init(pose: FrameMarkPose? = nil, original: PixelSize? = nil, drawing: Int? = nil) {
    self.pose = pose
    self.original = original
    grids = drawing.map { $0 == 1 ? [.single] : [.double] } ?? [.double, .single]
  }

  /// Reads the mark of a grey picture, or of the luma plane of any other.
  ///
  /// - Parameters:
  ///   - gray: The first byte of the first row; 0 is black or near it, 255 white.
  ///   - size: The width and height in pixels.
  ///   - stride: The number of bytes from one row to the next.
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

  /// The cell size in pixels below which the picture's size locates cells more exactly than their edges.
  private static let minExactCell = 6.0

  private mutating func search(_ plane: GrayPlane, _ size: PixelSize) -> Finding {
    let scaled = grids.contains(.double) ? scaledPair(plane, size) : nil
    if let scaled, scaled.pair.first.map({ $0.column.dx < Self.minExactCell }) == true, scaled.reading.isRead {
      return settle(scaled.reading, scaled.pair)
    }
    let found = find(plane)
    if let found, found.isRead { return settle(found, plane, size) }
    if let scaled, scaled.reading.isRead { return settle(scaled.reading, scaled.pair) }
    if let zoomed = zoomedPair(plane, size) { return settle(zoomed.reading, zoomed.pair) }
    if let found { return settle(found, plane, size) }
    if let scaled { return settle(scaled.reading, scaled.pair) }
    return .none
  }

  /// Reads the marks of a picture that shows only the middle of a frame; nil if it does not.
  private mutating func zoomedPair(_ plane: GrayPlane, _ size: PixelSize) -> (
    pair: FrameMarkPair, reading: FrameMarkPair.Reading
  )? {
    guard grids.contains(.double), failures <= 8 || failures % 32 == 0 else { return nil }
    for layout in layouts(size) {
      // Neighbours of the right enlargement read the mark too: the one in their middle is the most exact.
      let found = FrameMarkPair.zooms.compactMap { zoom -> (pair: FrameMarkPair, reading: FrameMarkPair.Reading)? in
        let pair = FrameMarkPair(layout, observed: size, zoom: zoom)
        return pair.read(plane).flatMap { $0.isRead ? (pair, $0) : nil }
      }
      if !found.isEmpty {
        failures = 0
        return found[found.count / 2]
      }
    }
    return nil
  }

  /// Reads the marks at the places where a picture that was only scaled has them; nil if there are none.
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

  /// The layouts of the frames that a picture may come from, most likely first.
  private func layouts(_ size: PixelSize) -> [FrameMarkPairLayout] {
    // Layouts are proportional, so a frame ten times as large covers all downscaled pictures.
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
    // It is unknown which of two marks is unclear; the next picture will show it.
    guard found.isRead else { return found.finding }
    let pairs = layouts(size).map { FrameMarkPair($0, found: found.pose, isSecond: found.isSecond) }
    let pair =
      pairs.first { pair in
        (found.isSecond ? pair.first : pair.second).map {
          FrameMarkEvidence(plane, at: $0, isSecond: !found.isSecond) != nil
        } == true
      } ?? pairs.first { _ in original != nil } ?? FrameMarkPair(nil, found: found.pose, isSecond: found.isSecond)
    guard let reading = pair.read(plane) else {
      // A mark that is cut off can be read, but its other half gives the place.
      if let zoomed = zoomedPair(plane, size), zoomed.reading.finding == found.finding {
        return settle(zoomed.reading, zoomed.pair)
      }
      return found.finding
    }
    return settle(reading, pair)
  }

  /// Reads the mark of a grey picture whose rows follow each other without padding.
  ///
  /// - Precondition: `gray` has at least width × height bytes.
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
