import ReelGeometry

/// The offsets at which an MPEG transport stream (ISO/IEC 13818-1) can be cut into independently decodable parts.
struct TransportStreamCuts {
  private static let packet = 188
  private static let associations = 0
  private static let services = 0x11

  /// The offsets in bytes of the tables before each picture at which decoding can begin.
  private(set) var offsets: [Int] = []

  /// Scans a stream whose writer repeats its tables before each keyframe, as FFmpeg does.
  ///
  /// - Parameter bytes: The stream, in packets of 188 bytes.
  init(_ bytes: [UInt8]) {
    var (map, clock) = (Int?.none, Int?.none)
    // The start of a run of tables; nil after other packets.
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
      // The video stream has the clock. Its adaptation field signals the points at which decoding can begin.
      let hasField = packet[start + 3] & 0x20 != 0 && packet[start + 4] > 0
      if id == clock, isBeginning, hasField, packet[start + 5] & 0x40 != 0, let tables { offsets.append(tables) }
      tables = nil
    }
  }

  /// The 13-bit identifier at an offset in a table.
  private static func identifier(_ packet: ArraySlice<UInt8>, behind offset: Int) -> Int? {
    guard packet[packet.startIndex + 3] & 0x20 == 0 else { return nil }
    let index = packet.startIndex + 5 + Int(packet[packet.startIndex + 4]) + offset
    guard index + 1 < packet.endIndex else { return nil }
    return Int(packet[index] & 0x1F) << 8 | Int(packet[index + 1])
  }
}
