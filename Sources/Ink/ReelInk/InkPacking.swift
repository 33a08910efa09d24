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
    if let (format, advice) = unsupported(text) {
      throw FormatError(file: name, reason: "expected text, found \(format), which is not supported: \(advice)")
    }
    if ZipArchive.recognizes(text) { return try unpackArchive(text, name: name, limit: limit) }
    return text
  }

  /// The name of the ink's file in Xournal++'s archives since 2022.
  private static let content = "content.xml"

  /// Returns the ink of an archive: Xournal++'s content, or the only file.
  private static func unpackArchive(_ bytes: [UInt8], name: String, limit: Int) throws(FormatError) -> [UInt8] {
    var found: (format: String, advice: String)?
    do throws(ZipArchive.Failure) {
      let archive = try ZipArchive(bytes)
      let known = archive.entries.first { $0.name == content }
      if let entry = known ?? (archive.entries.count == 1 ? archive.entries[0] : nil) {
        return try archive.unpack(entry, limit: limit)
      }
      let names = archive.entries.map(\.name)
      if names.contains(where: { $0.hasSuffix(".rm") }) { found = tablet }
      if names.contains(where: { $0.hasSuffix("strokes.protobuf") }) { found = wacom }
    } catch {
      throw FormatError(file: name, reason: reason(for: error, limit: limit))
    }
    if let (format, advice) = found {
      throw FormatError(file: name, reason: "expected text, found \(format), which is not supported: \(advice)")
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

  private static let tablet = ("a reMarkable notebook", "export it as SVG")
  private static let wacom = ("ink of Wacom", "export it as InkML or SVG")

  /// The format of ink that is known by its first bytes but not supported, and what to do instead.
  private static func unsupported(_ bytes: [UInt8]) -> (format: String, advice: String)? {
    if bytes.starts(with: "reMarkable .lines file".utf8) { return tablet }
    if bytes.starts(with: "RIFF".utf8), ["UINK", "WILL"].contains(where: { bytes.dropFirst(8).starts(with: $0.utf8) }) {
      return wacom
    }
    if bytes.starts(with: [0x77, 0x72, 0x64, 0xF0]) {
      return ("a drawing of Apple's PencilKit", "write its strokes as InkML, or as a session of Reel, in the app")
    }
    return isInkSerializedFormat(bytes) ? ("Ink Serialized Format (ISF)", "save it as InkML") : nil
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
