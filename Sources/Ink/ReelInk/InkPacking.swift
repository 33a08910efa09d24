import ReelFormats
import ReelFiles

/// Decompression of ink files, and detection of binary formats.
enum InkPacking {
  /// Returns the bytes, decompressed if they are gzipped or in a ZIP archive.
  ///
  /// - Throws: `FormatError` for damaged data, for more than `limit` bytes, and for known formats that are not supported.
  static func unpack(_ bytes: [UInt8], name: String, limit: Int) throws(FormatError) -> [UInt8] {
    var text = bytes
    if Gzip.recognizes(bytes) {
      do throws(Gzip.Failure) {
        text = try Gzip.unpack(bytes, limit: limit)
      } catch {
        throw FormatError(file: name, reason: reason(for: error, limit: limit))
      }
    }
    if isInkSerializedFormat(text) {
      throw FormatError(
        file: name, reason: "expected text, found Ink Serialized Format (ISF), which is not supported: save it as InkML"
      )
    }
    if ZipArchive.recognizes(text) { return try unpackArchive(text, name: name, limit: limit) }
    return text
  }

  /// The name of the ink's file in Xournal++'s archives since 2022.
  private static let content = "content.xml"

  /// Returns the ink of an archive: Xournal++'s content, or the only file.
  private static func unpackArchive(_ bytes: [UInt8], name: String, limit: Int) throws(FormatError) -> [UInt8] {
    do throws(ZipArchive.Failure) {
      let archive = try ZipArchive(bytes)
      let known = archive.entries.first { $0.name == content }
      if let entry = known ?? (archive.entries.count == 1 ? archive.entries[0] : nil) {
        return try archive.unpack(entry, limit: limit)
      }
    } catch {
      throw FormatError(file: name, reason: reason(for: error, limit: limit))
    }
    throw FormatError(
      file: name,
      reason: "expected one file, found a ZIP archive of several: unpack it, and name the file in it that holds the ink"
    )
  }

  private static func reason(for failure: ZipArchive.Failure, limit: Int) -> String {
    switch failure {
    case .damaged: "is a damaged ZIP archive: copy it again"
    case .tooLong: "holds more than \(limit >> 20) MB when unpacked"
    case .unreadable:
      "is a ZIP archive that is encrypted or packed in an unusual way: unpack it, and name the file with the ink"
    case .noMemory: "there is not enough memory to unpack it"
    }
  }

  private static func reason(for failure: Gzip.Failure, limit: Int) -> String {
    switch failure {
    case .damaged: "its gzip data is damaged"
    case .cutOff: "its gzip data is cut off: copy the file again"
    case .tooLong: "holds more than \(limit >> 20) MB when unpacked"
    case .noMemory: "there is not enough memory to unpack it"
    }
  }

  /// Whether the bytes are ink in Microsoft's binary format: version 0, then the length of the rest in groups of seven bits.
  ///
  /// Source: “Ink Serialized Format Specification”, Microsoft 2007.
  private static func isInkSerializedFormat(_ bytes: [UInt8]) -> Bool {
    guard bytes.count > 2, bytes[0] == 0 else { return false }
    var length = 0
    for (group, byte) in bytes.dropFirst().prefix(5).enumerated() {
      length |= Int(byte & 0x7F) << (7 * group)
      if byte < 0x80 { return length == bytes.count - group - 2 }
    }
    return false
  }
}
