import ReelCanvas
import ReelGeometry
import ReelLayers

/// A drawing, or one of its elements, stretched to its bounds and redrawn when it is shown larger.
final class SVGLayer: Layer {
  /// The longest side that is drawn, in pixels; larger ones are less sharp.
  private static let longestSide = 8192.0

  /// Creates what draws it, when it is first shown.
  private let make: () throws -> SVGRenderer
  private let id: String?
  private var renderer: SVGRenderer?
  /// The largest drawing so far without its empty edges, its corner in the whole, and its scale relative to the bounds.
  private var drawn: (bitmap: Bitmap?, corner: Point, scale: Double)?

  /// - Parameters:
  ///   - frame: The frame of the whole drawing.
  ///   - id: The element to show where it is in the drawing; nil for all.
  ///   - make: Creates what draws it.
  init(frame: Rect, id: String? = nil, _ make: @escaping () throws -> SVGRenderer) {
    (self.make, self.id) = (make, id)
    super.init(frame: frame)
  }

  override func draw(in context: GraphicsContext) throws {
    guard !bounds.isEmpty else { return }
    let transform = context.transform
    let stretch = max(
      Vector(dx: transform.a, dy: transform.b).length, Vector(dx: transform.c, dy: transform.d).length)
    // While it grows, few sizes suffice, as scaling down by half at most keeps it sharp.
    let area = Double(Bitmap.pngPixelLimit) / ((bounds.width + 1) * (bounds.height + 1))
    let most = min(max(1, Self.longestSide / max(bounds.width, bounds.height)), max(0.01, area.squareRoot()))
    var scale = min(1, most)
    while scale < stretch - 1e-6, scale < most { scale = min(2 * scale, most) }
    if drawn?.scale != scale {
      let size = Size(width: bounds.width * scale, height: bounds.height * scale)
      let renderer = try renderer ?? make()
      self.renderer = renderer
      let whole = try renderer.bitmap(id, size: PixelSize(covering: size))
      // An element is much smaller than its drawing.
      let (bitmap, corner): (Bitmap?, Point) = id == nil ? (whole, .zero) : Self.withoutEdges(whole)
      drawn = (bitmap, corner, scale)
    }
    guard let drawn, let bitmap = drawn.bitmap else { return }
    if id == nil {
      guard bitmap.size.size != bounds.size else { return context.draw(bitmap, at: bounds.origin) }
      return context.draw(bitmap, in: bounds)
    }
    let origin = Point(
      x: bounds.minX + drawn.corner.x / drawn.scale, y: bounds.minY + drawn.corner.y / drawn.scale)
    guard drawn.scale != 1 else { return context.draw(bitmap, at: origin) }
    let size = bitmap.size.size
    context.draw(
      bitmap,
      in: Rect(origin: origin, size: Size(width: size.width / drawn.scale, height: size.height / drawn.scale)))
  }

  /// The rectangle of what it shows, in its bounds.
  func inkBounds() throws -> Rect {
    let renderer = try renderer ?? make()
    self.renderer = renderer
    let (bitmap, corner) = Self.withoutEdges(try renderer.bitmap(id, size: PixelSize(covering: bounds.size)))
    return Rect(origin: corner, size: bitmap?.size.size ?? .zero)
  }

  /// Cuts the transparent edges off; nil if nothing is left.
  private static func withoutEdges(_ bitmap: Bitmap) -> (Bitmap?, Point) {
    var (left, right, top, bottom) = (bitmap.width, 0, bitmap.height, 0)
    bitmap.withUnsafeBytes { bytes in
      for y in 0..<bitmap.height {
        let row = UnsafeRawBufferPointer(rebasing: bytes[y * bitmap.bytesPerRow..<(y + 1) * bitmap.bytesPerRow])
        guard let first = (0..<bitmap.width).first(where: { row[4 * $0 + 3] != 0 }),
          let last = (0..<bitmap.width).last(where: { row[4 * $0 + 3] != 0 })
        else { continue }
        (left, right) = (min(left, first), max(right, last + 1))
        (top, bottom) = (min(top, y), y + 1)
      }
    }
    guard left < right else { return (nil, .zero) }
    var result = Bitmap(width: right - left, height: bottom - top)
    let bytesPerRow = result.bytesPerRow
    bitmap.withUnsafeBytes { source in
      result.withUnsafeMutableBytes { target in
        guard let from = source.baseAddress, let to = target.baseAddress else { return }
        for y in 0..<bottom - top {
          let row = from + (top + y) * bitmap.bytesPerRow + 4 * left
          (to + y * bytesPerRow).copyMemory(from: row, byteCount: 4 * (right - left))
        }
      }
    }
    return (result, Point(x: Double(left), y: Double(top)))
  }
}
