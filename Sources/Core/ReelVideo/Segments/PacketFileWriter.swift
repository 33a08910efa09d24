import CReelFFmpeg
import ReelFiles

/// Writes the packets of a part of a film to a file.
package final class PacketFileWriter: PacketOutput {
  private let destination: PacketDestination
  private var digest: ContentDigest
  private let keys: KeyPictures
  private var gathered: [UInt8] = []
  private var packetCount: UInt64 = 0
  private(set) var byteCount = 0
  /// A part without its end is useless.
  let savedFrameCount = 0

  /// The write size in bytes.
  private static let pieceSize = 1 << 20

  /// Writes everything before the first packet.
  package init(to destination: PacketDestination, parameterSets sets: [UInt8]) throws(FFmpegError) {
    self.destination = destination
    digest = try ContentDigest()
    keys = try KeyPictures(parameterSets: sets)
    gathered = PacketFile.magic + PacketFile.bytes(UInt32(destination.head.count)) + destination.head
    gathered += PacketFile.bytes(UInt32(sets.count)) + sets
  }

  package func write(_ packet: borrowing Packet) throws {
    let source = packet.pointer.pointee
    gathered += PacketFile.bytes(UInt32(source.size))
    let bytes = UnsafeRawBufferPointer(start: source.data, count: Int(source.size))
    let flags = source.flags | (keys.isKey(bytes) ? PacketFile.readAsKey : 0)
    gathered += PacketFile.bytes(source.pts) + PacketFile.bytes(source.dts) + PacketFile.bytes(flags)
    gathered += PacketFile.bytes(UInt32(LengthPrefix.byteCount(ofAnnexB: bytes)))
    gathered += bytes
    packetCount += 1
    if gathered.count >= Self.pieceSize { try writeGathered() }
  }

  func writeSound(_ packet: borrowing Packet) throws {
    throw FFmpegError(.invalidData, operation: "sound in a part of a film")
  }

  package func finish() throws -> Int {
    gathered += PacketFile.bytes(PacketFile.endMark) + PacketFile.bytes(packetCount)
    digest.add(gathered)
    try write(gathered + digest.value)
    return byteCount
  }

  private func writeGathered() throws {
    digest.add(gathered)
    try write(gathered)
    gathered.removeAll(keepingCapacity: true)
  }

  private func write(_ bytes: [UInt8]) throws {
    do {
      try Descriptor.write(bytes, to: destination.descriptor)
    } catch {
      throw OutputError.writeFailed(path: destination.path, bytesWritten: byteCount, reason: error.reason)
    }
    byteCount += bytes.count
  }
}

extension PacketFileReader {
  /// Copies the packets to another file with a different head.
  ///
  /// - Throws: `PacketFileError.broken` if a byte is missing or differs; `OutputError` if writing fails.
  package func copy(to destination: PacketDestination) throws {
    let writer = try PacketFileWriter(to: destination, parameterSets: parameterSets)
    let packet = try Packet()
    while try read(into: packet) { try writer.write(packet) }
    _ = try writer.finish()
  }
}

extension PacketDestination {
  /// Writes a part without packets, which has no frames.
  package func writeNothing() throws { _ = try PacketFileWriter(to: self, parameterSets: []).finish() }
}
