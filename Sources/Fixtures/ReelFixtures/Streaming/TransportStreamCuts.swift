import ReelGeometry

/// Where an MPEG transport stream (ISO/IEC 13818-1) can be cut, so that each part can be decoded without the others.
struct TransportStreamCuts {
  private static let packet = 188
  private static let associations = 0
  private static let services = 0x11

  /// The offsets of the tables in front of each picture at which decoding can begin, in bytes.
  private(set) var offsets: [Int] = []

  /// Looks through a stream whose writer repeats its tables in front of each keyframe, as FFmpeg's does.
  ///
  /// - Parameter bytes: the stream, in packets of 188 bytes.
  init(_ bytes: [UInt8]) {
    var (map, clock) = (Int?.none, Int?.none)
    // Where a run of tables began; nil behind other packets.
    var tables: Int?
    for start in stride(from: 0, through: bytes.count - Self.packet, by: Self.packet) {
      let packet = bytes[start..<start + Self.packet]
      guard packet[start] == 0x47 else { return }
      let id = Int(packet[start + 1] & 0x1F) << 8 | Int(packet[start + 2])
      let isBeginning = packet[start + 1] & 0x40 != 0
      if id == Self.associations || id == Self.services || id == map {
        tables = tables ?? start
        if id == Self.associations, isBeginning { map = Self.identifier(packet, behind: 10) ?? map }
        if id == map, isBeginning { clock = Self.identifier(packet, behind: 8) ?? clock }
        continue
      }
      // The pictures carry the clock. A field before the payload says that decoding can begin.
      let hasField = packet[start + 3] & 0x20 != 0 && packet[start + 4] > 0
      if id == clock, isBeginning, hasField, packet[start + 5] & 0x40 != 0, let tables { offsets.append(tables) }
      tables = nil
    }
  }

  /// The identifier of 13 bits so many bytes behind the beginning of a table.
  private static func identifier(_ packet: ArraySlice<UInt8>, behind offset: Int) -> Int? {
    guard packet[packet.startIndex + 3] & 0x20 == 0 else { return nil }
    let index = packet.startIndex + 5 + Int(packet[packet.startIndex + 4]) + offset
    guard index + 1 < packet.endIndex else { return nil }
    return Int(packet[index] & 0x1F) << 8 | Int(packet[index + 1])
  }
}
