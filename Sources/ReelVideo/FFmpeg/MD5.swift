import CReelFFmpeg

/// The checksum that `framemd5` writes.
package enum MD5 {
  /// Returns the checksum of bytes in 32 hexadecimal digits.
  package static func text(of bytes: [UInt8]) -> String { bytes.withUnsafeBytes(text) }

  /// Returns the checksum of bytes in 32 hexadecimal digits.
  package static func text(of bytes: UnsafeRawBufferPointer) -> String {
    var sum = [UInt8](repeating: 0, count: 16)
    av_md5_sum(&sum, bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count)
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: sum.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}
