/// Receives the packets of a film, and writes a container.
protocol PacketOutput: AnyObject {
  /// The number of bytes written so far.
  var byteCount: Int { get }
  /// The number of frames that would survive a crash.
  var savedFrameCount: Int { get }

  /// Adds a packet.
  ///
  /// - Throws: `FFmpegError` from the muxer, `OutputError` from the sink of its bytes.
  func write(_ packet: borrowing Packet) throws
  /// Adds a packet of sound, with times in samples.
  ///
  /// - Throws: As `write`.
  func writeSound(_ packet: borrowing Packet) throws
  /// Writes pictures that were held back until all are there; a film that breaks off has no gap without them.
  func finishPictures() throws
  /// Writes the end, and returns the size of the whole.
  func finish() throws -> Int
}

extension PacketOutput {
  func finishPictures() {}
}
