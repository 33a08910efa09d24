/// The MD5 checksum, by which files that Reel made are known again, and `framemd5` knows pictures.
///
/// It tells accidents and changes, not attacks. As RFC 1321 (R. Rivest, 1992) has it.
package enum MD5 {
  /// The left rotations of each round, four that take turns.
  private static let rotations: [UInt32] = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21]

  /// ⌊2³² |sin i|⌋ for i from 1 to 64, which section 3.4 of the RFC calls T.
  private static let sines: [UInt32] = [
    0xd76a_a478, 0xe8c7_b756, 0x2420_70db, 0xc1bd_ceee, 0xf57c_0faf, 0x4787_c62a, 0xa830_4613, 0xfd46_9501,
    0x6980_98d8, 0x8b44_f7af, 0xffff_5bb1, 0x895c_d7be, 0x6b90_1122, 0xfd98_7193, 0xa679_438e, 0x49b4_0821,
    0xf61e_2562, 0xc040_b340, 0x265e_5a51, 0xe9b6_c7aa, 0xd62f_105d, 0x0244_1453, 0xd8a1_e681, 0xe7d3_fbc8,
    0x21e1_cde6, 0xc337_07d6, 0xf4d5_0d87, 0x455a_14ed, 0xa9e3_e905, 0xfcef_a3f8, 0x676f_02d9, 0x8d2a_4c8a,
    0xfffa_3942, 0x8771_f681, 0x6d9d_6122, 0xfde5_380c, 0xa4be_ea44, 0x4bde_cfa9, 0xf6bb_4b60, 0xbebf_bc70,
    0x289b_7ec6, 0xeaa1_27fa, 0xd4ef_3085, 0x0488_1d05, 0xd9d4_d039, 0xe6db_99e5, 0x1fa2_7cf8, 0xc4ac_5665,
    0xf429_2244, 0x432a_ff97, 0xab94_23a7, 0xfc93_a039, 0x655b_59c3, 0x8f0c_cc92, 0xffef_f47d, 0x8584_5dd1,
    0x6fa8_7e4f, 0xfe2c_e6e0, 0xa301_4314, 0x4e08_11a1, 0xf753_7e82, 0xbd3a_f235, 0x2ad7_d2bb, 0xeb86_d391,
  ]

  /// Returns the checksum of bytes in 32 hexadecimal digits.
  package static func text(of bytes: [UInt8]) -> String { bytes.withUnsafeBytes(text) }

  /// Returns the checksum of bytes in 32 hexadecimal digits.
  package static func text(of bytes: UnsafeRawBufferPointer) -> String {
    var state = SIMD4<UInt32>(0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476)
    let whole = bytes.count & ~63
    add(UnsafeRawBufferPointer(rebasing: bytes[..<whole]), to: &state)
    // The end: a bit that is set, zeros, and the length in bits.
    var end = Array(bytes[whole...])
    end.append(0x80)
    end += [UInt8](repeating: 0, count: (120 - end.count) % 64)
    let bits = UInt64(truncatingIfNeeded: bytes.count) << 3
    end += (0..<8).map { UInt8(truncatingIfNeeded: bits >> (8 * $0)) }
    end.withUnsafeBytes { add($0, to: &state) }
    let digits = Array("0123456789abcdef".utf8)
    let sum = (0..<16).map { UInt8(truncatingIfNeeded: state[$0 / 4] >> (8 * UInt32($0 % 4))) }
    return String(decoding: sum.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  /// Takes in blocks of 64 bytes.
  private static func add(_ blocks: UnsafeRawBufferPointer, to state: inout SIMD4<UInt32>) {
    sines.withUnsafeBufferPointer { sines in
      rotations.withUnsafeBufferPointer { rotations in
        for block in stride(from: 0, to: blocks.count, by: 64) {
          var (a, b, c, d) = (state[0], state[1], state[2], state[3])
          for step in 0..<64 {
            let mixed: UInt32
            let word: Int
            switch step >> 4 {
            case 0: (mixed, word) = (d ^ (b & (c ^ d)), step)
            case 1: (mixed, word) = (c ^ (d & (b ^ c)), (5 &* step &+ 1) & 15)
            case 2: (mixed, word) = (b ^ c ^ d, (3 &* step &+ 5) & 15)
            default: (mixed, word) = (c ^ (b | ~d), (7 &* step) & 15)
            }
            let input = UInt32(littleEndian: blocks.loadUnaligned(fromByteOffset: block &+ 4 &* word, as: UInt32.self))
            let sum = a &+ mixed &+ sines[step] &+ input
            let turn = rotations[(step >> 4) &* 4 &+ (step & 3)]
            (a, d, c, b) = (d, c, b, b &+ (sum &<< turn | sum &>> (32 &- turn)))
          }
          state &+= SIMD4(a, b, c, d)
        }
      }
    }
  }
}
