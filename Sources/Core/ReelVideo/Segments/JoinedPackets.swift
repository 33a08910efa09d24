import CReelFFmpeg

/// The packets of all pieces of a film, one after another, in the form of MP4 and QuickTime.
final class JoinedPackets: PacketSupply {
  let timeBase: AVRational
  let byteCount: Int
  /// The error that ended the packets early.
  private(set) var failure: (any Error)?
  /// The number of picture packets so far, one for each frame.
  private(set) var packetCount = 0

  private let pieces: [MoviePiece]
  private let parameterSets: [UInt8]
  private let isCancelled: @Sendable () -> Bool
  private let progress: @Sendable (Int) -> Void
  /// The reader of the packets; nil before `begin`, and while they are measured.
  private var pipe: PacketPipe?
  /// The index data of the packets; nil while they are read.
  private var measured: (sizes: [MeasuredPiece.PacketSize], buffer: UnsafeMutablePointer<AVBufferRef>)?

  /// - Parameters:
  ///   - parameterSets: The parameter sets that the pieces must have been encoded with.
  ///   - isCancelled: Called now and then; returns true to stop the work.
  ///   - progress: Receives the number of packets read so far, now and then.
  init(
    _ pieces: [MoviePiece], timeBase: AVRational, parameterSets: [UInt8], isCancelled: @escaping @Sendable () -> Bool,
    progress: @escaping @Sendable (Int) -> Void
  ) {
    self.pieces = pieces
    self.timeBase = timeBase
    self.parameterSets = parameterSets
    self.isCancelled = isCancelled
    self.progress = progress
    byteCount = pieces.reduce(0) { $0 + MovieBoxes.size(of: $1.descriptor) }
  }

  deinit { forget() }

  func begin(measuring: Bool) throws(FFmpegError) {
    forget()
    packetCount = 0
    guard measuring else {
      pipe = PacketPipe { [pieces, parameterSets] in
        let sequence = PieceSequence(pieces, parameterSets: parameterSets)
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
  private var sizes: [MeasuredPiece.PacketSize] {
    var sizes: [MeasuredPiece.PacketSize] = []
    var times = DecodingTimes()
    sizes.reserveCapacity(pieces.reduce(0) { $0 + $1.measured.packets.count })
    for piece in pieces {
      let first = sizes.count
      for var size in piece.measured.packets {
        size.pts += Int32(first)
        size.dts = Int32(times.next(Int64(size.dts) + Int64(first)))
        sizes.append(size)
      }
      if first > 0, first < sizes.count {
        sizes[first].byteCount -= min(sizes[first].byteCount, piece.measured.noteByteCount)
      }
    }
    return sizes
  }
}

/// Reads the packets of pieces one after another, in the form of MP4 and QuickTime.
private final class PieceSequence {
  private let pieces: [MoviePiece]
  private let parameterSets: [UInt8]
  /// The piece being read, and the film's frame with which it begins.
  private var (piece, firstFrame) = (0, 0)
  private var reader: PacketFileReader?
  /// The name and settings of the encoder of the pieces so far; nil before the first one.
  private var encoderNote: String?
  private var packetCount = 0
  private var times = DecodingTimes()

  init(_ pieces: [MoviePiece], parameterSets: [UInt8]) {
    self.pieces = pieces
    self.parameterSets = parameterSets
  }

  func read(into packet: borrowing Packet) throws -> Bool {
    guard try readPiece(into: packet) else { return false }
    packet.pointer.pointee.pts += Int64(firstFrame)
    packet.pointer.pointee.dts = times.next(packet.pointer.pointee.dts + Int64(firstFrame))
    let measured = pieces[piece].measured.packets
    try LengthPrefix.convert(packet)
    let isLater = packetCount == firstFrame && firstFrame > 0
    guard measured.indices.contains(packetCount - firstFrame),
      case let size = measured[packetCount - firstFrame],
      Int(size.byteCount) - (isLater ? Int(pieces[piece].measured.noteByteCount) : 0) == packet.pointer.pointee.size
    else { throw PacketFileError.broken(path: pieces[piece].path, reason: "a packet's length differs from its header") }
    packet.pointer.pointee.flags = size.isKey ? AV_PKT_FLAG_KEY : 0
    packetCount += 1
    return true
  }

  /// Reads the next packet of this piece, or the first one of the next piece.
  private func readPiece(into packet: borrowing Packet) throws -> Bool {
    while piece < pieces.count {
      if let reader {
        if try reader.read(into: packet) { return true }
        self.reader = nil
        piece += 1
        continue
      }
      firstFrame = packetCount
      let reader = try pieces[piece].reader()
      self.reader = reader
      guard try reader.read(into: packet) else { continue }
      encoderNote = try EncoderNote.admit(packet, of: reader, parameterSets: parameterSets, after: encoderNote)
      return true
    }
    return false
  }
}
