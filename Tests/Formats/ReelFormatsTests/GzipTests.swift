import Testing

@testable import ReelFormats

@Suite("Gzip")
struct GzipTests {
  /// “ink\n”, packed by gzip 1.12 without a name.
  static let ink: [UInt8] = [
    0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x03, 0xCB, 0xCC, 0xCB, 0xE6, 0x02, 0x00, 0xCD, 0xDA,
    0xFF, 0x43, 0x04, 0x00, 0x00, 0x00,
  ]
  /// A million zero bytes, packed into a thousand: between a head and the checksum nearly all bits are 0.
  static let zeros: [UInt8] =
    [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 2, 3, 0xED, 0xC1, 1, 1, 0, 0, 0, 0x82, 0x20, 0xFF, 0xAF, 0x6E, 0x48, 0x40, 1]
    + Array(repeating: 0, count: 968) + [0xAF, 6, 0x9E, 0xCB, 0x79, 0x12, 0x40, 0x42, 0xF, 0]

  @Test("Members one after the other are one text, and what stands behind the last is passed over")
  func members() throws {
    #expect(try Gzip.unpack(Self.ink, limit: 4) == Array("ink\n".utf8))
    #expect(try Gzip.unpack(Self.ink + Self.ink, limit: 8) == Array("ink\nink\n".utf8))
    #expect(try Gzip.unpack(Self.ink + [0, 0, 0], limit: 4) == Array("ink\n".utf8))
  }

  @Test("A bomb is refused at the limit, not unpacked")
  func bomb() throws {
    #expect(try Gzip.unpack(Self.zeros, limit: 1_000_000).count == 1_000_000)
    #expect(throws: Gzip.Failure.tooLong) { try Gzip.unpack(Self.zeros, limit: 999_999) }
    #expect(throws: Gzip.Failure.tooLong) { try Gzip.unpack(Self.ink + Self.ink, limit: 7) }
  }

  @Test("Data that is cut off anywhere is told from data that is damaged")
  func damage() {
    for length in 2..<Self.ink.count {
      #expect(throws: Gzip.Failure.cutOff, "\(length)") { try Gzip.unpack(Array(Self.ink[..<length]), limit: 100) }
    }
    for index in [2, Self.ink.count - 8, Self.ink.count - 1] {
      var bytes = Self.ink
      bytes[index] ^= 0x55
      #expect(throws: Gzip.Failure.damaged, "\(index)") { try Gzip.unpack(bytes, limit: 100) }
    }
  }

  @Test("Only the two bytes of its mark make a file gzip")
  func recognizes() {
    #expect(Gzip.recognizes(Self.ink))
    #expect(!Gzip.recognizes([0x1F]) && !Gzip.recognizes([]) && !Gzip.recognizes([0x1F, 0x8A, 0]))
  }
}
