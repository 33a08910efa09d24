import ReelTestSupport
import Foundation
import ReelCanvas
import ReelGeometry
import Testing

@testable import ReelVideo

@Suite("JPEG")
struct JPEGTests {
  private static func bytes(_ base64: String) throws -> [UInt8] { try [UInt8](#require(Data(base64Encoded: base64))) }

  private static func expected(_ colors: [Pixel]) -> Bitmap {
    var bitmap = Bitmap(width: 32, height: 16)
    for y in 0..<16 { for x in 0..<32 { bitmap[x, y] = colors[y / 8 * 2 + x / 16] } }
    return bitmap
  }

  @Test(
    "Every kind of JPEG that another library writes has its colours",
    arguments: [
      JPEGPictures.baseline, JPEGPictures.progressive, JPEGPictures.subsampled, JPEGPictures.cmyk, JPEGPictures.rgb,
    ])
  func kinds(picture: String) throws {
    let bitmap = try Bitmap(jpeg: Self.bytes(picture))
    let difference = try #require(bitmap.difference(from: Self.expected([.red, .green, .blue, .white])))
    if picture == JPEGPictures.subsampled {
      // The colours of neighbouring fields run into one another; their middles do not.
      #expect(Self.middles(bitmap, areCloseTo: [.red, .green, .blue, .white]))
    } else {
      #expect(difference.largest <= 3, "\(difference)")
    }
  }

  private static func middles(_ bitmap: Bitmap, areCloseTo colors: [Pixel]) -> Bool {
    let expected = expected(colors)
    return [(3, 3), (28, 3), (3, 12), (28, 12)].allSatisfy { x, y in
      let (a, b) = (bitmap[x, y], expected[x, y])
      return zip([a.red, a.green, a.blue], [b.red, b.green, b.blue]).allSatisfy { abs(Int($0) - Int($1)) <= 3 }
    }
  }

  @Test("A grey JPEG has the greys of its file")
  func gray() throws {
    let bitmap = try Bitmap(jpeg: Self.bytes(JPEGPictures.gray))
    let grays = [76, 150, 29, 255].map { Pixel(red: $0, green: $0, blue: $0) }
    #expect(bitmap.isClose(to: Self.expected(grays), tolerance: 1))
  }

  /// A segment of Exif with the orientation alone, as cameras write it, behind the marker that begins the file.
  private static func exif(_ orientation: UInt8, in jpeg: [UInt8], isBigEndian: Bool) -> [UInt8] {
    let little: [UInt8] = [
      0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0, 0, 0, 0, 0,
    ]
    let big: [UInt8] = [
      0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0,
    ]
    let content = Array("Exif".utf8) + [0, 0] + (isBigEndian ? big : little)
    return Array(jpeg[..<2]) + [0xFF, 0xE1, 0, UInt8(content.count + 2)] + content + jpeg[2...]
  }

  @Test("A JPEG is turned upright as its Exif data say", arguments: ImageOrientation.allCases, [false, true])
  func orientation(orientation: ImageOrientation, isBigEndian: Bool) throws {
    let jpeg = try Self.bytes(JPEGPictures.baseline)
    let turned = try Bitmap(jpeg: Self.exif(UInt8(orientation.rawValue), in: jpeg, isBigEndian: isBigEndian))
    #expect(turned == (try Bitmap(jpeg: jpeg).oriented(orientation)))
  }

  @Test("Every cut of a JPEG is refused, and every changed byte is refused or read in its size")
  func damage() throws {
    for picture in [JPEGPictures.baseline, JPEGPictures.progressive] {
      let jpeg = try Self.bytes(picture)
      for end in 0..<jpeg.count - 12 {
        #expect(throws: ImageError.self, "cut at \(end) of \(jpeg.count)") { try Bitmap(jpeg: Array(jpeg[..<end])) }
      }
      for index in jpeg.indices {
        var changed = jpeg
        changed[index] ^= 0x41
        do {
          let read = try Bitmap(jpeg: changed)
          #expect(read.size.area > 0)
        } catch {
          #expect(error is ImageError, "byte \(index): \(error)")
        }
      }
    }
  }

  @Test("A JPEG that says to be too large is refused before memory is taken for it")
  func large() throws {
    var jpeg = try Self.bytes(JPEGPictures.baseline)
    let frame = try #require(jpeg.indices.dropLast().first { jpeg[$0] == 0xFF && jpeg[$0 + 1] == 0xC0 })
    jpeg.replaceSubrange(frame + 5..<frame + 9, with: [0x70, 0, 0x70, 0])
    let error = #expect(throws: ImageError.self) { try Bitmap(jpeg: jpeg) }
    #expect(
      error?.description
        == "the picture can't be read: it claims 28672x28672 pixels, but at most 33554432 are accepted")
  }

  @Test("A file is read by its content, whatever its name")
  func files() async throws {
    try await withFolder { folder in
      let jpeg = try Self.bytes(JPEGPictures.rgb)
      let (wrong, text) = (folder.appending(path: "a.png"), folder.appending(path: "b.jpg"))
      try Data(jpeg).write(to: wrong)
      #expect(try Bitmap(contentsOf: wrong) == Bitmap(jpeg: jpeg))
      let drawn = Self.expected([.red, .green, .blue, .white])
      try drawn.write(pngTo: wrong)
      #expect(try Bitmap(contentsOf: wrong) == drawn)

      let path = text.path(percentEncoded: false)
      func message() -> String? { #expect(throws: ImageError.self) { try Bitmap(contentsOf: text) }?.description }
      #expect(message() == "\(path): no such file; check its name")
      try Data("hello".utf8).write(to: text)
      #expect(message() == "\(path) can't be read: it is not a PNG, JPEG, WebP or AVIF: convert it first")
      try Data(jpeg[..<100]).write(to: text)
      #expect(message()?.hasPrefix("\(path) can't be read: the JPEG ") == true)
      try Data(drawn.pngData()[..<70]).write(to: text)
      #expect(message() == "\(path) can't be read: the file ends too early, within its chunk IDAT")
    }
  }
}
