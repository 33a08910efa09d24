/// The layout of a file of packets: a piece of a film before it is put into a container.
///
///     magic, 16 bytes
///     length of the head (32 bits), the head: what the maker says about the piece, as JSON
///     length of the parameter sets (32 bits), the parameter sets
///     for each packet: length (32 bits), pts (64 bits), dts (64 bits), flags (32 bits), its length in an MP4 (32 bits), its bytes
///     the end: 32 bits of ones, the number of packets (64 bits), the digest of everything before (16 bytes)
///
/// Numbers are little-endian. Times count frames from the first one of the piece. What an index tells of a packet stands in front of it, so
/// that an index can be laid out before the packets are read.
package enum PacketFile {
  static let magic = family + Array("002".utf8)
  /// What the files of all versions begin with.
  package static let beginning = "reel packets "
  static let family = Array(beginning.utf8)
  /// The bytes in front of those of each packet.
  static let packetHeadByteCount = 28
  /// The flag of a packet that FFmpeg takes for a key frame when it reads the film; the others are FFmpeg's.
  static let readAsKey: Int32 = 1 << 16
  static let endMark = UInt32.max
  /// The bytes behind the last packet.
  static let endByteCount = 12 + ContentDigest.byteCount
  /// The longest head, parameter sets or packet: nothing real comes near it.
  static let longest = 1 << 30

  /// Returns the bytes of a number.
  static func bytes(_ number: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: number.littleEndian) { Array($0) }
  }

  /// Returns the number that begins at an index.
  static func number<Number: FixedWidthInteger>(_ bytes: some Collection<UInt8>, as _: Number.Type) -> Number {
    bytes.prefix(Number.bitWidth / 8).reversed().reduce(0) { $0 << 8 | Number(truncatingIfNeeded: $1) }
  }
}

/// Where a piece of a film goes that is put into a container later.
package struct PacketDestination: Sendable {
  /// The open file, which is empty; it stays open.
  package var descriptor: Int32
  /// What messages call it.
  package var path: String
  /// What its maker says about the piece.
  package var head: [UInt8]
  /// The segment of the film with which it begins.
  package var segment: Int

  /// Creates a destination.
  package init(descriptor: Int32, path: String, head: [UInt8] = [], segment: Int = 0) {
    self.descriptor = descriptor
    self.path = path
    self.head = head
    self.segment = segment
  }
}
