/// The chunks of PNG: a length, a name, the data and a checksum.
///
/// Portable Network Graphics Specification (Third Edition), section 5.3.
enum PNGChunk {
  /// Appends a chunk to a file.
  static func append(_ name: String, _ data: [UInt8], to file: inout [UInt8]) {
    file += word(data.count)
    let start = file.count
    file += name.utf8
    file += data
    file += word(Int(Deflate.checksum(Array(file[start...]))))
  }

  /// Returns a number as four bytes, big-endian.
  static func word(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(value >> (24 - 8 * $0) & 0xFF) } }
}
