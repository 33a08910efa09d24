import CReelCairo
import ReelGeometry

/// Draws lines with round ends and corners as a mask of coverage, many times faster than Cairo's stroker.
///
/// A pixel is as black as its centre is near to the nearest segment. Cost follows the area of the line and not the
/// square of its crossings, so that a curve of tens of thousands of tiny segments is drawn in a few milliseconds.
struct PolylineStroker {
  /// Wider lines, in pixels, are left to Cairo, whose cost does not grow with the width.
  static let widestLine = 32.0

  private let elements: [Path.Element]
  private let transform: AffineTransform
  private let radius: Double
  /// The rectangle around all points, in pixels.
  private let bounds: Rect

  /// Takes a path on, or gives nil where only Cairo can draw it: other caps or joins, dashes, curves, a plane stretched
  /// in one direction, wide lines, and coordinates that are far away or no numbers.
  init?(_ path: Path, _ style: StrokeStyle, _ transform: AffineTransform) {
    guard style.cap == .round, style.join == .round, style.dash.isEmpty, transform.keepsCircles else { return nil }
    let width = style.width * abs(transform.determinant).squareRoot()
    guard width > 0, width <= Self.widestLine else { return nil }
    var (left, right) = (Double.infinity, -Double.infinity)
    var (top, bottom) = (Double.infinity, -Double.infinity)
    for element in path.elements {
      switch element {
      case .move(let point), .line(let point):
        let pixel = transform.apply(point)
        // False for what is not a number as well.
        guard abs(pixel.x) <= GraphicsContext.farthest, abs(pixel.y) <= GraphicsContext.farthest else { return nil }
        left = min(left, pixel.x)
        right = max(right, pixel.x)
        top = min(top, pixel.y)
        bottom = max(bottom, pixel.y)
      case .curve: return nil
      case .close: break
      }
    }
    guard left <= right else { return nil }
    elements = path.elements
    self.transform = transform
    radius = width / 2
    bounds = Rect(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// Lays Cairo's source over the picture where the line is; the transform of `cairo` must be the identity.
  ///
  /// - Returns: false if there is no memory for the mask.
  func draw(on cairo: OpaquePointer) -> Bool {
    var clip = (left: 0.0, top: 0.0, right: 0.0, bottom: 0.0)
    cairo_clip_extents(cairo, &clip.left, &clip.top, &clip.right, &clip.bottom)
    let reach = radius + 1
    let left = max(clip.left, bounds.minX - reach).rounded(.down)
    let top = max(clip.top, bounds.minY - reach).rounded(.down)
    let right = min(clip.right, bounds.maxX + reach).rounded(.up)
    let bottom = min(clip.bottom, bounds.maxY + reach).rounded(.up)
    guard left < right, top < bottom else { return true }
    let (width, height) = (Int(right - left), Int(bottom - top))
    guard
      let surface = try? SurfaceHandle(
        cairo_image_surface_create(CAIRO_FORMAT_A8, Int32(width), Int32(height)), "stroke"),
      let pixels = cairo_image_surface_get_data(surface.pointer)
    else { return false }
    cairo_surface_flush(surface.pointer)
    let mask = CoverageMask(
      pixels: pixels, columns: Int(left)..<Int(right), rows: Int(top)..<Int(bottom),
      bytesPerRow: Int(cairo_image_surface_get_stride(surface.pointer)), radius: Float(radius))
    var (position, start) = (Point.zero, Point.zero)
    for element in elements {
      switch element {
      case .move(let point):
        position = transform.apply(point)
        start = position
      case .line(let point):
        let end = transform.apply(point)
        mask.cover(position, end)
        position = end
      case .close:
        mask.cover(position, start)
        position = start
      case .curve: break
      }
    }
    cairo_surface_mark_dirty(surface.pointer)
    cairo_mask_surface(cairo, surface.pointer, left, top)
    return true
  }
}

/// A picture of how much of each pixel a line covers, 0 to 255.
///
/// Where parts of a line touch within a pixel, the larger coverage counts: segments that follow one another share
/// their ends. What a pixel gets does not depend on which rectangle of the picture the mask is, to the last bit, so that
/// a picture drawn in parts is the picture drawn at once.
private struct CoverageMask {
  let pixels: UnsafeMutablePointer<UInt8>
  let columns: Range<Int>
  let rows: Range<Int>
  let bytesPerRow: Int
  let radius: Float

  /// Darkens the pixels that a segment with round ends covers.
  func cover(_ start: Point, _ end: Point) {
    // Coverage falls from its peak to 0 over the width of one pixel around the edge of the line.
    let reach = radius + 0.5
    let far = Double(reach)
    let (top, bottom) = (min(start.y, end.y) - far - 0.5, max(start.y, end.y) + far + 0.5)
    let (left, right) = (min(start.x, end.x) - far - 0.5, max(start.x, end.x) + far + 0.5)
    let firstRow = max(rows.lowerBound, Int(top.rounded(.down)))
    let endRow = min(rows.upperBound, Int(bottom.rounded(.down)) + 1)
    let firstColumn = max(columns.lowerBound, Int(left.rounded(.down)))
    let endColumn = min(columns.upperBound, Int(right.rounded(.down)) + 1)
    guard firstRow < endRow, firstColumn < endColumn else { return }

    let way = end - start
    let length = way.length
    let (ux, uy) = length > 0 ? (Float(way.dx / length), Float(way.dy / length)) : (1, 0)
    // In a long slanted segment's rectangle few pixels are near to it: each row looks only where it crosses the strip.
    let isLong = length > 8 && abs(uy) > 0.1
    let (slope, half) = isLong ? (Double(ux / uy), Double(reach / abs(uy)) + 1) : (0, 0)
    // Counted from the pixel of the start, floating-point numbers of 32 bits are exact enough anywhere.
    let (originX, originY) = (Int(start.x.rounded(.down)), Int(start.y.rounded(.down)))
    let shiftX = Float(0.5 - (start.x - Double(originX)))
    let shiftY = Float(0.5 - (start.y - Double(originY)))
    for row in firstRow..<endRow {
      let y = Float(row &- originY) + shiftY
      var (from, to) = (firstColumn, endColumn)
      if isLong {
        let middle = start.x + Double(y) * slope
        from = max(from, Int(middle - half))
        to = min(to, Int(middle + half) + 1)
      }
      if from < to {
        coverRow(
          pixels + ((row &- rows.lowerBound) &* bytesPerRow &- columns.lowerBound), from..<to, originX: originX,
          shiftX: shiftX, y: y, ux, uy, Float(length))
      }
    }
  }

  /// Darkens pixels of one row; `line` is where column 0 would be.
  @inline(__always)
  private func coverRow(
    _ line: UnsafeMutablePointer<UInt8>, _ columns: Range<Int>, originX: Int, shiftX: Float, y: Float,
    _ ux: Float, _ uy: Float, _ length: Float
  ) {
    let reach = radius + 0.5
    let (peak, limit) = (min(1, 2 * radius) * 255, reach * reach)
    // 2²³ + v holds v, rounded, in its lowest bits: a conversion without the checks of one.
    let magic: Float = 8_388_608
    for column in columns {
      let x = Float(column &- originX) + shiftX
      let along = max(0, min(length, x * ux + y * uy))
      let (dx, dy) = (x - along * ux, y - along * uy)
      let square = dx * dx + dy * dy
      if square < limit {
        let coverage = min(peak, (reach - square.squareRoot()) * 255)
        let byte = UInt8(truncatingIfNeeded: (coverage + magic).bitPattern)
        if byte > line[column] { line[column] = byte }
      }
    }
  }
}

extension AffineTransform {
  /// Whether circles stay circles: nothing but shifts, turns, mirrors and an even stretch, but for rounding.
  fileprivate var keepsCircles: Bool {
    let tolerance = 1e-6 * (a * a + b * b)
    return abs(a * c + b * d) <= tolerance && abs(a * a + b * b - c * c - d * d) <= tolerance
  }
}
