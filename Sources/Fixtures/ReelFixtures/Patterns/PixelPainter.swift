import ReelCanvas
import ReelGeometry

/// A surface for patterns and marks: whole pixels clipped at the edges, without rounding or blending.
protocol PixelSurface {
  var width: Int { get }
  var height: Int { get }

  /// Paints a rectangle.
  func fill(x: Int, y: Int, width: Int, height: Int, _ pixel: Pixel)
  /// Paints the row `y` from the pixels that a closure fills in; it must set all of them.
  func paintRow(_ y: Int, _ body: (UnsafeMutableBufferPointer<Pixel>) -> Void)
  /// Copies the row `source` over the rows below it, down to `end`.
  func repeatRow(_ source: Int, through end: Int)
}

extension PixelSurface {
  /// Writes a text with dots of a given size.
  func write(_ text: String, x: Int, y: Int, dot: Int, _ pixel: Pixel) {
    for (index, character) in text.enumerated() {
      let left = x + index * (DotFont.width + 1) * dot
      for (line, bits) in DotFont.rows(of: character).enumerated() {
        for column in 0..<DotFont.width where bits >> UInt8(DotFont.width - 1 - column) & 1 == 1 {
          fill(x: left + column * dot, y: y + line * dot, width: dot, height: dot, pixel)
        }
      }
    }
  }
}

/// Paints into the memory of a bitmap.
struct PixelPainter: PixelSurface {
  let width: Int
  let height: Int
  private let stride: Int
  private let bytes: UnsafeMutableRawBufferPointer

  /// Calls a closure with a painter that is valid only inside the closure.
  static func paint(_ bitmap: inout Bitmap, _ body: (PixelPainter) -> Void) {
    let (size, stride) = (bitmap.size, bitmap.bytesPerRow)
    bitmap.withUnsafeMutableBytes { bytes in
      body(PixelPainter(width: size.width, height: size.height, stride: stride, bytes: bytes))
    }
  }

  private init(width: Int, height: Int, stride: Int, bytes: UnsafeMutableRawBufferPointer) {
    self.width = width
    self.height = height
    self.stride = stride
    self.bytes = bytes
  }

  func paintRow(_ y: Int, _ body: (UnsafeMutableBufferPointer<Pixel>) -> Void) { body(row(y)) }

  private func row(_ y: Int) -> UnsafeMutableBufferPointer<Pixel> {
    UnsafeMutableRawBufferPointer(rebasing: bytes[y * stride..<y * stride + width * 4]).bindMemory(to: Pixel.self)
  }

  func fill(x: Int, y: Int, width w: Int, height h: Int, _ pixel: Pixel) {
    let (left, right) = (max(0, x), min(width, x + w))
    guard left < right else { return }
    for line in max(0, y)..<max(0, max(y, min(height, y + h))) {
      row(line)[left..<right].update(repeating: pixel)
    }
  }

  func repeatRow(_ source: Int, through end: Int) {
    let from = UnsafeRawBufferPointer(row(source))
    for y in source + 1..<max(source + 1, end) { UnsafeMutableRawBufferPointer(row(y)).copyMemory(from: from) }
  }
}

extension Pixel {
  static let white = Pixel(gray: 255)
  static let black = Pixel(gray: 0)

  init(gray: UInt8) { self.init(red: gray, green: gray, blue: gray) }
}
