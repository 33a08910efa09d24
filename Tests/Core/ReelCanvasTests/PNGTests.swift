import ReelGeometry
import ReelPlatform
import ReelTestSupport
import Testing

@testable import ReelCanvas

@Suite struct PNGTests {
  @Test("A bitmap comes back from PNG as it was, transparent parts too", arguments: [1, 16, 37])
  func roundTrip(width: Int) throws {
    var random = Seeded()
    let bitmap = Bitmap.random(width, 20, using: &random)
    #expect(try Bitmap(png: bitmap.pngData()) == bitmap, "\(random)")
  }

  @Test("Colours in the file are not multiplied by alpha")
  func unpremultiplied() throws {
    let image = try Bitmap(png: halfRed)
    #expect(image.size == PixelSize(width: 1, height: 1))
    #expect(image[0, 0] == Pixel(red: 128, green: 0, blue: 0, alpha: 128))
  }

  @Test("Bytes that are no PNG are refused", arguments: [[], [1, 2, 3], Array("GIF89a".utf8)] as [[UInt8]])
  func foreign(bytes: [UInt8]) {
    let error = #expect(throws: CairoError.self) { try Bitmap(png: bytes) }
    #expect(error?.code == .pngError)
    #expect(error?.description == "cannot read PNG: these bytes are not a PNG")
  }

  @Test("A PNG cut off anywhere is refused")
  func truncated() throws {
    var random = Seeded()
    let png = try Bitmap.random(9, 9, using: &random).pngData()
    for count in stride(from: 8, to: png.count - 12, by: 7) {
      #expect(throws: CairoError.self, "\(count) bytes, \(random)") { try Bitmap(png: Array(png.prefix(count))) }
    }
  }

  @Test("A file is written whole and read back, and replaces what was there")
  func file() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("ReelCanvas-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appendingPathComponent("picture.png")
    for picture in ["rgb\nwk.", "k"] {
      try Bitmap(picture).write(pngTo: url)
      #expect(try Bitmap(pngAt: url).colorPicture == picture)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["picture.png"])
    }
  }

  @Test("A folder that is not there gives an error, for writing and reading")
  func missingFolder() {
    let url = URL(fileURLWithPath: "/nowhere/at/all/picture.png")
    #expect(throws: (any Error).self) { try Bitmap(width: 1, height: 1).write(pngTo: url) }
    #expect(throws: (any Error).self) { try Bitmap(pngAt: url) }
  }

  /// One pixel of RGBA (255, 0, 0, 128), the image data stored without compression.
  private var halfRed: [UInt8] {
    [
      0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A,
      0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 1, 0, 0, 0, 1, 8, 6, 0, 0, 0, 0x1F, 0x15, 0xC4, 0x89,
      0x00, 0x00, 0x00, 0x10, 0x49, 0x44, 0x41, 0x54, 0x78, 0x01, 0x01, 0x05, 0x00, 0xFA, 0xFF, 0x00,
      0xFF, 0x00, 0x00, 0x80, 0x04, 0x81, 0x01, 0x80, 0x19, 0x2F, 0x85, 0xB0,
      0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82,
    ]
  }
}
