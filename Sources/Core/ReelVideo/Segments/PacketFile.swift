/// The layout of a file of packets: a part of a film before it is put into a container.
///
///     magic, 16 bytes
///     length of the head (32 bits), the head: the maker's description of the part, as JSON
///     length of the parameter sets (32 bits), the parameter sets
///     for each packet: length (32 bits), pts (64 bits), dts (64 bits), flags (32 bits), its length in an MP4 (32 bits), its bytes
///     the end: 32 bits of ones, the number of packets (64 bits), the digest of everything before (16 bytes)
///
/// Numbers are little-endian. Times count frames from the first one of the part. A packet's index data precede its
/// bytes, so that an index can be laid out before the packets are read.
package enum PacketFile {
  static let magic = family + Array("002".utf8)
  /// The common beginning of the files of all versions.
  package static let beginning = "reel packets "
  static let family = Array(beginning.utf8)
  /// The size in bytes of a packet's header.
  package static let packetHeadByteCount = 28
  /// The flag of a packet that FFmpeg treats as a keyframe when it reads the film; the other flags are FFmpeg's.
  package static let readAsKey: Int32 = 1 << 16
  /// The containers that can be made of parts: they store parameter sets at the front.
  package static let containers: [MediaContainer] = [.mp4, .m4v, .mov, .mkv]
  static let endMark = UInt32.max
  /// The size in bytes of the end.
  static let endByteCount = 12 + ContentDigest.byteCount
  /// The maximum size of a head, parameter sets or a packet, far beyond any real one.
  package static let longest = 1 << 30

  /// Returns the bytes of a number.
  static func bytes(_ number: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: number.littleEndian) { Array($0) }
  }

  /// Returns the number that begins at an index.
  package static func number<Number: FixedWidthInteger>(_ bytes: some Collection<UInt8>, as _: Number.Type) -> Number {
    bytes.prefix(Number.bitWidth / 8).reversed().reduce(0) { $0 << 8 | Number(truncatingIfNeeded: $1) }
  }
}

/// The destination of a part of a film that is put into a container later.
package struct PacketDestination: Sendable {
  /// The open file descriptor; the file is empty, and stays open.
  package var descriptor: Int32
  /// Its name in messages.
  package var path: String
  /// The maker's description of the part.
  package var head: [UInt8]
  /// The index of the film's segment with which it begins.
  package var segment: Int

  /// Creates a destination.
  package init(descriptor: Int32, path: String, head: [UInt8] = [], segment: Int = 0) {
    self.descriptor = descriptor
    self.path = path
    self.head = head
    self.segment = segment
  }
}
