import CReelDesktop
import ReelCanvas
import ReelGeometry
import ReelPlatform

/// How the pointer is drawn.
package struct PointerLook: Hashable, Sendable {
  /// Its size, as a multiple of what the program asked for.
  package var scale = 1.0
  /// The colour of its dark parts; nil for its own colours.
  package var color: Color?

  /// Creates the look of a pointer as its program shaped it.
  package init() {}
}

/// The pointer of a screen, which X keeps apart from the screen's picture.
struct ScreenPointer: Equatable {
  /// Its picture, with premultiplied colours, row by row.
  private var pixels: [UInt32] = []
  private var (width, height) = (0, 0)
  /// The pixel of the picture that points.
  private var (hotX, hotY) = (0, 0)
  /// Where it points, in pixels of the film.
  private(set) var (x, y) = (0, 0)

  /// Creates a pointer without a picture.
  init() {}

  /// Creates a pointer with a picture.
  init(pixels: [UInt32], width: Int, height: Int, hotX: Int, hotY: Int) {
    (self.pixels, self.width, self.height, self.hotX, self.hotY) = (pixels, width, height, hotX, hotY)
  }

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

  /// Returns the pointer with another look.
  func drawn(as look: PointerLook) -> ScreenPointer {
    guard look != PointerLook(), let picture else { return self }
    var pointer = self
    (pointer.width, pointer.height) = (
      Int(clamping: (Double(width) * look.scale).rounded(.up)),
      Int(clamping: (Double(height) * look.scale).rounded(.up))
    )
    (pointer.hotX, pointer.hotY) = (
      Int(clamping: (Double(hotX) + 0.5) * look.scale), Int(clamping: (Double(hotY) + 0.5) * look.scale)
    )
    var bitmap = Bitmap(width: pointer.width, height: pointer.height)
    let rect = Rect(x: 0, y: 0, width: Double(width) * look.scale, height: Double(height) * look.scale)
    guard (try? bitmap.draw({ $0.draw(picture, in: rect) })) != nil else { return self }
    pointer.pixels = (0..<pointer.height).flatMap { row in
      (0..<pointer.width).map { column in
        let pixel = bitmap[column, row]
        return Self.packed(look.color.map { Self.tinted(pixel, $0) } ?? pixel)
      }
    }
    return pointer
  }

  /// Gives a premultiplied pixel a colour; white stays white.
  private static func tinted(_ pixel: Pixel, _ color: Color) -> Pixel {
    let alpha = Double(pixel.alpha)
    let light = Double(max(pixel.red, pixel.green, pixel.blue))
    func part(_ value: Double) -> UInt8 { UInt8(clamping: min(alpha, light + (alpha - light) * min(1, max(0, value)))) }
    return Pixel(red: part(color.red), green: part(color.green), blue: part(color.blue), alpha: pixel.alpha)
  }

  private static func packed(_ pixel: Pixel) -> UInt32 {
    UInt32(pixel.alpha) << 24 | UInt32(pixel.red) << 16 | UInt32(pixel.green) << 8 | UInt32(pixel.blue)
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
