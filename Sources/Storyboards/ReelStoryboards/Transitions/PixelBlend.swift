import ReelCanvas
import ReelGeometry

/// Blends premultiplied BGRA pixels in integer arithmetic, with the same result on every machine.
enum PixelBlend {
  /// Blends two pixels; the second has the weight `part` of 256.
  @inline(__always)
  static func mixed(_ first: UInt32, _ second: UInt32, _ part: UInt32) -> UInt32 {
    // All four channels, two at a time.
    let even = ((first & 0x00FF_00FF) &* (256 &- part) &+ (second & 0x00FF_00FF) &* part) >> 8
    let odd = ((first >> 8) & 0x00FF_00FF) &* (256 &- part) &+ ((second >> 8) & 0x00FF_00FF) &* part
    return even & 0x00FF_00FF | odd & 0xFF00_FF00
  }

  /// Blends two pixels; the second has a weight from 0 to 1.
  @inline(__always)
  static func mixed(_ first: UInt32, _ second: UInt32, _ part: Double) -> UInt32 {
    mixed(first, second, UInt32(clamping: min(max(0, part), 1) * 256))
  }

  /// A darkened colour.
  @inline(__always)
  static func darkened(_ pixel: UInt32, by part: Double) -> UInt32 {
    part > 0 ? mixed(pixel, pixel & 0xFF00_0000, part) : pixel
  }

  /// The pixel of a colour.
  static func pixel(_ color: Color) -> UInt32 {
    func byte(_ part: Double) -> UInt32 { UInt32(clamping: (min(max(0, part), 1) * 255).rounded()) }
    let alpha = min(max(0, color.alpha), 1)
    return byte(alpha) << 24 | byte(color.red * alpha) << 16 | byte(color.green * alpha) << 8
      | byte(color.blue * alpha)
  }

  /// Blends two pictures of the same size; the second has a weight from 0 to 1.
  static func mixed(_ first: Bitmap, _ second: Bitmap, _ part: Double) -> Bitmap {
    var result = first
    let share = UInt32(clamping: min(max(0, part), 1) * 256)
    second.withUnsafeBytes { source in
      let source = source.bindMemory(to: UInt32.self)
      result.withUnsafeMutableBytes { target in
        let target = target.bindMemory(to: UInt32.self)
        for index in 0..<min(source.count, target.count) {
          target[index] = mixed(target[index], source[index], share)
        }
      }
    }
    return result
  }

  /// Returns a picture scaled about its middle, in its own size; what it does not cover continues its edges.
  static func scaled(_ picture: Bitmap, by factor: Double) -> Bitmap {
    guard factor != 1 else { return picture }
    var result = picture
    let (width, height, stride) = (picture.width, picture.height, picture.bytesPerRow)
    picture.withUnsafeBytes { source in
      let reader = PageReader(source, size: picture.size, bytesPerRow: stride)
      result.withUnsafeMutableBytes { target in
        for y in 0..<height {
          let row = UnsafeMutableRawBufferPointer(rebasing: target[(y * stride)..<(y * stride + 4 * width)])
            .bindMemory(to: UInt32.self)
          let down = (Double(y) + 0.5 - Double(height) / 2) / factor + Double(height) / 2
          for x in 0..<width {
            let across = (Double(x) + 0.5 - Double(width) / 2) / factor + Double(width) / 2
            row[x] = reader.sample(at: Point(x: across, y: down))
          }
        }
      }
    }
    return result
  }

  /// Blends a picture with a colour, which has a weight from 0 to 1.
  static func mixed(_ picture: Bitmap, _ color: UInt32, _ part: Double) -> Bitmap {
    var result = picture
    let share = UInt32(clamping: min(max(0, part), 1) * 256)
    result.withUnsafeMutableBytes { target in
      let target = target.bindMemory(to: UInt32.self)
      for index in target.indices { target[index] = mixed(target[index], color, share) }
    }
    return result
  }
}
