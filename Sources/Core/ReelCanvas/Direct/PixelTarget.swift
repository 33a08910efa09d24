import ReelGeometry

/// The pixels of a bitmap that a drawing may change, written without Cairo.
struct PixelTarget {
  private let storage: BitmapStorage
  /// The requested pixels, as non-overlapping rectangles.
  private let rects: [PixelRect]

  init(_ storage: BitmapStorage, _ rects: [PixelRect]) {
    self.storage = storage
    self.rects = rects
  }

  /// The address of column 0 of a row.
  @inline(__always)
  private func line(_ row: Int) -> UnsafeMutableRawPointer {
    storage.bytes.baseAddress.unsafelyUnwrapped + row &* storage.bytesPerRow
  }

  /// Composites a paint over the picture through a mask.
  ///
  /// Vectors of four pixels never cross the end of a row, whose stride is a multiple of 16 pixels.
  func composite<Mask: CoverageMask & ~Copyable>(_ mask: borrowing Mask, _ paint: RowPaint) {
    for rect in rects {
      let part = rect.intersection(mask.bounds)
      if part.isEmpty { continue }
      var last = Int.min
      var color = paint[part.top]
      // A closure would not be inlined, and would be called for every four pixels.
      @inline(__always)
      func composite(_ row: Int, _ column: Int, _ coverage: Coverage) {
        if row != last {
          color = paint[row]
          last = row
        }
        color.composite(over: line(row) + column &* 4, coverage)
      }
      mask.forEachCovered(in: part, composite)
    }
  }

  /// Fills a rectangle with a paint.
  func composite(_ area: PixelRect, _ paint: RadialPaint) {
    for rect in rects {
      let part = rect.intersection(area)
      if part.isEmpty { continue }
      for row in part.top..<part.bottom {
        paint.fill(part.left..<part.right, ofRow: row, at: line(row) + part.left &* 4)
      }
    }
  }

  /// Makes all pixels transparent.
  func clear() {
    for rect in rects {
      for row in rect.top..<rect.bottom {
        (line(row) + rect.left &* 4).initializeMemory(as: UInt8.self, repeating: 0, count: rect.width * 4)
      }
    }
  }

  /// Composites an image over the picture, with its top left corner on a pixel.
  func composite(_ image: BitmapStorage, left: Int, top: Int) {
    let bounds = PixelRect(of: image.size)
    for rect in rects {
      let part = rect.intersection(
        PixelRect(left: left, top: top, right: left + bounds.right, bottom: top + bounds.bottom))
      guard !part.isEmpty else { continue }
      for row in part.top..<part.bottom {
        let source = image.row(row - top)
        let pixels = UnsafeRawBufferPointer(rebasing: source[(part.left - left) * 4..<(part.right - left) * 4])
        Self.composite(pixels, over: line(row) + part.left &* 4)
      }
    }
  }

  private static func isOpaque(_ pixels: UnsafeRawBufferPointer) -> Bool {
    guard let source = pixels.baseAddress else { return true }
    var common = SIMD4<UInt32>(repeating: .max)
    for offset in stride(from: 0, to: pixels.count & ~15, by: 16) {
      common &= (source + offset).loadUnaligned(as: SIMD4<UInt32>.self)
    }
    for offset in stride(from: pixels.count & ~15, to: pixels.count, by: 4) {
      common.x &= (source + offset).loadUnaligned(as: UInt32.self)
    }
    return ((common | 0x00FF_FFFF) ^ 0xFFFF_FFFF).isZero
  }

  private static func composite(_ pixels: UnsafeRawBufferPointer, over line: UnsafeMutableRawPointer) {
    guard let source = pixels.baseAddress else { return }
    // Most images are opaque, so they are only copied.
    if isOpaque(pixels) { return line.copyMemory(from: source, byteCount: pixels.count) }
    for offset in stride(from: 0, to: pixels.count, by: 16) {
      if offset &+ 16 <= pixels.count {
        let four = (source + offset).loadUnaligned(as: SIMD4<UInt32>.self)
        if ((four | 0x00FF_FFFF) ^ 0xFFFF_FFFF).isZero {
          (line + offset).storeBytes(of: four, as: SIMD4<UInt32>.self)
          continue
        }
        // Most of a glyph's bitmap is transparent.
        if four.isZero { continue }
        let mixed = composite(four, over: (line + offset).loadUnaligned(as: SIMD4<UInt32>.self))
        (line + offset).storeBytes(of: mixed, as: SIMD4<UInt32>.self)
        continue
      }
      for pixel in stride(from: offset, to: min(offset &+ 16, pixels.count), by: 4) {
        let rest = UInt32(255 - (source + pixel + 3).load(as: UInt8.self))
        for byte in pixel..<pixel &+ 4 {
          let t = UInt32((line + byte).load(as: UInt8.self)) &* rest &+ 128
          let below = UInt8(truncatingIfNeeded: (t &+ (t &>> 8)) &>> 8)
          (line + byte).storeBytes(of: (source + byte).load(as: UInt8.self) &+ below, as: UInt8.self)
        }
      }
    }
  }

  /// Composites four pixels over four others, two bytes of each at once, with the same rounding as byte by byte.
  @inline(__always)
  private static func composite(_ four: SIMD4<UInt32>, over below: SIMD4<UInt32>) -> SIMD4<UInt32> {
    let rest = 255 &- (four &>> 24)
    let even: SIMD4<UInt32> = SIMD4(repeating: 0x00FF_00FF)
    let half: SIMD4<UInt32> = SIMD4(repeating: 0x0080_0080)
    let first = (below & even) &* rest &+ half
    let second = ((below &>> 8) & even) &* rest &+ half
    let firstBelow = ((first &+ ((first &>> 8) & even)) &>> 8) & even
    let secondBelow = (second &+ ((second &>> 8) & even)) & ~even
    return four &+ (firstBelow | secondBelow)
  }
}
