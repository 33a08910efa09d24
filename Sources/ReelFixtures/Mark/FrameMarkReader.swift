import ReelCanvas
import ReelGeometry

/// Reads frame marks out of pictures of any size, turned and mirrored as they may be.
///
/// Use one reader for all pictures of a movie: it looks first where the last mark was, and searches only if there is none.
public struct FrameMarkReader: Sendable {
  /// What a picture says.
  public enum Finding: Hashable, Sendable {
    /// A mark that was read without doubt.
    case mark(FrameMark)
    /// A mark is there, but what it says is in doubt: two frames mixed, a torn picture, too much damage.
    case unclear
    /// No mark is there.
    case none
  }

  /// Where the last mark stood, read or unclear; nil before one was found.
  public private(set) var place: FrameMarkPlace?

  /// What black and white are in the last picture with a mark, read or unclear.
  public private(set) var levels: FrameMarkLevels?

  /// Creates a reader.
  ///
  /// - Parameter place: where to look first.
  public init(place: FrameMarkPlace? = nil) { self.place = place }

  /// Reads the mark of a gray picture, or of the luma plane of any other.
  ///
  /// - Parameters:
  ///   - gray: the first byte of the first row; 0 is black or near it, 255 white.
  ///   - size: the number of pixels in a row and of rows.
  ///   - stride: the bytes from a row to the next.
  public mutating func read(gray: UnsafePointer<UInt8>, size: PixelSize, stride: Int) -> Finding {
    guard size.width > 0, size.height > 0 else { return .none }
    let plane = GrayPlane(base: gray, width: size.width, height: size.height, stride: stride)
    if let place, let sample = FrameMarkSample(plane, at: place) {
      levels = sample.levels
      return sample.finding
    }
    guard let found = FrameMarkSearch.run(plane) else { return .none }
    place = found.place
    levels = found.levels
    return found.finding
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

/// The bytes of a gray picture, for as long as a call to the reader lasts.
struct GrayPlane {
  let base: UnsafePointer<UInt8>
  let width: Int
  let height: Int
  let stride: Int

  /// The mean of the pixels whose centres lie in a rectangle, or of the one nearest to its middle; nil outside.
  func mean(x: Double, y: Double, halfWidth: Double, halfHeight: Double) -> Double? {
    guard x >= 0, y >= 0, x < Double(width), y < Double(height) else { return nil }
    let (left, right) = Self.range(x, halfWidth, width)
    let (top, bottom) = Self.range(y, halfHeight, height)
    var sum = 0
    for line in top..<bottom {
      let row = base + line * stride
      for column in left..<right { sum += Int(row[column]) }
    }
    return Double(sum) / Double((right - left) * (bottom - top))
  }

  private static func range(_ middle: Double, _ half: Double, _ limit: Int) -> (Int, Int) {
    // Pixel i has its centre at i + ½. Bounded first, as the numbers may come from anything that looks like a mark.
    let first = max(0, Int((middle - half + 0.5).rounded(.down)))
    let last = min(limit, Int((middle + half + 0.5).rounded(.down)))
    if first < last { return (first, last) }
    let nearest = min(max(0, Int(middle)), limit - 1)
    return (nearest, nearest + 1)
  }
}
