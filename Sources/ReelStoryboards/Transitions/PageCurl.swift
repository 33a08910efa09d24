import ReelCanvas
import ReelGeometry

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A page that rolls up on a cylinder, seen from above.
///
/// Along the way of the curl, the page is flat up to the axis a. There it leaves the plane and runs around a cylinder of radius r: what
/// is u behind the axis stands at the angle u/r, so at a + r·sin(u/r). Behind half a turn it lies flat above itself, upside down. At each pixel
/// the highest of these is seen. The turned side shows the page mirrored and lightened, and what lies lower is in the shadow.
struct PageCurl {
  private let size: PixelSize
  /// The way along which the page rolls, from what is flat still to what has gone; of length 1.
  private let way: Vector
  private let axis: Double
  private let radius: Double
  private let shadow: Double

  /// - Parameters:
  ///   - size: of the page, in pixels.
  ///   - direction: where the axis moves.
  ///   - lean: how far the axis leans, so that a corner goes first.
  ///   - progress: the part of the way that is done: at 0 the page is flat, at 1 it has gone.
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
  }

  /// Returns the picture of the rolled page; transparent where it uncovers what lies below, but for its shadow.
  func apply(to page: Bitmap) -> Bitmap {
    var result = Bitmap(size: size)
    let stride = result.bytesPerRow
    page.withUnsafeBytes { source in
      let reader = PageReader(source, size: size, bytesPerRow: page.bytesPerRow)
      result.withUnsafeMutableBytes { target in
        for y in 0..<size.height {
          let row = UnsafeMutableRawBufferPointer(rebasing: target[(y * stride)..<(y * stride + 4 * size.width)])
          draw(row.bindMemory(to: UInt32.self), y, reader)
        }
      }
    }
    return result
  }

  private func draw(_ row: UnsafeMutableBufferPointer<UInt32>, _ y: Int, _ page: PageReader) {
    let middle = Double(y) + 0.5
    // The way has reached this far at the left end of the row.
    let start = middle * way.dy + 0.5 * way.dx
    for x in row.indices {
      let reached = start + Double(x) * way.dx
      row[x] = pixel(Point(x: Double(x) + 0.5, y: middle), reached - axis, page)
    }
  }

  /// The colour of a pixel that is some way behind the axis.
  private func pixel(_ point: Point, _ behind: Double, _ page: PageReader) -> UInt32 {
    if behind <= 0 {
      // Above the flat page lies what has turned around already.
      let turned = .pi * radius - behind
      let cover = page.cover(at: point + way * (turned - behind))
      let flat = page.pixel(at: point)
      if cover >= 1 { return page.back(at: point + way * (turned - behind), light: 1) }
      // Its shadow falls beyond its edge.
      let shade = 0.34 * page.nearness(to: point + way * (turned - behind), within: shadow)
      let below = PageReader.darkened(flat, by: shade)
      guard cover > 0 else { return below }
      return PageReader.mixed(below, page.back(at: point + way * (turned - behind), light: 1), cover)
    }
    guard behind < radius else {
      let edge = point + way * (.pi / 2 * radius - behind)
      let shade = 0.42 * page.nearness(to: edge, within: shadow) * max(0, 1 - (behind - radius) / shadow)
      return PageReader.shadow(shade * shade * 2)
    }
    let angle = asin(behind / radius)
    let upper = point + way * ((.pi - angle) * radius - behind)
    let lower = point + way * (angle * radius - behind)
    let upperCover = page.cover(at: upper)
    // Light comes from above: it fades where the cylinder turns away.
    let light = 0.72 + 0.28 * cos(angle)
    if upperCover >= 1 { return page.back(at: upper, light: light) }
    let lowerCover = page.cover(at: lower)
    let shade = 0.30 * page.nearness(to: upper, within: shadow)
    var below = PageReader.shadow(0.36 * page.nearness(to: lower, within: shadow))
    if lowerCover > 0 {
      let front = PageReader.darkened(page.sample(at: lower), by: max(shade, 0.35 * (1 - cos(angle))))
      below = lowerCover >= 1 ? front : PageReader.mixed(below, front, lowerCover)
    }
    return upperCover > 0 ? PageReader.mixed(below, page.back(at: upper, light: light), upperCover) : below
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

  /// How much of a pixel around a point the page covers, from 0 to 1.
  func cover(at point: Point) -> Double {
    let (width, height) = (Double(size.width), Double(size.height))
    let distance = min(min(point.x, width - point.x), min(point.y, height - point.y))
    return min(max(0, distance + 0.5), 1)
  }

  /// How near a point is to the page: 1 on it, 0 at a distance and farther.
  func nearness(to point: Point, within distance: Double) -> Double {
    let across = max(0, max(-point.x, point.x - Double(size.width)))
    let down = max(0, max(-point.y, point.y - Double(size.height)))
    return max(0, 1 - (across * across + down * down).squareRoot() / distance)
  }

  /// The pixel of which a point is the middle.
  func pixel(at point: Point) -> UInt32 { pixel(Int(point.x), Int(point.y)) }

  private func pixel(_ x: Int, _ y: Int) -> UInt32 {
    let x = min(max(0, x), size.width - 1)
    let y = min(max(0, y), size.height - 1)
    return pixels.load(fromByteOffset: y * stride + 4 * x, as: UInt32.self)
  }

  /// The colour at a point, between the middles of its four neighbours.
  func sample(at point: Point) -> UInt32 {
    let (x, y) = (point.x - 0.5, point.y - 0.5)
    let (left, top) = (x.rounded(.down), y.rounded(.down))
    let across = UInt32((x - left) * 256)
    let down = UInt32((y - top) * 256)
    let (column, row) = (Int(left), Int(top))
    let above = Self.blended(pixel(column, row), pixel(column + 1, row), across)
    let below = Self.blended(pixel(column, row + 1), pixel(column + 1, row + 1), across)
    return Self.blended(above, below, down)
  }

  /// The back of the page at a point: what is on its front shines through.
  func back(at point: Point, light: Double) -> UInt32 {
    // Paper, an eighth of it what is on the other side; as opaque as the page.
    let front = sample(at: point)
    let paper = Self.blended((front >> 24) * 0x0101_0101, front, 40)
    return Self.darkened(paper, by: 1 - light * 0.96)
  }

  /// Black that covers what lies below by a part.
  static func shadow(_ part: Double) -> UInt32 { UInt32(min(max(0, part), 1) * 255) << 24 }

  /// A colour with a part of its light taken away.
  static func darkened(_ pixel: UInt32, by part: Double) -> UInt32 {
    guard part > 0 else { return pixel }
    return blended(pixel, pixel & 0xFF00_0000, UInt32(min(part, 1) * 256))
  }

  /// The second colour laid over the first by a part.
  static func mixed(_ first: UInt32, _ second: UInt32, _ part: Double) -> UInt32 {
    blended(first, second, UInt32(min(max(0, part), 1) * 256))
  }

  /// Blends all four channels, two at a time; `part` of 256 parts are of the second.
  private static func blended(_ first: UInt32, _ second: UInt32, _ part: UInt32) -> UInt32 {
    let even = ((first & 0x00FF_00FF) &* (256 - part) &+ (second & 0x00FF_00FF) &* part) >> 8
    let odd = ((first >> 8) & 0x00FF_00FF) &* (256 - part) &+ ((second >> 8) & 0x00FF_00FF) &* part
    return even & 0x00FF_00FF | odd & 0xFF00_FF00
  }
}
