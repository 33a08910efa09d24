import ReelClips
import ReelCanvas
import ReelGeometry
import ReelVideo

/// Paints only a picture's luma: one byte a pixel instead of four, and each colour is converted once.
struct LumaPainter: PixelSurface {
  let width: Int
  let height: Int
  private let bytes: UnsafeMutableBufferPointer<UInt8>
  private let levels: UnsafeMutablePointer<LumaLevels>
  /// A buffer for a row that is painted pixel by pixel.
  private let row: UnsafeMutableBufferPointer<Pixel>

  /// Calls a closure with a painter that is valid only inside the closure.
  static func paint(_ plane: inout LumaPlane, _ levels: inout LumaLevels, _ body: (LumaPainter) -> Void) {
    let size = plane.size
    plane.bytes.withUnsafeMutableBufferPointer { bytes in
      withUnsafeMutablePointer(to: &levels) { levels in
        withUnsafeTemporaryAllocation(of: Pixel.self, capacity: size.width) { row in
          row.initialize(repeating: .black)
          body(LumaPainter(width: size.width, height: size.height, bytes: bytes, levels: levels, row: row))
        }
      }
    }
  }

  func fill(x: Int, y: Int, width w: Int, height h: Int, _ pixel: Pixel) {
    let (left, right) = (max(0, x), min(width, x + w))
    guard left < right else { return }
    let level = levels.pointee.level(of: pixel)
    for line in max(0, y)..<max(0, max(y, min(height, y + h))) {
      bytes[line * width + left..<line * width + right].update(repeating: level)
    }
  }

  func paintRow(_ y: Int, _ body: (UnsafeMutableBufferPointer<Pixel>) -> Void) {
    body(row)
    levels.pointee.convert(
      UnsafeBufferPointer(row), into: UnsafeMutableBufferPointer(rebasing: bytes[y * width..<(y + 1) * width]))
  }

  func repeatRow(_ source: Int, through end: Int) {
    let from = UnsafeBufferPointer(rebasing: bytes[source * width..<(source + 1) * width])
    for y in source + 1..<max(source + 1, end) {
      _ = UnsafeMutableBufferPointer(rebasing: bytes[y * width..<(y + 1) * width]).update(fromContentsOf: from)
    }
  }
}

extension FixturePainter {
  /// Draws a frame's luma: the same as `draw` and a conversion, but faster.
  ///
  /// - Parameters:
  ///   - number: The number of the frame.
  ///   - isExchanged: Whether its two fields are exchanged.
  ///   - levels: The luma of each colour.
  ///   - plane: Receives the luma in the size in which frames are shown; its memory is reused.
  mutating func drawLuma(
    frame number: Int, exchangingFields isExchanged: Bool = false, _ levels: inout LumaLevels,
    into plane: inout LumaPlane
  ) throws {
    let mark = try mark(number)
    // Cairo draws the snowflake in colour.
    if recipe.pattern == .snowflake, !recipe.flashes(at: number) {
      let bitmap = try draw(frame: number, exchangingFields: isExchanged)
      plane = LumaPlane(size: bitmap.size, bytes: levels.luma(of: bitmap))
      return
    }
    guard recipe.fields != .progressive, !recipe.flashes(at: number) else {
      LumaPainter.paint(&plane, &levels) { content.paint(number, mark, on: $0) }
      return
    }
    var later = LumaPlane(size: plane.size)
    LumaPainter.paint(&plane, &levels) { content.drawing.draw(recipe.pattern, frame: 2 * number, with: $0) }
    LumaPainter.paint(&later, &levels) { content.drawing.draw(recipe.pattern, frame: 2 * number + 1, with: $0) }
    let width = plane.size.width
    let order = isExchanged ? recipe.fields.exchanged : recipe.fields
    for line in stride(from: order == .topFirst ? 1 : 0, to: plane.size.height, by: 2) {
      plane.bytes.replaceSubrange(
        line * width..<(line + 1) * width, with: later.bytes[line * width..<(line + 1) * width])
    }
    LumaPainter.paint(&plane, &levels) { mark.draw(with: $0, content.form) }
  }
}
