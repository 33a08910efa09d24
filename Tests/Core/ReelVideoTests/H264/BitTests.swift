import ReelTestSupport
import Testing

@testable import ReelVideo

@Suite("Bits")
struct BitTests {
  /// Bytes from a text of zeros and ones; spaces are for the reader.
  private func bytes(_ text: String) -> [UInt8] {
    var writer = BitWriter()
    for sign in text where sign != " " { writer.append(sign == "1") }
    return writer.bytes
  }

  @Test(
    "Exp-Golomb codes are those of the standard's table 9-2",
    arguments: [("1", 0), ("010", 1), ("011", 2), ("00100", 3), ("00111", 6), ("0001000", 7), ("0001010", 9)])
  func unsigned(code: String, value: Int) throws {
    var reader = BitReader(bytes(code))
    #expect(try reader.unsigned() == value)
    #expect(reader.position == code.count)
    var writer = BitWriter()
    writer.append(unsigned: value)
    #expect(writer.bytes == bytes(code))
    #expect(writer.count == code.count)
  }

  @Test(
    "Signed codes go 0, 1, −1, 2, −2",
    arguments: [("1", 0), ("010", 1), ("011", -1), ("00100", 2), ("00101", -2), ("00111", -3)])
  func signed(code: String, value: Int) throws {
    var reader = BitReader(bytes(code))
    #expect(try reader.signed() == value)
    var writer = BitWriter()
    writer.append(signed: value)
    #expect(writer.bytes == bytes(code))
  }

  @Test("Numbers of fixed width, and the end of the data")
  func fixed() throws {
    var reader = BitReader(bytes("101 0001 1 1000 0000"))
    #expect(try reader.bits(3) == 5)
    #expect(try reader.bits(4) == 1)
    #expect(reader.hasMoreData)
    #expect(try reader.flag())
    #expect(!reader.hasMoreData)
    #expect(try reader.bits(8) == 0x80)
    #expect(throws: H264Error.truncated) { try reader.flag() }
    #expect(throws: H264Error.truncated) {
      var reader = BitReader([0])
      _ = try reader.unsigned()
    }
    #expect(throws: H264Error.self) {
      var reader = BitReader([0, 0, 0, 0, 0, 0, 0, 0, 0])
      _ = try reader.unsigned()
    }
    #expect(BitReader.endOfData(in: [0x12, 0x80, 0]) == 8)
    #expect(BitReader.endOfData(in: []) == 0)
  }

  @Test("What was written is read again, whatever it is")
  func roundTrip() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var generator = Seeded(seed: seed)
    var writer = BitWriter()
    let values = (0..<500).map { _ in Int.random(in: -70_000...70_000, using: &generator) }
    for value in values {
      writer.append(signed: value)
      writer.append(value & 7, bits: 3)
    }
    writer.appendTrailingBits()
    var reader = BitReader(writer.bytes)
    for value in values {
      #expect(try reader.signed() == value, "seed \(seed)")
      #expect(try reader.bits(3) == value & 7, "seed \(seed)")
    }
    #expect(!reader.hasMoreData)
  }

  @Test("Any run of bits is copied to any offset")
  func copies() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var generator = Seeded(seed: seed)
    let source = (0..<12).map { _ in UInt8.random(in: 0...255, using: &generator) }
    func bit(_ bytes: [UInt8], _ index: Int) -> Bool { bytes[index / 8] >> (7 - index % 8) & 1 == 1 }
    for lead in 0..<9 {
      for start in 0..<20 {
        for end in [start, start + 1, start + 5, start + 7, start + 8, start + 33, 96] {
          var writer = BitWriter()
          writer.append(0x155, bits: lead)
          writer.append(start..<end, of: source)
          writer.append(true)
          #expect(writer.count == lead + end - start + 1)
          #expect(writer.bytes.count == (writer.count + 7) / 8)
          #expect((start..<end).allSatisfy { bit(writer.bytes, lead + $0 - start) == bit(source, $0) }, "seed \(seed)")
          #expect(bit(writer.bytes, writer.count - 1))
        }
      }
    }
  }

  @Test("Emulation prevention comes off and goes on again")
  func emulation() throws {
    let plain: [UInt8] = [0, 0, 0, 7, 0, 0, 1, 0, 0, 3, 0, 0, 4, 0, 0, 2, 9]
    let coded: [UInt8] = [0x65, 0, 0, 3, 0, 7, 0, 0, 3, 1, 0, 0, 3, 3, 0, 0, 4, 0, 0, 3, 2, 9]
    let unit = NALUnit(referenceIDC: 3, kind: .idrSlice, payload: plain)
    #expect(unit.bytes == coded)
    #expect(try NALUnit(coded) == unit)
    #expect(throws: H264Error.truncated) { try NALUnit([]) }
    #expect(throws: H264Error.invalid("forbidden_zero_bit")) { try NALUnit([0x80]) }
    let seed = UInt64.random(in: 0...UInt64.max)
    var generator = Seeded(seed: seed)
    for _ in 0..<200 {
      let payload = (0..<40).map { _ in UInt8.random(in: 0...5, using: &generator) / 2 } + [1]
      let unit = NALUnit(referenceIDC: 0, kind: .slice, payload: payload)
      #expect(try NALUnit(unit.bytes) == unit, "seed \(seed)")
      #expect(NALUnit.ranges(inAnnexB: NALUnit.startCode + unit.bytes) == [4..<4 + unit.bytes.count], "seed \(seed)")
    }
  }

  @Test("Start codes of three and four bytes part the units")
  func annexB() {
    let bytes: [UInt8] = [0, 0, 0, 1, 0x67, 1, 2, 0, 0, 1, 0x68, 3, 0, 0, 0, 1, 0x65]
    #expect(NALUnit.ranges(inAnnexB: bytes) == [4..<7, 10..<12, 16..<17])
    #expect(NALUnit.ranges(inAnnexB: [1, 2, 3]) == [])
    #expect(NALUnit.ranges(inAnnexB: []) == [])
  }
}
