import ReelVideo

/// A part of a film to join: an open file of packets.
package struct MoviePart: Sendable {
  /// The open file descriptor, which stays open.
  package var descriptor: Int32
  /// Its name in messages.
  package var path: String
  /// Its index data.
  package var measured: PartIndex

  /// Creates a part; its bytes are checked as they are read.
  package init(descriptor: Int32, path: String, measured: PartIndex) {
    self.descriptor = descriptor
    self.path = path
    self.measured = measured
  }

  /// Returns a reader of its packets.
  func reader() throws(PacketFileError) -> PacketFileReader { try PacketFileReader(descriptor: descriptor, path: path) }
}
