import CReelDesktop
import ReelCanvas
import ReelGeometry
import ReelPlatform

/// The pointer of a screen, which X keeps apart from the screen's picture.
struct ScreenPointer: Equatable {
  /// Its picture, with premultiplied colours, row by row.
  private var pixels: [UInt32] = []
  private var (width, height) = (0, 0)
  /// The pixel of the picture that points.
  private var (hotX, hotY) = (0, 0)
  /// Where it points, in pixels of the film.
  private(set) var (x, y) = (0, 0)

  /// The rectangle of the film that it covers.
  var bounds: Rect {
    Rect(x: Double(x - hotX), y: Double(y - hotY), width: Double(width), height: Double(height))
  }

  /// The pixel of the picture that points.
  var hotSpot: Point { Point(x: Double(hotX), y: Double(hotY)) }

  /// Its picture alone; nil if there is none.
  var picture: Bitmap? {
    guard width > 0, height > 0 else { return nil }
    var bitmap = Bitmap(size: PixelSize(width: width, height: height))
    let stride = bitmap.bytesPerRow
    bitmap.withUnsafeMutableBytes { bytes in
      for row in 0..<height {
        for column in 0..<width {
          bytes.storeBytes(of: pixels[row * width + column], toByteOffset: row * stride + 4 * column, as: UInt32.self)
        }
      }
    }
    return bitmap
  }

  /// Moves it.
  mutating func move(toX x: Int, y: Int) { (self.x, self.y) = (x, y) }

  /// Reads its picture from the server.
  mutating func readPicture(_ connection: XConnection) {
    let cookie = xcb_xfixes_get_cursor_image(connection.raw)
    guard let reply = xcb_xfixes_get_cursor_image_reply(connection.raw, cookie, nil) else { return }
    defer { free(reply) }
    (width, height) = (Int(reply.pointee.width), Int(reply.pointee.height))
    (hotX, hotY) = (Int(reply.pointee.xhot), Int(reply.pointee.yhot))
    pixels = Array(
      UnsafeBufferPointer(
        start: xcb_xfixes_get_cursor_image_cursor_image(reply),
        count: Int(xcb_xfixes_get_cursor_image_cursor_image_length(reply))))
    if pixels.count != width * height { (pixels, width, height) = ([], 0, 0) }
  }

  /// Draws it over a picture.
  func draw(into bitmap: inout Bitmap) {
    let (left, top) = (x - hotX, y - hotY)
    let (stride, size) = (bitmap.bytesPerRow, bitmap.size)
    let columns = max(0, -left)..<max(max(0, -left), min(width, size.width - left))
    let rows = max(0, -top)..<max(max(0, -top), min(height, size.height - top))
    guard !columns.isEmpty, !rows.isEmpty else { return }
    bitmap.withUnsafeMutableBytes { bytes in
      guard let start = bytes.baseAddress else { return }
      for row in rows {
        let line = (start + (top + row) * stride).assumingMemoryBound(to: UInt32.self)
        for column in columns {
          line[left + column] = Self.over(pixels[row * width + column], line[left + column])
        }
      }
    }
  }

  /// Lays a premultiplied pixel over an opaque one.
  static func over(_ upper: UInt32, _ lower: UInt32) -> UInt32 {
    let rest = 255 - upper >> 24
    if rest == 255 { return lower }
    var result: UInt32 = 0xFF00_0000
    for shift: UInt32 in [0, 8, 16] {
      let sum = (upper >> shift & 255) + ((lower >> shift & 255) * rest + 127) / 255
      result |= min(255, sum) << shift
    }
    return result
  }
}
