import ReelVideo
import ReelCanvas
import ReelGeometry

/// Compresses a piece of a clip, whole segments of it, into a file of packets that `ClipWriter` puts into the clip.
///
/// It is not sendable and blocks: use it from one task at a time, and not on a thread of Swift's cooperative pool.
package final class ClipPieceWriter {
  private var encoder: ClipEncoder
  private let writer: PacketFileWriter

  /// Opens the encoder.
  ///
  /// - Parameters:
  ///   - destination: Where the packets go.
  ///   - configuration: That of the whole clip.
  /// - Throws: `InvalidValue`, `ClipError` for what cannot be encoded.
  package init(to destination: PacketDestination, configuration: ClipConfiguration) throws {
    encoder = try ClipEncoder(configuration, container: PacketFile.containers[0])
    writer = try PacketFileWriter(to: destination, parameterSets: try encoder.parameterSets())
  }

  /// Returns where clips of a configuration are cut; nil for those that never are.
  ///
  /// - Throws: `InvalidValue`, `ClipError` for what cannot be encoded.
  package static func segments(_ configuration: ClipConfiguration) throws -> FilmSegments? {
    try ClipEncoder(configuration, container: PacketFile.containers[0]).segments
  }

  /// Returns a bitmap as the encoder takes it; see `ClipWriter.picture(of:)`.
  package func picture(of bitmap: Bitmap) throws -> RawPicture { try encoder.picture(of: bitmap) }

  /// Adds a picture of the configured size in the encoder's pixel format.
  ///
  /// - Throws: `ClipError` if encoding, `OutputError` if writing fails; the file is worthless then.
  package func append(_ picture: RawPicture) throws { try encoder.encode(picture) { try writer.write($0) } }

  /// Writes the end.
  ///
  /// - Returns: The bytes of the file.
  /// - Throws: As for a picture.
  package func finish() throws -> Int {
    try encoder.finish { try writer.write($0) }
    return try writer.finish()
  }
}
