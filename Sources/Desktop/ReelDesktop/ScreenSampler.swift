import CReelDesktop
import ReelCanvas
import ReelGeometry
import ReelPlatform

/// A copy of a part of a screen, without the pointer, of which only what changed is fetched.
final class ScreenSampler {
  /// A part of a screen, in pixels.
  struct Area: Hashable {
    var (x, y, width, height): (Int, Int, Int, Int)

    func clipped(to other: Area) -> Area? {
      let (left, top) = (max(x, other.x), max(y, other.y))
      let (right, bottom) = (min(x + width, other.x + other.width), min(y + height, other.y + other.height))
      return left < right && top < bottom ? Area(x: left, y: top, width: right - left, height: bottom - top) : nil
    }

    func united(with other: Area) -> Area {
      let (left, top) = (min(x, other.x), min(y, other.y))
      let (right, bottom) = (max(x + width, other.x + other.width), max(y + height, other.y + other.height))
      return Area(x: left, y: top, width: right - left, height: bottom - top)
    }

    var pixelCount: Int { width * height }
  }

  /// The filmed part of the screen.
  let area: Area
  private(set) var picture: Bitmap
  private let connection: XConnection
  private let shared: SharedPicture?
  private let damage: xcb_damage_damage_t
  private let parts: xcb_xfixes_region_t
  /// The screen's size, which programs may change.
  private var screen: Area
  private var isWhole = true
  private(set) var isDamaged = true

  init(_ connection: XConnection, area: Area) {
    (self.connection, self.area) = (connection, area)
    let size = connection.screenSize
    screen = Area(x: 0, y: 0, width: size.width, height: size.height)
    picture = Bitmap(size: PixelSize(width: area.width, height: area.height))
    picture.fill(with: .black)
    shared = SharedPicture(connection, byteCount: 4 * area.pixelCount)
    damage = xcb_generate_id(connection.raw)
    parts = xcb_generate_id(connection.raw)
    xcb_damage_create(
      connection.raw, damage, connection.root, UInt8(XCB_DAMAGE_REPORT_LEVEL_NON_EMPTY.rawValue))
    xcb_xfixes_create_region(connection.raw, parts, 0, nil)
  }

  /// Records that something on the screen changed.
  func noteDamage() { isDamaged = true }

  /// Records the screen's size: the picture is black outside it.
  func noteScreen(width: Int, height: Int) {
    let size = Area(x: 0, y: 0, width: width, height: height)
    if size != screen { (screen, isWhole, isDamaged) = (size, true, true) }
  }

  /// Fetches what changed.
  ///
  /// Other programs can't draw meanwhile, so all of the picture is of one moment.
  ///
  /// - Parameter readEvents: Reads the events that have come: one may change the screen's size.
  /// - Returns: The tiles that differ; none if the server is gone.
  func update(_ readEvents: () -> Void) -> Region {
    var changed = Region(of: picture.size)
    guard isDamaged else { return changed }
    xcb_grab_server(connection.raw)
    defer {
      xcb_ungrab_server(connection.raw)
      xcb_flush(connection.raw)
    }
    xcb_damage_subtract(connection.raw, damage, 0, parts)
    guard
      let reply = xcb_xfixes_fetch_region_reply(connection.raw, xcb_xfixes_fetch_region(connection.raw, parts), nil)
    else { return changed }
    defer { free(reply) }
    readEvents()
    isDamaged = false
    let rects = UnsafeBufferPointer(
      start: xcb_xfixes_fetch_region_rectangles(reply),
      count: Int(xcb_xfixes_fetch_region_rectangles_length(reply)))
    guard let visible = area.clipped(to: screen) else {
      blacken(outside: nil, &changed)
      return changed
    }
    if isWhole { blacken(outside: visible, &changed) }
    let areas =
      isWhole
      ? [visible]
      : rects.compactMap {
        Area(x: Int($0.x), y: Int($0.y), width: Int($0.width), height: Int($0.height)).clipped(to: visible)
      }
    isWhole = !fetch(Self.joined(areas), &changed)
    if isWhole { isDamaged = true }
    return changed
  }

  /// Joins many or dense rectangles to the one that surrounds them.
  static func joined(_ areas: [Area]) -> [Area] {
    guard let first = areas.first, areas.count > 1 else { return areas }
    let all = areas.dropFirst().reduce(first) { $0.united(with: $1) }
    let sum = areas.reduce(0) { $0 + $1.pixelCount }
    return areas.count > 16 || 2 * sum > all.pixelCount ? [all] : areas
  }

  /// Fetches rectangles that don't overlap.
  ///
  /// - Returns: Whether the server sent all of them.
  private func fetch(_ areas: [Area], _ changed: inout Region) -> Bool {
    guard let shared else { return fetchByMessage(areas, &changed) }
    var offset = 0
    let requests = areas.map { area in
      defer { offset += 4 * area.pixelCount }
      let cookie = xcb_shm_get_image(
        connection.raw, connection.root, Int16(area.x), Int16(area.y), UInt16(area.width), UInt16(area.height), .max,
        UInt8(XCB_IMAGE_FORMAT_Z_PIXMAP.rawValue), shared.segment, UInt32(offset))
      return (area: area, offset: offset, cookie: cookie)
    }
    var isComplete = true
    for request in requests {
      guard let reply = xcb_shm_get_image_reply(connection.raw, request.cookie, nil) else {
        isComplete = false
        continue
      }
      free(reply)
      copy(request.area, from: shared.bytes + request.offset, &changed)
    }
    return isComplete
  }

  /// Fetches rectangles from a server that shares no memory.
  private func fetchByMessage(_ areas: [Area], _ changed: inout Region) -> Bool {
    for area in areas {
      let cookie = xcb_get_image(
        connection.raw, UInt8(XCB_IMAGE_FORMAT_Z_PIXMAP.rawValue), connection.root, Int16(area.x), Int16(area.y),
        UInt16(area.width), UInt16(area.height), .max)
      guard let reply = xcb_get_image_reply(connection.raw, cookie, nil) else { return false }
      defer { free(reply) }
      guard let bytes = xcb_get_image_data(reply), xcb_get_image_data_length(reply) >= 4 * area.pixelCount else {
        return false
      }
      copy(area, from: UnsafeMutableRawPointer(bytes), &changed)
    }
    return true
  }

  /// Copies the pixels that differ, and makes them opaque: the server leaves the fourth byte undefined.
  private func copy(_ part: Area, from source: UnsafeMutableRawPointer, _ changed: inout Region) {
    let (left, top, stride) = (part.x - area.x, part.y - area.y, picture.bytesPerRow)
    picture.withUnsafeMutableBytes { target in
      guard let target = target.baseAddress else { return }
      for line in 0..<part.height {
        let row = source + 4 * part.width * line
        let pixels = row.assumingMemoryBound(to: UInt32.self)
        for column in 0..<part.width { pixels[column] |= 0xFF00_0000 }
        changed.copy(
          left..<left + part.width, top + line, from: row - 4 * left, to: target + (top + line) * stride)
      }
    }
  }

  private func blacken(outside visible: Area?, _ changed: inout Region) {
    guard visible != area else { return }
    picture.fill(with: .black)
    changed = .all(of: picture.size)
  }
}
