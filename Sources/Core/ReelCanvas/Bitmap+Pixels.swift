import ReelGeometry
import ReelPlatform

extension Bitmap {
  /// The order of the components of a pixel in memory.
  public enum PixelOrder: Hashable, Sendable {
    /// Red, green, blue, alpha.
    case rgba
    /// Blue, green, red, alpha.
    case bgra
    /// One byte from black to white; opaque.
    case gray

    /// The bytes of a pixel.
    var byteCount: Int { self == .gray ? 1 : 4 }
  }

  /// Copies pixels that another library drew.
  ///
  ///     let frame = try Bitmap(pixels: bytes, order: .rgba, width: 640, height: 480)
  ///
  /// - Parameters:
  ///   - bytes: The rows, one after another.
  ///   - order: The order of the components.
  ///   - width: Pixels in a row.
  ///   - height: The number of rows.
  ///   - stride: The bytes from the beginning of a row to that of the next; nil for rows without padding.
  ///   - isPremultiplied: Whether colours are multiplied by alpha, as those of Cairo and Core Graphics are.
  ///   - isBottomUp: Whether the last row comes first, as with OpenGL.
  /// - Throws: `InvalidValue` for sides outside `sideRange`, a stride shorter than a row, and too few bytes.
  public init(
    pixels bytes: some ContiguousBytes, order: PixelOrder, width: Int, height: Int, stride: Int? = nil,
    isPremultiplied: Bool = false, isBottomUp: Bool = false
  ) throws {
    let size = PixelSize(width: width, height: height)
    guard Self.sideRange.contains(width), Self.sideRange.contains(height) else {
      throw InvalidValue("bitmap size", size, expected: "from 1 to 32767 pixels a side")
    }
    let rowBytes = width * order.byteCount
    let stride = stride ?? rowBytes
    guard (rowBytes...max(rowBytes, 1 << 24)).contains(stride) else {
      throw InvalidValue("stride", stride, expected: "from \(rowBytes) to \(max(rowBytes, 1 << 24)) bytes")
    }
    self.init(size: size)
    try bytes.withUnsafeBytes { source in
      let needed = stride * (height - 1) + rowBytes
      guard source.count >= needed, let start = source.baseAddress else {
        throw InvalidValue("number of bytes", source.count, expected: "at least \(needed) for \(size)")
      }
      let bytesPerRow = bytesPerRow
      withUnsafeMutableBytes { target in
        guard let first = target.baseAddress else { return }
        for row in 0..<height {
          let from = start + (isBottomUp ? height - 1 - row : row) * stride
          Self.copy(from, to: first + row * bytesPerRow, width: width, order, isPremultiplied: isPremultiplied)
        }
      }
    }
  }

  private static func copy(
    _ source: UnsafeRawPointer, to target: UnsafeMutableRawPointer, width: Int, _ order: PixelOrder,
    isPremultiplied: Bool
  ) {
    let (from, to) = (source.assumingMemoryBound(to: UInt8.self), target.assumingMemoryBound(to: UInt8.self))
    for column in 0..<width {
      let pixel = to + 4 * column
      guard order != .gray else {
        (pixel[0], pixel[1], pixel[2], pixel[3]) = (from[column], from[column], from[column], 255)
        continue
      }
      let color = from + 4 * column
      let (first, last) = (color[0], color[2])
      (pixel[0], pixel[1], pixel[2]) = order == .bgra ? (first, color[1], last) : (last, color[1], first)
      pixel[3] = color[3]
      guard !isPremultiplied, color[3] < 255 else { continue }
      let alpha = Int(color[3])
      for channel in 0..<3 { pixel[channel] = UInt8((Int(pixel[channel]) * alpha + 127) / 255) }
    }
  }

  /// The tiles in which this picture differs from another one of the same size; all of them for another size.
  public func changes(since other: Bitmap) -> Region {
    guard size == other.size else { return .all(of: size) }
    var changed = Region(of: size)
    if storage === other.storage { return changed }
    let rowBytes = 4 * width
    let tileBytes = 4 * Region.tileSide
    withUnsafeBytes { new in
      other.withUnsafeBytes { old in
        guard let new = new.baseAddress, let old = old.baseAddress else { return }
        for y in 0..<height {
          let (a, b) = (new + y * bytesPerRow, old + y * other.bytesPerRow)
          if memcmp(a, b, rowBytes) == 0 { continue }
          for column in 0..<changed.columns where !changed.contains(column: column, row: y / Region.tileSide) {
            let start = column * tileBytes
            if memcmp(a + start, b + start, min(tileBytes, rowBytes - start)) != 0 {
              changed.insert(column: column, row: y / Region.tileSide)
            }
          }
        }
      }
    }
    return changed
  }
}

extension Region {
  /// Copies the pixels of a row that differ, four bytes each, and adds their tiles.
  ///
  /// - Parameters:
  ///   - columns: The pixels of the row; not empty.
  ///   - row: The number of the row.
  ///   - source: The beginning of the new row.
  ///   - target: The beginning of the row that is changed.
  package mutating func copy(
    _ columns: Range<Int>, _ row: Int, from source: UnsafeRawPointer, to target: UnsafeMutableRawPointer
  ) {
    let (start, count) = (4 * columns.lowerBound, 4 * columns.count)
    if memcmp(source + start, target + start, count) == 0 { return }
    let side = Self.tileSide
    for tile in columns.lowerBound / side...(columns.upperBound - 1) / side {
      let part = columns.clamped(to: tile * side..<(tile + 1) * side)
      let (start, count) = (4 * part.lowerBound, 4 * part.count)
      if memcmp(source + start, target + start, count) == 0 { continue }
      memcpy(target + start, source + start, count)
      insert(column: tile, row: row / side)
    }
  }
}
