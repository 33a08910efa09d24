/// A piece of a film that is joined: an open file of packets.
package struct MoviePiece: Sendable {
  /// The open file, which stays open.
  package var descriptor: Int32
  /// What messages call it.
  package var path: String
  /// What an index tells of it.
  package var measured: MeasuredPiece

  /// Names a piece; its bytes are checked as they are read.
  package init(descriptor: Int32, path: String, measured: MeasuredPiece) {
    self.descriptor = descriptor
    self.path = path
    self.measured = measured
  }

  /// Returns what reads its packets.
  func reader() throws(PacketFileError) -> PacketFileReader { try PacketFileReader(descriptor: descriptor, path: path) }
}
