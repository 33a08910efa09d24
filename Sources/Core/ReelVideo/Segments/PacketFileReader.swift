import CReelFFmpeg
import ReelPlatform

/// Reads a file of packets from the first to the last.
///
/// The digest is compared after the last packet was read: until then, no packet is trustworthy.
///
/// It blocks; use it from one task at a time.
package final class PacketFileReader {
  /// The file's name in messages.
  package let path: String
  /// The maker's description of the part.
  package private(set) var head: [UInt8] = []
  /// The parameter sets that a decoder needs before the first packet.
  private(set) var parameterSets: [UInt8] = []

  private let descriptor: Int32
  /// The offset of the end.
  package let end: Int
  /// The offset of the first packet.
  package private(set) var firstPacket = 0
  private var buffer: [UInt8] = []
  private var bufferStart = 0
  private var position = 0
  /// The digest of everything read so far.
  private var digest: ContentDigest

  /// The read-ahead size: small packets are read together, and little of a large one is copied twice.
  package static let aheadSize = 1 << 16
  /// The read size while only the digest is computed.
  private static let pieceSize = 1 << 20

  /// Reads everything before the first packet.
  ///
  /// - Parameters:
  ///   - descriptor: The open file; it stays open, and its position does not matter.
  ///   - path: Its name in messages.
  /// - Throws: `PacketFileError.broken` for a file with another beginning, or one that is too short.
  package init(descriptor: Int32, path: String) throws(PacketFileError) {
    self.descriptor = descriptor
    self.path = path
    do throws(FFmpegError) {
      digest = try ContentDigest()
    } catch {
      throw .broken(path: path, reason: error.reason)
    }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .broken(path: path, reason: String(cString: strerror(errno))) }
    end = Int(status.st_size) - PacketFile.endByteCount
    let magic = try take(PacketFile.magic.count)
    guard magic == PacketFile.magic else {
      let isOther = magic.starts(with: PacketFile.family)
      throw .broken(path: path, reason: isOther ? "another version of Reel wrote it" : "it is not a part of a film")
    }
    head = try take(try takeLength())
    parameterSets = try take(try takeLength())
    firstPacket = position
  }

  /// Returns the total size of all packets' bytes, given their number.
  package func packetByteCount(of count: Int) -> Int {
    max(0, end - firstPacket - count * PacketFile.packetHeadByteCount)
  }

  /// Reads the whole file, and compares it with the digest at its end.
  ///
  /// - Throws: `PacketFileError.broken` if a byte is missing or differs.
  package func check() throws {
    var digest = try ContentDigest()
    var offset = 0
    let last = end + PacketFile.endByteCount - ContentDigest.byteCount
    while offset < last {
      let piece = try read(at: offset, min(Self.pieceSize, last - offset))
      digest.add(piece)
      offset += piece.count
    }
    try compare(digest.value)
  }

  private func compare(_ value: [UInt8]) throws(PacketFileError) {
    guard try read(at: end + PacketFile.endByteCount - ContentDigest.byteCount, ContentDigest.byteCount) == value
    else { throw .broken(path: path, reason: "its checksum does not match: it was changed or is incomplete") }
  }

  /// Reads the next packet; false if there are no more, and all bytes match the digest.
  ///
  /// - Throws: `PacketFileError.broken` if a byte is missing or differs.
  package func read(into packet: borrowing Packet) throws -> Bool {
    av_packet_unref(packet.pointer)
    guard position < end else {
      try readEnd()
      return false
    }
    let size = try takeLength()
    let times = try take(PacketFile.packetHeadByteCount - 4)
    guard position + size <= end else { throw cutShort }
    try ReelVideo.check(av_new_packet(packet.pointer, Int32(size)), "av_new_packet")
    try take(into: UnsafeMutableRawBufferPointer(start: packet.pointer.pointee.data, count: size))
    packet.pointer.pointee.pts = PacketFile.number(times, as: Int64.self)
    packet.pointer.pointee.dts = PacketFile.number(times[8...], as: Int64.self)
    packet.pointer.pointee.flags = PacketFile.number(times[16...], as: Int32.self) & ~PacketFile.readAsKey
    packet.pointer.pointee.duration = 1
    return true
  }

  /// Compares the digest, the first time.
  private func readEnd() throws(PacketFileError) {
    guard position == end else { return }
    digest.add(try read(at: end, PacketFile.endByteCount - ContentDigest.byteCount))
    position += 1
    try compare(digest.value)
  }

  private func takeLength() throws(PacketFileError) -> Int {
    let length = PacketFile.number(try take(4), as: UInt32.self)
    guard length <= PacketFile.longest else { throw cutShort }
    return Int(length)
  }

  /// Returns the next bytes.
  private func take(_ count: Int) throws(PacketFileError) -> [UInt8] {
    guard position + count <= end else { throw cutShort }
    if position + count > bufferStart + buffer.count {
      bufferStart = position
      buffer = try read(at: position, min(max(count, Self.aheadSize), end - position))
    }
    defer { position += count }
    let bytes = Array(buffer[position - bufferStart..<position - bufferStart + count])
    digest.add(bytes)
    return bytes
  }

  /// Copies the next bytes: first those already read, then the rest from the file.
  private func take(into target: UnsafeMutableRawBufferPointer) throws(PacketFileError) {
    let there = min(target.count, max(0, bufferStart + buffer.count - position))
    let first = position - bufferStart
    buffer.withUnsafeBytes { bytes in
      if there > 0 { target.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[first..<first + there])) }
    }
    try read(at: position + there, into: UnsafeMutableRawBufferPointer(rebasing: target[there...]))
    digest.add(UnsafeRawBufferPointer(target))
    position += target.count
  }

  package var cutShort: PacketFileError { .broken(path: path, reason: "it is truncated") }

  package func read(at offset: Int, _ count: Int) throws(PacketFileError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: max(0, count))
    let result = bytes.withUnsafeMutableBytes { bytes in
      Result { () throws(PacketFileError) in try read(at: offset, into: bytes) }
    }
    try result.get()
    return bytes
  }

  func read(at offset: Int, into bytes: UnsafeMutableRawBufferPointer) throws(PacketFileError) {
    var done = 0
    while done < bytes.count {
      let read = pread(descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done, off_t(offset + done))
      if read < 0, errno == EINTR { continue }
      guard read >= 0 else { throw .broken(path: path, reason: String(cString: strerror(errno))) }
      guard read > 0 else { throw cutShort }
      done += read
    }
  }
}
