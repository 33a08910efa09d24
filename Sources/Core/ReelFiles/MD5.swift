import ReelPlatform

/// The MD5 checksum, which identifies files that Reel made, and pictures in `framemd5`.
///
/// MD5 detects accidents and changes, not attacks. The algorithm is specified in RFC 1321 (R. Rivest, 1992).
package enum MD5 {
  /// ⌊2³² |sin i|⌋ for i from 1 to 64: table T in section 3.4 of the RFC.
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

  /// Returns the checksum of bytes as 32 hexadecimal digits.
  package static func text(of bytes: [UInt8]) -> String { bytes.withUnsafeBytes(text) }

  /// Returns the checksum of bytes as 32 hexadecimal digits.
  package static func text(of bytes: UnsafeRawBufferPointer) -> String {
    var sum = Sum()
    sum.add(bytes)
    return sum.text
  }

  /// Returns the checksum of a file, which is read piece by piece.
  package static func text(ofFile path: String) throws(BoundedFile.Failure) -> String {
    let file = try BoundedFile.open(path)
    defer { fclose(file) }
    var (sum, piece) = (Sum(), [UInt8](repeating: 0, count: 1 << 16))
    while case let count = fread(&piece, 1, piece.count, file), count > 0 {
      piece.withUnsafeBytes { sum.add(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    }
    guard ferror(file) == 0 else { throw .unread(SystemError(errno, "fread").message) }
    return sum.text
  }

  /// The checksum of bytes that come piece by piece.
  private struct Sum {
    private var state = SIMD4<UInt32>(0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476)
    /// The last bytes, fewer than a block.
    private var end: [UInt8] = []
    private var byteCount = 0

    mutating func add(_ bytes: UnsafeRawBufferPointer) {
      byteCount += bytes.count
      var bytes = bytes
      if !end.isEmpty {
        let missing = min(64 - end.count, bytes.count)
        end += bytes[..<missing]
        bytes = UnsafeRawBufferPointer(rebasing: bytes[missing...])
        guard end.count == 64 else { return }
        end.withUnsafeBytes { MD5.add($0, to: &state) }
        end = []
      }
      let whole = bytes.count & ~63
      MD5.add(UnsafeRawBufferPointer(rebasing: bytes[..<whole]), to: &state)
      end += bytes[whole...]
    }

    /// The checksum in 32 hexadecimal digits.
    var text: String {
      var (state, end) = (state, end)
      // The padding: a 1 bit, zeros, and the length in bits.
      end.append(0x80)
      end += [UInt8](repeating: 0, count: (120 - end.count) % 64)
      let bits = UInt64(truncatingIfNeeded: byteCount) << 3
      end += (0..<8).map { UInt8(truncatingIfNeeded: bits >> (8 * $0)) }
      end.withUnsafeBytes { MD5.add($0, to: &state) }
      let digits = Array("0123456789abcdef".utf8)
      let sum = (0..<16).map { UInt8(truncatingIfNeeded: state[$0 / 4] >> (8 * UInt32($0 % 4))) }
      return String(decoding: sum.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
  }

  /// Processes blocks of 64 bytes.
  private static func add(_ blocks: UnsafeRawBufferPointer, to state: inout SIMD4<UInt32>) {
    sines.withUnsafeBufferPointer { sines in
      var offset = 0
      while offset < blocks.count {
        let block = Block(bytes: blocks, offset: offset, sines: sines)
        var sums = (a: state[0], b: state[1], c: state[2], d: state[3])
        block.round(&sums, first: 0, word: (0, 1), turns: (7, 12, 17, 22)) { b, c, d in d ^ (b & (c ^ d)) }
        block.round(&sums, first: 16, word: (1, 5), turns: (5, 9, 14, 20)) { b, c, d in c ^ (d & (b ^ c)) }
        block.round(&sums, first: 32, word: (5, 3), turns: (4, 11, 16, 23)) { b, c, d in b ^ c ^ d }
        block.round(&sums, first: 48, word: (0, 7), turns: (6, 10, 15, 21)) { b, c, d in c ^ (b | ~d) }
        state &+= SIMD4(sums.a, sums.b, sums.c, sums.d)
        offset += 64
      }
    }
  }

  /// 64 bytes of input.
  private struct Block {
    let bytes: UnsafeRawBufferPointer
    let offset: Int
    let sines: UnsafeBufferPointer<UInt32>

    /// Performs sixteen steps.
    ///
    /// The function is inlined for each of the four rounds: tables of their differences would be three times as slow.
    ///
    /// - Parameters:
    ///   - first: the number of the first step.
    ///   - word: the index of the first word, and the increment for each step.
    ///   - turns: the rotations, used in turn.
    @inline(__always)
    func round(
      _ sums: inout (a: UInt32, b: UInt32, c: UInt32, d: UInt32), first: Int, word: (first: Int, step: Int),
      turns: (UInt32, UInt32, UInt32, UInt32), mix: (UInt32, UInt32, UInt32) -> UInt32
    ) {
      var (a, b, c, d) = sums
      for index in stride(from: 0, to: 16, by: 4) {
        a = b &+ rotated(a &+ mix(b, c, d) &+ input(first, index, word), turns.0)
        d = a &+ rotated(d &+ mix(a, b, c) &+ input(first, index &+ 1, word), turns.1)
        c = d &+ rotated(c &+ mix(d, a, b) &+ input(first, index &+ 2, word), turns.2)
        b = c &+ rotated(b &+ mix(c, d, a) &+ input(first, index &+ 3, word), turns.3)
      }
      sums = (a, b, c, d)
    }

    @inline(__always)
    private func rotated(_ value: UInt32, _ turn: UInt32) -> UInt32 { value &<< turn | value &>> (32 &- turn) }

    /// The word that a step reads, and its sine.
    @inline(__always)
    private func input(_ first: Int, _ index: Int, _ word: (first: Int, step: Int)) -> UInt32 {
      let number = (word.first &+ index &* word.step) & 15
      let bytes = bytes.loadUnaligned(fromByteOffset: offset &+ 4 &* number, as: UInt32.self)
      return UInt32(littleEndian: bytes) &+ sines[first &+ index]
    }
  }
}
