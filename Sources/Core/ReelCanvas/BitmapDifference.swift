import ReelGeometry

/// The difference of two bitmaps of the same size, by premultiplied bytes including alpha.
public struct BitmapDifference: Hashable, Sendable, CustomStringConvertible {
  /// The number of differing pixels.
  public let pixelCount: Int
  /// The largest difference of two corresponding bytes, from 0 to 255.
  public let largest: Int
  /// The mean of the absolute differences of all bytes, from 0 to 255.
  public let mean: Double
  /// The smallest rectangle around the differing pixels, in pixels; nil if there are none.
  public let bounds: Rect?

  /// Compares two bitmaps; nil if their sizes differ.
  init?(_ a: Bitmap, _ b: Bitmap) {
    guard a.size == b.size else { return nil }
    var (count, largest, sum) = (0, 0, 0)
    var (left, top, right, bottom) = (Int.max, Int.max, -1, -1)
    let (strideA, strideB) = (a.bytesPerRow, b.bytesPerRow)
    a.withUnsafeBytes { bytesA in
      b.withUnsafeBytes { bytesB in
        for y in 0..<a.height {
          for x in 0..<a.width {
            let (offsetA, offsetB) = (y * strideA + x * 4, y * strideB + x * 4)
            if bytesA.load(fromByteOffset: offsetA, as: UInt32.self)
              == bytesB.load(fromByteOffset: offsetB, as: UInt32.self)
            {
              continue
            }
            for byte in 0..<4 {
              let difference = abs(Int(bytesA[offsetA + byte]) - Int(bytesB[offsetB + byte]))
              largest = max(largest, difference)
              sum += difference
            }
            count += 1
            (left, top, right, bottom) = (min(left, x), min(top, y), max(right, x), max(bottom, y))
          }
        }
      }
    }
    pixelCount = count
    self.largest = largest
    mean = Double(sum) / Double(4 * a.size.area)
    bounds =
      count == 0
      ? nil
      : Rect(x: Double(left), y: Double(top), width: Double(right - left + 1), height: Double(bottom - top + 1))
  }

  /// One line: `12 pixels differ, by 3 of 255 at most, between (4, 0) and (7, 2)`.
  public var description: String {
    guard let bounds else { return "no pixel differs" }
    let (last, lastRow) = (Int(clamping: bounds.maxX) - 1, Int(clamping: bounds.maxY) - 1)
    return (pixelCount == 1 ? "1 pixel differs" : "\(pixelCount) pixels differ")
      + ", by \(largest) of 255 at most, between "
      + "(\(Int(clamping: bounds.minX)), \(Int(clamping: bounds.minY))) and (\(last), \(lastRow))"
  }
}

extension Bitmap {
  /// Returns the difference from another bitmap, or nil if their sizes differ.
  ///
  /// A test reports more with this than with `==`: `#expect(frame.difference(from: drawn)?.largest == 0)` shows the difference found.
  public func difference(from other: Bitmap) -> BitmapDifference? { BitmapDifference(self, other) }

  /// Returns whether another bitmap has the same size, and no byte differs by more than a tolerance from 0 to 255.
  ///
  /// Flat colours come back from a film within 3; sharp edges and fine detail differ more with lossy codecs and 4:2:0.
  public func isClose(to other: Bitmap, tolerance: Int) -> Bool {
    difference(from: other).map { $0.largest <= tolerance } ?? false
  }
}
