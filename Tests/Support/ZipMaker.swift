/// Puts an archive together byte by byte, as PKWARE's APPNOTE 6.3 lays it out, so that nothing of the reader is in it.
public struct ZipMaker {
  /// A file of the archive.
  public struct File {
    /// Its path.
    public var name: String
    /// Its content as it stands in the archive.
    public var packed: [UInt8]
    /// The length of its content, in bytes.
    public var size: Int
    /// The CRC-32 of its content.
    public var checksum: UInt32
    /// How it is packed: 0 for not at all, 8 for DEFLATE.
    public var method: UInt16
    /// Bit 0 says that it is encrypted.
    public var flags: UInt16

    /// Creates a file.
    public init(_ name: String, packed: [UInt8], size: Int, checksum: UInt32, method: UInt16, flags: UInt16 = 0) {
      (self.name, self.packed, self.size) = (name, packed, size)
      (self.checksum, self.method, self.flags) = (checksum, method, flags)
    }

    /// Creates a file that is not packed.
    public init(_ name: String, _ text: String) {
      let bytes = Array(text.utf8)
      self.init(name, packed: bytes, size: bytes.count, checksum: ZipMaker.checksum(bytes), method: 0)
    }
  }

  /// Returns an archive of files.
  public static func archive(_ files: [File], comment: String = "") -> [UInt8] {
    var bytes: [UInt8] = []
    var directory: [UInt8] = []
    for file in files {
      let position = UInt32(bytes.count)
      var common = little(UInt16(20))
      for field in [file.flags, file.method, 0, 0] { common += little(field) }
      for field in [file.checksum, UInt32(file.packed.count), UInt32(file.size)] { common += little(field) }
      for field in [UInt16(file.name.utf8.count), 0] { common += little(field) }
      bytes += little(UInt32(0x0403_4B50)) + common + Array(file.name.utf8) + file.packed
      directory += little(UInt32(0x0201_4B50)) + little(UInt16(20)) + common + little(UInt16(0)) + little(UInt16(0))
      directory += little(UInt16(0)) + little(UInt32(0)) + little(position) + Array(file.name.utf8)
    }
    let start = UInt32(bytes.count)
    bytes += directory + little(UInt32(0x0605_4B50)) + little(UInt32(0))
    bytes += little(UInt16(files.count)) + little(UInt16(files.count)) + little(UInt32(directory.count)) + little(start)
    return bytes + little(UInt16(comment.utf8.count)) + Array(comment.utf8)
  }

  /// CRC-32 bit by bit, by its polynomial.
  static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var sum = ~UInt32(0)
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? (sum >> 1) ^ 0xEDB8_8320 : sum >> 1 }
    }
    return ~sum
  }

  private static func little(_ number: some FixedWidthInteger) -> [UInt8] {
    (0..<number.bitWidth / 8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}
