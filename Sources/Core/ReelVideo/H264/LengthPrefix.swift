import CReelFFmpeg

/// The form of pictures in MP4 and QuickTime: each unit is preceded by its length instead of a start code (ISO/IEC
/// 14496-15, 5.3).
///
/// FFmpeg's muxers convert while writing. If the resulting sizes are known beforehand, the index can be laid out
/// first.
package enum LengthPrefix {
  /// The size of a length in bytes.
  private static let size = 4

  /// Returns the size of a picture with length prefixes, given its units with start codes (Annex B).
  package static func byteCount(ofAnnexB bytes: UnsafeRawBufferPointer) -> Int {
    var count = 0
    forEachUnit(in: bytes) { count += size + $0.count }
    return count
  }

  /// Replaces the start codes of a packet with lengths; nothing else may reference its bytes.
  package static func convert(_ packet: borrowing Packet) throws(FFmpegError) {
    guard let data = packet.pointer.pointee.data else { return }
    let bytes = UnsafeMutableRawBufferPointer(start: data, count: Int(packet.pointer.pointee.size))
    var units: [Range<Int>] = []
    var hasRoom = true
    forEachUnit(in: UnsafeRawBufferPointer(bytes)) { unit in
      hasRoom = hasRoom && unit.lowerBound - (units.last?.upperBound ?? 0) == size
      units.append(unit)
    }
    if hasRoom, units.last?.upperBound == bytes.count {
      for unit in units { write(unit.count, to: bytes, at: unit.lowerBound - size) }
      return
    }
    let converted = try Packet()
    try check(
      av_new_packet(converted.pointer, Int32(units.reduce(0) { $0 + size + $1.count })), "av_new_packet")
    let target = UnsafeMutableRawBufferPointer(
      start: converted.pointer.pointee.data, count: Int(converted.pointer.pointee.size))
    var end = 0
    for unit in units {
      write(unit.count, to: target, at: end)
      UnsafeMutableRawBufferPointer(rebasing: target[(end + size)...])
        .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[unit]))
      end += size + unit.count
    }
    try check(av_packet_copy_props(converted.pointer, packet.pointer), "av_packet_copy_props")
    av_packet_unref(packet.pointer)
    av_packet_move_ref(packet.pointer, converted.pointer)
  }

  private static func write(_ length: Int, to bytes: UnsafeMutableRawBufferPointer, at index: Int) {
    bytes.storeBytes(of: UInt32(length).bigEndian, toByteOffset: index, as: UInt32.self)
  }

  /// Finds the units as FFmpeg's muxer does: zeros before a start code belong to no unit, except those that it leaves
  /// in the previous one.
  ///
  /// The corresponding C function is `ff_avc_parse_nal_units`, which is not public.
  private static func forEachUnit(in bytes: UnsafeRawBufferPointer, _ body: (Range<Int>) -> Void) {
    var start = startCode(in: bytes, from: 0)
    while true {
      while start < bytes.count, bytes[start] == 0 { start += 1 }
      // The 1 that ends the start code.
      start += 1
      guard start < bytes.count else { return }
      let end = startCode(in: bytes, from: start)
      body(start..<end)
      start = end
    }
  }

  /// Returns the position of the next start code, including the zero before it if there is one, or the end.
  private static func startCode(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
    guard let base = bytes.baseAddress else { return bytes.count }
    var index = start
    // Pictures are long and have few start codes.
    while index + 34 <= bytes.count {
      let first = startCodes(base + index) | startCodes(base + index + 8)
      if first | startCodes(base + index + 16) | startCodes(base + index + 24) != 0 { break }
      index += 32
    }
    while index + 10 <= bytes.count, startCodes(base + index) == 0 { index += 8 }
    while index + 2 < bytes.count {
      if bytes[index] == 0, bytes[index + 1] == 0, bytes[index + 2] == 1 {
        return index > start && bytes[index - 1] == 0 ? index - 1 : index
      }
      index += 1
    }
    return bytes.count
  }

  /// Returns 0 if none of eight bytes begins the sequence 0, 0, 1.
  @inline(__always)
  private static func startCodes(_ bytes: UnsafeRawPointer) -> UInt64 {
    let ones = 0x0101_0101_0101_0101 as UInt64
    // A byte of this is 0 where all three bytes match.
    let differences =
      bytes.loadUnaligned(as: UInt64.self) | (bytes + 1).loadUnaligned(as: UInt64.self)
      | ((bytes + 2).loadUnaligned(as: UInt64.self) ^ ones)
    return (differences &- ones) & ~differences & 0x8080_8080_8080_8080
  }
}
