import CReel
import ReelCanvas
import ReelGeometry
import ReelPlatform

/// The picture on screen of a film, and what changes on it.
struct FilmCanvas {
  /// The picture; where its sides are longer than the program's, the last row or column is repeated.
  private(set) var bitmap: Bitmap
  private let visible: PixelSize
  private let layout: PixelLayout
  private var row: [UInt8]

  /// Columns and rows of the program's pictures.
  typealias Area = (columns: Range<Int>, rows: Range<Int>)

  /// Creates a transparent picture.
  init(size: PixelSize, showing visible: PixelSize, layout: PixelLayout) {
    bitmap = Bitmap(size: size)
    row = [UInt8](repeating: 0, count: 4 * size.width)
    (self.visible, self.layout) = (visible, layout)
  }

  /// The area of a whole picture.
  var whole: Area { (0..<visible.width, 0..<visible.height) }

  /// Returns the distance between rows in bytes; 0 means rows without padding.
  ///
  /// - Throws: `InvalidValue` for one that is shorter than a row, or absurd.
  func checked(stride: Int) throws(InvalidValue) -> Int {
    let rowBytes = visible.width * layout.byteCount
    guard stride == 0 || (UInt(rowBytes)...1 << 30).contains(stride.magnitude) else {
      throw InvalidValue("stride", stride, expected: "0, or at least \(rowBytes) bytes, the length of a row")
    }
    return stride == 0 ? rowBytes : stride
  }

  /// Returns the area of a rectangle; nil for an empty one.
  ///
  /// - Throws: `InvalidValue` for one that is not inside.
  func area(of rect: reel_rect) throws(InvalidValue) -> Area? {
    let (x, y, width, height) = (Int(rect.x), Int(rect.y), Int(rect.width), Int(rect.height))
    guard x >= 0, y >= 0, width >= 0, height >= 0, x + width <= visible.width, y + height <= visible.height else {
      throw InvalidValue(
        "rectangle", "\(width)x\(height) at \(x),\(y)", expected: "inside the picture of \(visible)")
    }
    return width > 0 && height > 0 ? (x..<x + width, y..<y + height) : nil
  }

  /// Replaces areas by those of a picture, and returns the tiles in which pixels changed.
  ///
  /// - Parameters:
  ///   - pixels: the first pixel of the top row.
  ///   - stride: a checked one.
  mutating func put(_ areas: [Area], of pixels: UnsafeRawPointer, stride: Int) -> Region {
    let (size, bytesPerRow, visible, layout) = (bitmap.size, bitmap.bytesPerRow, visible, layout)
    var changed = Region(of: size)
    bitmap.withUnsafeMutableBytes { target in
      row.withUnsafeMutableBytes { row in
        guard let target = target.baseAddress, let line = row.bindMemory(to: UInt8.self).baseAddress else { return }
        for area in areas {
          let isPadded = area.columns.upperBound == visible.width && size.width > visible.width
          let columns = area.columns.lowerBound..<area.columns.upperBound + (isPadded ? 1 : 0)
          for y in area.rows {
            let source = pixels + y * stride + area.columns.lowerBound * layout.byteCount
            layout.convert(
              source.assumingMemoryBound(to: UInt8.self), to: line + 4 * columns.lowerBound, count: area.columns.count)
            if isPadded { memcpy(line + 4 * visible.width, line + 4 * (visible.width - 1), 4) }
            let copies = y == visible.height - 1 && size.height > visible.height ? 2 : 1
            for y in y..<y + copies { changed.copy(columns, y, from: line, to: target + y * bytesPerRow) }
          }
        }
      }
    }
    return changed
  }
}
