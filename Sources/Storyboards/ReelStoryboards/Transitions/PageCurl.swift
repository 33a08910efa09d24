import ReelCanvas
import ReelGeometry
import ReelPlatform

/// A page rolling up on a cylinder, seen from above.
///
/// In the direction of the curl, the page is flat up to the axis a. There it leaves the plane and runs around a
/// cylinder of radius r: a point at distance u past the axis is at the angle u/r, so at a + r·sin(u/r). After half a
/// turn it lies flat above itself, upside down. At each pixel the topmost layer is visible. The back shows the page
/// mirrored and lightened, and what lies below is in shadow.
struct PageCurl {
  private let size: PixelSize
  /// The unit direction in which the page rolls, from its flat part to its missing part.
  private let way: Vector
  private let axis: Double
  private let radius: Double
  /// The extent of the page in that direction.
  private let last: Double
  private let shadow: Double

  /// - Parameters:
  ///   - size: The size of the page, in pixels.
  ///   - direction: The direction in which the axis moves.
  ///   - lean: The tilt of the axis, so that one corner goes first.
  ///   - progress: 0 if the page is flat, 1 if it is gone.
  init(size: PixelSize, direction: StoryTransition.Direction, lean: Angle, progress: Double) {
    let along = -direction.vector
    let across = Vector(dx: abs(along.dy), dy: abs(along.dx))
    let tilt = lean.unitVector
    let way = along * tilt.dx + across * tilt.dy
    let (width, height) = (Double(size.width), Double(size.height))
    let corners = [(0, 0), (width, 0), (0, height), (width, height)].map { $0.0 * way.dx + $0.1 * way.dy }
    let first = corners.min() ?? 0
    let last = corners.max() ?? 0
    radius = 0.09 * (last - first)
    shadow = 0.6 * radius
    axis = last + (first - radius - shadow - last) * progress
    self.size = size
    self.way = way
    self.last = last
  }

  /// Returns the picture of the rolled page above another of the same size.
  func apply(to page: Bitmap, over next: Bitmap) -> Bitmap {
    var result = next
    let stride = result.bytesPerRow
    page.withUnsafeBytes { source in
      let reader = PageReader(source, size: size, bytesPerRow: page.bytesPerRow)
      result.withUnsafeMutableBytes { target in
        for y in 0..<size.height {
          let row = UnsafeMutableRawBufferPointer(rebasing: target[(y * stride)..<(y * stride + 4 * size.width)])
          let flat = UnsafeRawBufferPointer(
            rebasing: source[(y * page.bytesPerRow)..<(y * page.bytesPerRow + 4 * size.width)])
          draw(row.bindMemory(to: UInt32.self), flat.bindMemory(to: UInt32.self), y, reader)
        }
      }
    }
    return result
  }

  private func draw(
    _ row: UnsafeMutableBufferPointer<UInt32>, _ flat: UnsafeBufferPointer<UInt32>, _ y: Int, _ page: PageReader
  ) {
    let middle = Double(y) + 0.5
    // The distance of the first pixel's centre past the axis.
    let start = middle * way.dy + 0.5 * way.dx - axis
    // Before the back and its shadow, the page is unchanged. Past the cylinder and its shadow, it is gone.
    let untouched = axis + .pi * radius - last - shadow - 1
    for x in row.indices {
      let behind = start + Double(x) * way.dx
      if behind < min(untouched, 0) {
        row[x] = flat[x]
      } else if behind < radius + shadow {
        row[x] = pixel(Point(x: Double(x) + 0.5, y: middle), behind, page, over: row[x])
      }
    }
  }

  /// The colour of a pixel at a distance past the axis, over that of the next page.
  private func pixel(_ point: Point, _ behind: Double, _ page: PageReader, over next: UInt32) -> UInt32 {
    if behind <= 0 {
      // The part already turned lies above the flat page.
      let turned = point + way * (.pi * radius - 2 * behind)
      let cover = page.cover(at: turned)
      if cover >= 1 { return page.back(at: turned, light: 1) }
      // The shadow falls beyond its edge.
      let shade = 0.34 * page.nearness(to: turned, within: shadow)
      let below = PixelBlend.darkened(page.pixel(at: point), by: shade)
      return cover > 0 ? PixelBlend.mixed(below, page.back(at: turned, light: 1), cover) : below
    }
    guard behind < radius else {
      let edge = point + way * (.pi / 2 * radius - behind)
      let shade = 0.42 * page.nearness(to: edge, within: shadow) * max(0, 1 - (behind - radius) / shadow)
      return PixelBlend.darkened(next, by: shade * shade * 2)
    }
    let angle = asin(behind / radius)
    let upper = point + way * ((.pi - angle) * radius - behind)
    let upperCover = page.cover(at: upper)
    // Light comes from above: it fades where the cylinder turns away.
    let light = 0.72 + 0.28 * cos(angle)
    if upperCover >= 1 { return page.back(at: upper, light: light) }
    let lower = point + way * (angle * radius - behind)
    let lowerCover = page.cover(at: lower)
    var below = PixelBlend.darkened(next, by: 0.36 * page.nearness(to: lower, within: shadow))
    if lowerCover > 0 {
      let shade = max(0.30 * page.nearness(to: upper, within: shadow), 0.35 * (1 - cos(angle)))
      below = PixelBlend.mixed(below, PixelBlend.darkened(page.sample(at: lower), by: shade), lowerCover)
    }
    return upperCover > 0 ? PixelBlend.mixed(below, page.back(at: upper, light: light), upperCover) : below
  }
}

/// Reads the pixels of a page, premultiplied BGRA, at any point.
struct PageReader {
  private let pixels: UnsafeRawBufferPointer
  private let size: PixelSize
  private let stride: Int

  init(_ pixels: UnsafeRawBufferPointer, size: PixelSize, bytesPerRow: Int) {
    self.pixels = pixels
    self.size = size
    stride = bytesPerRow
  }

  /// The fraction of a pixel around a point that the page covers, from 0 to 1.
  func cover(at point: Point) -> Double {
    let (width, height) = (Double(size.width), Double(size.height))
    let distance = min(min(point.x, width - point.x), min(point.y, height - point.y))
    return min(max(0, distance + 0.5), 1)
  }

  /// The nearness of a point to the page: 1 on it, 0 at a distance or farther.
  func nearness(to point: Point, within distance: Double) -> Double {
    let across = max(0, max(-point.x, point.x - Double(size.width)))
    let down = max(0, max(-point.y, point.y - Double(size.height)))
    return max(0, 1 - (across * across + down * down).squareRoot() / distance)
  }

  /// The pixel centred at a point.
  func pixel(at point: Point) -> UInt32 { pixel(Int(clamping: point.x), Int(clamping: point.y)) }

  private func pixel(_ x: Int, _ y: Int) -> UInt32 {
    let x = min(max(0, x), size.width - 1)
    let y = min(max(0, y), size.height - 1)
    return pixels.load(fromByteOffset: y * stride + 4 * x, as: UInt32.self)
  }

  /// The colour at a point, interpolated between the centres of four pixels.
  func sample(at point: Point) -> UInt32 {
    let (x, y) = (point.x - 0.5, point.y - 0.5)
    let (left, top) = (x.rounded(.down), y.rounded(.down))
    let across = UInt32(clamping: (x - left) * 256)
    let down = UInt32(clamping: (y - top) * 256)
    let (column, row) = (Int(clamping: left), Int(clamping: top))
    let above = PixelBlend.mixed(pixel(column, row), pixel(column + 1, row), across)
    let below = PixelBlend.mixed(pixel(column, row + 1), pixel(column + 1, row + 1), across)
    return PixelBlend.mixed(above, below, down)
  }

  /// The back of the page at a point, with its front shining through.
  func back(at point: Point, light: Double) -> UInt32 {
    // Paper with an eighth of the front's colour, and the page's opacity.
    let front = sample(at: point)
    let paper = PixelBlend.mixed((front >> 24) &* 0x0101_0101, front, UInt32(40))
    return PixelBlend.darkened(paper, by: 1 - light * 0.96)
  }
}
