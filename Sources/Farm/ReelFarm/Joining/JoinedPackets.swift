import CReelFFmpeg
import ReelVideo

/// The packets of all parts of a film, one after another, in the form of MP4 and QuickTime.
final class JoinedPackets: PacketSupply {
  let timeBase: AVRational
  let byteCount: Int
  /// The error that ended the packets early.
  private(set) var failure: (any Error)?
  /// The number of picture packets so far, one for each frame.
  private(set) var packetCount = 0

  private let parts: [MoviePart]
  private let parameterSets: [UInt8]
  private let isCancelled: @Sendable () -> Bool
  private let progress: @Sendable (Int) -> Void
  /// The reader of the packets; nil before `begin`, and while they are measured.
  private var pipe: PacketPipe?
  /// The index data of the packets; nil while they are read.
  private var measured: (sizes: [PartIndex.PacketSize], buffer: UnsafeMutablePointer<AVBufferRef>)?

  /// - Parameters:
  ///   - parameterSets: The parameter sets that the parts must have been encoded with.
  ///   - isCancelled: Called now and then; returns true to stop the work.
  ///   - progress: Receives the number of packets read so far, now and then.
  init(
    _ parts: [MoviePart], timeBase: AVRational, parameterSets: [UInt8], isCancelled: @escaping @Sendable () -> Bool,
    progress: @escaping @Sendable (Int) -> Void
  ) {
    self.parts = parts
    self.timeBase = timeBase
    self.parameterSets = parameterSets
    self.isCancelled = isCancelled
    self.progress = progress
    byteCount = parts.reduce(0) { $0 + MovieBoxes.size(of: $1.descriptor) }
  }

  deinit { forget() }

  func begin(measuring: Bool) throws(FFmpegError) {
    forget()
    packetCount = 0
    guard measuring else {
      pipe = PacketPipe { [parts, parameterSets] in
        let sequence = PartSequence(parts, parameterSets: parameterSets)
        return { packet in try sequence.read(into: packet) }
      }
      return
    }
    let sizes = sizes
    let longest = Int(sizes.reduce(0) { max($0, $1.byteCount) }) + Int(AV_INPUT_BUFFER_PADDING_SIZE)
    measured = (sizes, try check(av_buffer_allocz(longest), "av_buffer_allocz"))
  }

  private func forget() {
    pipe.take()?.close()
    guard let (_, buffer) = measured.take() else { return }
    var unused: UnsafeMutablePointer<AVBufferRef>? = buffer
    av_buffer_unref(&unused)
  }

  func read(into packet: borrowing Packet) throws(FFmpegError) -> Bool {
    av_packet_unref(packet.pointer)
    if isCancelled() { throw stop(for: CancellationError()) }
    if let measured {
      guard packetCount < measured.sizes.count else { return false }
      let size = measured.sizes[packetCount]
      packet.pointer.pointee.buf = try check(av_buffer_ref(measured.buffer), "av_buffer_ref")
      packet.pointer.pointee.data = measured.buffer.pointee.data
      packet.pointer.pointee.size = Int32(size.byteCount)
      (packet.pointer.pointee.pts, packet.pointer.pointee.dts) = (Int64(size.pts), Int64(size.dts))
      (packet.pointer.pointee.flags, packet.pointer.pointee.duration) = (size.isKey ? AV_PKT_FLAG_KEY : 0, 1)
      packetCount += 1
      return true
    }
    do {
      guard try pipe?.take(into: packet) == true else { return false }
    } catch {
      throw stop(for: error)
    }
    packetCount += 1
    // Reporting each packet would take as long as copying a small one.
    if packetCount % 16 == 0 { progress(packetCount) }
    return true
  }

  /// Keeps an error that would be lost in FFmpeg's message.
  private func stop(for error: any Error) -> FFmpegError {
    if let error = error as? FFmpegError { return error }
    failure = error
    return FFmpegError(.invalidData, operation: "av_read_frame")
  }

  /// The index data of all packets.
  private var sizes: [PartIndex.PacketSize] {
    var sizes: [PartIndex.PacketSize] = []
    var times = DecodingTimes()
    sizes.reserveCapacity(parts.reduce(0) { $0 + $1.measured.packets.count })
    for part in parts {
      let first = sizes.count
      for var size in part.measured.packets {
        size.pts += Int32(first)
        size.dts = Int32(times.next(Int64(size.dts) + Int64(first)))
        sizes.append(size)
      }
      if first > 0, first < sizes.count {
        sizes[first].byteCount -= min(sizes[first].byteCount, part.measured.noteByteCount)
      }
    }
    return sizes
  }
}

/// Reads the packets of parts one after another, in the form of MP4 and QuickTime.
private final class PartSequence {
  private let parts: [MoviePart]
  private let parameterSets: [UInt8]
  /// The part being read, and the film's frame with which it begins.
  private var (part, firstFrame) = (0, 0)
  private var reader: PacketFileReader?
  /// The name and settings of the encoder of the parts so far; nil before the first one.
  private var encoderNote: String?
  private var packetCount = 0
  private var times = DecodingTimes()

  init(_ parts: [MoviePart], parameterSets: [UInt8]) {
    self.parts = parts
    self.parameterSets = parameterSets
  }

  func read(into packet: borrowing Packet) throws -> Bool {
    guard try readPiece(into: packet) else { return false }
    packet.pointer.pointee.pts += Int64(firstFrame)
    packet.pointer.pointee.dts = times.next(packet.pointer.pointee.dts + Int64(firstFrame))
    let measured = parts[part].measured.packets
    try LengthPrefix.convert(packet)
    let isLater = packetCount == firstFrame && firstFrame > 0
    guard measured.indices.contains(packetCount - firstFrame),
      case let size = measured[packetCount - firstFrame],
      Int(size.byteCount) - (isLater ? Int(parts[part].measured.noteByteCount) : 0) == packet.pointer.pointee.size
    else { throw PacketFileError.broken(path: parts[part].path, reason: "a packet's length differs from its header") }
    packet.pointer.pointee.flags = size.isKey ? AV_PKT_FLAG_KEY : 0
    packetCount += 1
    return true
  }

  /// Reads the next packet of this part, or the first one of the next part.
  private func readPiece(into packet: borrowing Packet) throws -> Bool {
    while part < parts.count {
      if let reader {
        if try reader.read(into: packet) { return true }
        self.reader = nil
        part += 1
        continue
      }
      firstFrame = packetCount
      let reader = try parts[part].reader()
      self.reader = reader
      guard try reader.read(into: packet) else { continue }
      encoderNote = try EncoderNote.admit(packet, of: reader, parameterSets: parameterSets, after: encoderNote)
      return true
    }
    return false
  }
}
