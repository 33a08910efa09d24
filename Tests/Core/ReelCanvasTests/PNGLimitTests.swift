import ReelGeometry
import Testing

@testable import ReelCanvas

@Suite("PNG files that promise too much")
struct PNGLimitTests {
  /// The signature and the first chunk; its checksum is looked at later.
  private static func head(_ width: UInt32, _ height: UInt32, depth: UInt8 = 8, type: UInt8 = 6) -> [UInt8] {
    func bytes(_ number: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) } }
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8) + bytes(width)
      + bytes(height) + [depth, type, 0, 0, 0, 0, 0, 0, 0]
  }

  @Test(
    "More pixels than are read are refused",
    arguments: [(32_767, 32_767), (32_768, 1), (0, 1), (5793, 5793), (.max, .max)])
  func pixels(width: UInt32, height: UInt32) {
    let error = #expect(throws: CairoError.self) { try PNGHeader(Self.head(width, height)) }
    #expect(error?.code == .invalidSize)
    #expect(error?.message == "it claims \(width)x\(height) pixels, but at most 33554432 are accepted")
  }

  @Test("A picture that the bytes cannot hold is refused before memory is taken for it")
  func bomb() {
    let bytes = Self.head(5000, 5000)
    let error = #expect(throws: CairoError.self) { try Bitmap(png: bytes) }
    #expect(error?.code == .pngError)
    #expect(error?.message == "it claims 5000x5000 pixels, more than its 33 bytes can hold")
  }

  @Test("The best that deflate can do is let through")
  func flat() throws {
    let bitmap = Bitmap(width: 2000, height: 2000)
    let bytes = try bitmap.pngData()
    #expect(bytes.count < 2000 * 2000 * 4 / 200)
    #expect(try Bitmap(png: bytes) == bitmap)
  }

  @Test("A damaged header is refused", arguments: [4, 8, 12, 13, 24, 25])
  func damaged(index: Int) {
    var bytes = Self.head(2, 2)
    bytes[index] = 99
    #expect(throws: CairoError.self) { try PNGHeader(bytes) }
    #expect(throws: CairoError.self) { try PNGHeader(Array(Self.head(2, 2).prefix(index))) }
  }

  /// A chunk with its right checksum, of the letters and data given.
  private static func chunk(_ name: String, _ data: [UInt8] = []) -> [UInt8] {
    var sum = UInt32.max
    for byte in Array(name.utf8) + data {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 0 ? sum >> 1 : sum >> 1 ^ 0xEDB8_8320 }
    }
    func bytes(_ number: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) } }
    return bytes(UInt32(data.count)) + Array(name.utf8) + data + bytes(~sum)
  }

  /// What is said of a picture of 2x2 pixels with the chunks given behind its header.
  private static func fault(type: UInt8 = 6, _ chunks: [UInt8]...) -> String? {
    let header = Array(head(2, 2, type: type)[..<8]) + chunk("IHDR", [0, 0, 0, 2, 0, 0, 0, 2, 8, type, 0, 0, 0])
    let error = #expect(throws: CairoError.self) { try Bitmap(png: header + chunks.joined()) }
    #expect(error?.code == .pngError)
    return error?.message
  }

  @Test("A PNG that can't be read says what is wrong with it, and never that memory ran out")
  func faults() throws {
    let bitmap = Bitmap(width: 2, height: 2)
    let png = try bitmap.pngData()
    let (data, end) = (Array(png[33..<png.count - 12]), Self.chunk("IEND"))
    #expect(Array(png.suffix(12)) == end)
    #expect(Self.fault(end) == "it has no image data")
    #expect(Self.fault() == "it has no image data")
    #expect(Self.fault(Self.chunk("IDAT"), end) == "it has no image data")
    #expect(Self.fault(data) == "the file ends too early: its last chunk, IEND, is missing")
    #expect(Self.fault(Array(data.dropLast())) == "the file ends too early, within its chunk \(Self.lastName(data))")
    #expect(Self.fault(data, [0, 0, 0]) == "the file ends too early, within a chunk")
    #expect(Self.fault(type: 3, data, end) == "its pixels refer to a palette, but it has none")
    #expect(Self.fault(Self.chunk("IDAT", [1, 2, 3, 4]), end) == "its image data is damaged")
    var flipped = Self.chunk("IDAT", [1, 2, 3, 4])
    flipped[9] ^= 1
    #expect(Self.fault(flipped, end) == "its chunk IDAT is damaged: the checksum is wrong")
  }

  /// The name of the last chunk of several.
  private static func lastName(_ chunks: [UInt8]) -> String {
    var (rest, name) = (chunks[...], "")
    while rest.count >= 12 {
      name = String(decoding: rest.dropFirst(4).prefix(4), as: UTF8.self)
      rest = rest.dropFirst(12 + rest.prefix(4).reduce(0) { $0 << 8 | Int($1) })
    }
    return name
  }

  @Test("Every cut of a picture, and every changed byte of its first hundred, is read or refused")
  func cuts() throws {
    var bitmap = Bitmap(width: 7, height: 5)
    bitmap.fill(with: Pixel(red: 9, green: 99, blue: 199))
    let bytes = try bitmap.pngData()
    for end in 0..<bytes.count - 12 { #expect(throws: CairoError.self) { try Bitmap(png: Array(bytes[..<end])) } }
    for index in 0..<min(100, bytes.count) {
      var changed = bytes
      changed[index] ^= 0x41
      let read = try? Bitmap(png: changed)
      #expect(read == nil || read?.size == bitmap.size)
    }
  }
}
