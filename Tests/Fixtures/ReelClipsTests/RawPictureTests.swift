import Foundation
import ReelCanvas
import ReelGeometry
import ReelTestSupport
import Testing

@testable import ReelClips
@testable import ReelVideo

@Suite("Raw pictures")
struct RawPictureTests {
  @Test("White, black, red, green and blue have the numbers of BT.709")
  func colors() throws {
    func samples(_ red: UInt8, _ green: UInt8, _ blue: UInt8, _ format: String) throws -> [UInt8] {
      try RawPicture(
        Bitmap(size: PixelSize(width: 1, height: 1), red: red, green: green, blue: blue), format: format
      ).bytes
    }
    #expect(try samples(255, 255, 255, "yuv444p") == [235, 128, 128])
    #expect(try samples(0, 0, 0, "yuv444p") == [16, 128, 128])
    #expect(try samples(255, 0, 0, "yuv444p") == [63, 102, 240])
    #expect(try samples(0, 255, 0, "yuv444p") == [173, 42, 26])
    #expect(try samples(0, 0, 255, "yuv444p") == [32, 240, 118])
    #expect(try samples(255, 255, 255, "yuvj444p") == [255, 128, 128])
    #expect(try samples(255, 0, 0, "yuvj444p") == [54, 99, 255])
    #expect(try samples(255, 255, 255, "yuv444p10le") == [0xac, 3, 0, 2, 0, 2])
    #expect(try samples(0, 0, 0, "gray") == [0])
    #expect(try samples(255, 255, 255, "gray") == [255])
    #expect(try samples(1, 2, 3, "rgb24") == [1, 2, 3])
    #expect(try samples(1, 2, 3, "bgra") == [3, 2, 1, 255])
    #expect(try samples(1, 2, 3, "0rgb") == [0, 1, 2, 3])
    #expect(try samples(1, 2, 3, "gbrp") == [2, 3, 1])
  }

  @Test("Codecs that fix the matrix get BT.601: red, green and blue have the numbers of JPEG")
  func fixedMatrix() async throws {
    try await withFolder { folder in
      func samples(_ red: UInt8, _ green: UInt8, _ blue: UInt8, _ name: String, _ codec: String) throws -> [UInt8] {
        let size = PixelSize(width: 16, height: 16)
        let writer = try ClipWriter(
          to: folder.appending(path: name).path,
          configuration: ClipConfiguration(size: size, frameRate: 25, codec: codec))
        defer { writer.cancel() }
        let picture = try writer.picture(of: Bitmap(size: size, red: red, green: green, blue: blue))
        return [0, 256, 320].map { picture.bytes[$0] }
      }
      let red = try samples(255, 0, 0, "red.avi", "mjpeg")
      #expect(red == [76, 85, 255])
      let green = try samples(0, 255, 0, "green.avi", "mjpeg")
      #expect(green == [150, 44, 21])
      let blue = try samples(0, 0, 255, "blue.avi", "mjpeg")
      #expect(blue == [29, 255, 107])
      let fixed = try samples(255, 0, 0, "fixed.webm", "vp8")
      #expect(fixed == [81, 90, 240])
      let free = try samples(255, 0, 0, "free.webm", "vp9")
      #expect(free == [63, 102, 240])
    }
  }

  @Test("Chroma lies on the left column, and beyond the edge the last pixel counts again")
  func chromaPosition() throws {
    // Red in column 2 alone of five; its two neighbours in the pairs see a quarter, a half, nothing.
    var bitmap = Bitmap(size: PixelSize(width: 5, height: 1), red: 0, green: 0, blue: 0)
    bitmap[2, 0] = Pixel(red: 255, green: 0, blue: 0)
    let picture = try RawPicture(bitmap, format: "yuv420p")
    #expect(picture.bytes == [16, 16, 63, 16, 16, 128, 115, 128, 128, 184, 128])
    let centred = try RawPicture(bitmap, format: "yuvj422p")
    #expect(centred.bytes == [0, 0, 54, 0, 0, 128, 113, 128, 128, 192, 128])
  }

  @Test("All portable formats come back near what they were", arguments: RawPicture.portableFormats)
  func roundTrip(format: String) throws {
    let size = PixelSize(width: 24, height: 18)
    var bitmap = Bitmap(size: size)
    // Colours in blocks, so that coarse chroma loses nothing inside them.
    let colors = [(0, 0, 0), (255, 255, 255), (255, 0, 0), (0, 204, 0), (51, 51, 255), (128, 128, 128)]
    for (number, color) in colors.enumerated() {
      let pixel = Pixel(red: UInt8(color.0), green: UInt8(color.1), blue: UInt8(color.2))
      for x in number * 4..<number * 4 + 4 {
        for y in 0..<18 { bitmap[x, y] = pixel }
      }
    }
    let picture = try RawPicture(bitmap, format: format)
    #expect(picture.isPortable)
    let layout = try #require(RawLayout.named(format))
    #expect(picture.bytes.count == layout.byteCount(of: size))
    #expect(try RawPicture(size: size, format: format, bytes: picture.bytes) == picture)
    let back = try picture.bitmap()
    let gray = try picture.gray()
    for (number, color) in colors.enumerated() {
      let pixel = back[number * 4 + 2, 9]
      let luma = (2126 * color.0 + 7152 * color.1 + 722 * color.2) / 10_000
      #expect(abs(Int(gray[9 * 24 + number * 4 + 1]) - luma) <= (format == "pal8" ? 4 : 2), "\(color)")
      guard !format.hasPrefix("gray") else { continue }
      let distance = max(
        abs(Int(pixel.red) - color.0), abs(Int(pixel.green) - color.1), abs(Int(pixel.blue) - color.2))
      #expect(distance <= (format == "pal8" ? 4 : 3), "\(color) is \(pixel)")
      #expect(pixel.alpha == 255)
    }
  }

  @Test("The samples of portable formats never change", arguments: goldenHashes)
  func golden(format: String, hash: String) throws {
    #expect(try RawPicture(.clip(5, PixelSize(width: 37, height: 23)), format: format).md5 == hash)
  }

  @Test("Other formats go through swscale, and say so")
  func scaled() throws {
    let bitmap = Bitmap(size: PixelSize(width: 16, height: 8), red: 255, green: 255, blue: 255)
    let picture = try RawPicture(bitmap, format: "yuv410p")
    #expect(!picture.isPortable)
    #expect(picture.bytes.prefix(128).allSatisfy { $0 == 235 })
    #expect(try picture.bitmap()[3, 3] == Pixel(red: 255, green: 255, blue: 255))
    #expect(try picture.gray().allSatisfy { $0 >= 254 })
  }

  @Test("Unknown formats and wrong lengths are refused")
  func refused() {
    let size = PixelSize(width: 4, height: 4)
    #expect(throws: InvalidValue.self) { try RawPicture(Bitmap(size: size), format: "yuv421p") }
    #expect(throws: InvalidValue.self) { try RawPicture(Bitmap(size: size), format: "vaapi") }
    #expect(throws: InvalidValue.self) { try RawPicture(size: size, format: "gray", bytes: [1, 2, 3]) }
  }

  @Test("Luma and chroma are the exact values, rounded", arguments: [8, 10])
  func exact(bits: Int) {
    var random = Seeded()
    let scale = ColorMatrix.Scale(bits: bits, isFullRange: false)
    let unit = Double(1 << (bits - 8))
    for _ in 0..<2000 {
      let (r, g, b) = (
        Int.random(in: 0...255, using: &random), Int.random(in: 0...255, using: &random),
        Int.random(in: 0...255, using: &random)
      )
      let light = (0.2126 * Double(r) + 0.7152 * Double(g) + 0.0722 * Double(b)) / 255
      let luma = ColorMatrix.bt709.luma(r, g, b, scale)
      #expect(abs(Double(luma) - unit * (16 + 219 * light)) <= 0.500001, "\(random)")
      let (blue, red) = ColorMatrix.bt709.chroma(8 * r, 8 * g, 8 * b, scale)
      #expect(abs(Double(blue) - unit * (128 + 224 * (Double(b) / 255 - light) / 1.8556)) <= 0.500001, "\(random)")
      #expect(abs(Double(red) - unit * (128 + 224 * (Double(r) / 255 - light) / 1.5748)) <= 0.500001, "\(random)")
    }
  }
}

/// A format and the MD5 of a picture in it, computed with fractions by another program: samples must be the same everywhere.
private let goldenHashes: [(String, String)] = [
  ("yuv420p", "bf4f659d74cf03ba8221a9a8dd17cac2"),
  ("yuvj420p", "7a3c83012341226fc335947abe4b603e"),
  ("yuv422p10le", "a44cd22598cdbe006d414e3dc51f5a2b"),
  ("yuv444p", "ec4a8772b51da83eaf91766edd102f40"),
  ("nv12", "84b3decd04aeca5ec3e02c967b80a761"),
  ("rgb24", "283b8106a30c9def03c96ec09446c41f"),
  ("gbrp", "6c35a23cf541d86a28d32f80204058fe"),
  ("gray", "58e545033bedeb5c4e8a8a4a9c2122ac"),
  ("pal8", "836cda2f844f4d63c04a47764a1b2737"),
]
