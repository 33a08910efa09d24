import CReelFFmpeg

/// The message in front of the first picture in which x264 names its version and settings: supplemental enhancement information.
///
/// A film has it once, in its first segment.
package enum EncoderNote {
  /// nal_unit_type of supplemental enhancement information (ITU-T H.264, table 7-1).
  private static let kind: UInt8 = 6
  /// payloadType of a message of anybody's own (D.1.1); the others are about the picture, such as the order of its fields.
  private static let ownMessage: UInt8 = 5

  /// Returns the messages in front of a picture; empty where there are none.
  static func bytes(of packet: borrowing Packet) -> [UInt8] {
    let bytes = Array(UnsafeBufferPointer(start: packet.pointer.pointee.data, count: Int(packet.pointer.pointee.size)))
    return Array(bytes.prefix(length(in: bytes)))
  }

  /// Returns the letters of the messages in front of a picture, such as `x264 - core 164 … options: …`; empty where there are none.
  static func text(of packet: borrowing Packet) -> String {
    let runs = bytes(of: packet).split { !(0x20..<0x7F).contains($0) }
    return String(decoding: runs.max { $0.count < $1.count } ?? [], as: UTF8.self)
  }

  /// Removes the messages in front of a picture.
  package static func remove(from packet: borrowing Packet) {
    let length = bytes(of: packet).count
    guard length > 0, let data = packet.pointer.pointee.data else { return }
    packet.pointer.pointee.data = data + length
    packet.pointer.pointee.size -= Int32(length)
  }

  /// Checks that the first packet of a part can follow the parts before it, and takes the note out of any but the first part.
  ///
  /// - Parameters:
  ///   - parameterSets: Those of the film.
  ///   - note: What the encoder of the parts before says about itself; nil for the first part.
  /// - Returns: What the encoder says about itself.
  package static func admit(
    _ packet: borrowing Packet, of part: PacketFileReader, parameterSets: [UInt8]?, after note: String?
  ) throws -> String {
    let name = text(of: packet)
    let other = note ?? name
    guard name == other else { throw PacketFileError.otherEncoder(path: part.path, encoder: name, other: other) }
    guard parameterSets == part.parameterSets else {
      throw PacketFileError.broken(path: part.path, reason: "its parameter sets are not those of this film")
    }
    if note != nil { remove(from: packet) }
    return other
  }

  /// Returns the number of bytes before the start code of the first unit that is not such a message.
  package static func length(in bytes: [UInt8]) -> Int {
    func isNote(_ unit: Range<Int>) -> Bool {
      unit.count > 1 && bytes[unit.lowerBound] & 31 == kind && bytes[unit.lowerBound + 1] == ownMessage
    }
    let ranges = NALUnit.ranges(inAnnexB: bytes)
    guard let first = ranges.first, isNote(first), let next = ranges.first(where: { !isNote($0) }) else { return 0 }
    // A start code may have a zero more.
    return next.lowerBound - (bytes[next.lowerBound - 4] == 0 ? 4 : 3)
  }
}

extension PacketFileReader {
  /// Hands on all packets of a part, which begins at a frame of the film.
  ///
  /// - Parameters:
  ///   - parameterSets: Those of the film.
  ///   - note: What the encoder of the parts before says about itself; nil for the first part.
  package func copy(
    from first: Int, parameterSets: [UInt8]?, note: inout String?, to body: (borrowing Packet) throws -> Void
  ) throws {
    let packet = try Packet()
    var isFirst = true
    while try read(into: packet) {
      if isFirst { note = try EncoderNote.admit(packet, of: self, parameterSets: parameterSets, after: note) }
      isFirst = false
      packet.pointer.pointee.pts += Int64(first)
      packet.pointer.pointee.dts += Int64(first)
      try body(packet)
    }
  }
}
