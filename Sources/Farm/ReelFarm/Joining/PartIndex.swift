import ReelVideo

/// The index data of a part of a film.
package struct PartIndex: Sendable {
  /// The index data of a packet, in the form of MP4 and QuickTime.
  package struct PacketSize: Equatable {
    package var byteCount: UInt32
    /// Whether FFmpeg treats it as a keyframe when it reads the film.
    package var isKey: Bool
    /// Its times, in frames from the first one of the part.
    package var pts: Int32
    package var dts: Int32
  }

  /// Its packets.
  package var packets: [PacketSize] = []
  /// The size in bytes of the encoder's note in the first packet; only the first part of a film keeps the note.
  package var noteByteCount: UInt32 = 0
}

extension PacketFileReader {
  /// Returns the index data of the part, read from its packets' headers.
  ///
  /// Large packets are skipped, so changed bytes in them go unnoticed until the packets are read.
  ///
  /// - Throws: `PacketFileError.broken` for invalid data.
  package func measure() throws -> PartIndex {
    var part = PartIndex()
    var (offset, window, start) = (firstPacket, [UInt8](), 0)
    while offset < end {
      if offset + PacketFile.packetHeadByteCount > start + window.count {
        (window, start) = (try read(at: offset, min(Self.aheadSize, end - offset)), offset)
      }
      let head = window[(offset - start)...].prefix(PacketFile.packetHeadByteCount)
      guard head.count == PacketFile.packetHeadByteCount else { throw cutShort }
      let (size, packet) = try measure(head)
      offset += PacketFile.packetHeadByteCount
      guard size <= PacketFile.longest, offset + size <= end else { throw cutShort }
      if part.packets.isEmpty { part.noteByteCount = noteByteCount(in: try read(at: offset, size)) }
      part.packets.append(packet)
      offset += size
    }
    return part
  }

  private func measure(_ head: ArraySlice<UInt8>) throws(PacketFileError) -> (size: Int, PartIndex.PacketSize) {
    func number<Number: FixedWidthInteger>(_ offset: Int, as type: Number.Type) -> Number {
      PacketFile.number(head[(head.startIndex + offset)...], as: type)
    }
    guard let pts = Int32(exactly: number(4, as: Int64.self)), let dts = Int32(exactly: number(12, as: Int64.self)),
      case let byteCount = number(24, as: UInt32.self), byteCount <= PacketFile.longest
    else { throw .broken(path: path, reason: "a packet has an impossible time or length") }
    let isKey = number(20, as: Int32.self) & PacketFile.readAsKey != 0
    return (
      Int(number(0, as: UInt32.self)),
      PartIndex.PacketSize(byteCount: byteCount, isKey: isKey, pts: pts, dts: dts)
    )
  }

  /// Returns the size in bytes of the encoder's note in the first packet, in the form of MP4 and QuickTime.
  private func noteByteCount(in data: [UInt8]) -> UInt32 {
    let note = EncoderNote.length(in: data)
    return data.withUnsafeBytes { data in
      let rest = LengthPrefix.byteCount(ofAnnexB: UnsafeRawBufferPointer(rebasing: data[note...]))
      return UInt32(max(0, LengthPrefix.byteCount(ofAnnexB: data) - rest))
    }
  }
}
