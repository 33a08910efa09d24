import Reel

/// Recognizes a file by its first bytes, so that errors can name its kind without quoting it.
enum FileContent {
  /// The kinds of files that the command line accepts first.
  static let filmed =
    "capture films movies, pictures, storyboards, recipes, recorded terminals, tapes, and sessions or ink to trace"

  /// Refuses a folder, and a movie, a picture, a sound or a document, where something else is read.
  ///
  /// - Parameters:
  ///   - path: The file; one that is missing or inherited passes.
  ///   - advice: What is read instead.
  /// - Throws: `WrongContent`.
  static func refuseMedia(_ path: String, _ advice: String) throws(WrongContent) {
    if let kind = kind(of: path) { throw WrongContent(path: path, kind: kind, advice: advice) }
  }

  /// Refuses what is not text, as `refuseMedia` does for files whose kind is known.
  static func requireText(_ path: String, _ advice: String) throws(WrongContent) {
    try refuseMedia(path, advice)
    guard path != "-", !BoundedFile.isStream(path) else { return }
    let bytes = BoundedFile.beginning(of: path, count: 1 << 12) ?? []
    // A letter may be cut at the end.
    let isText = !bytes.contains(0) && (0..<4).contains { String(validating: bytes.dropLast($0), as: UTF8.self) != nil }
    if !isText { throw WrongContent(path: path, kind: "binary data", advice: advice) }
  }

  /// The kind of a file that is no text of Reel's, with its article; nil for any other.
  static func kind(of path: String) -> String? {
    guard path != "-", !BoundedFile.isStream(path) else { return nil }
    if let kind = OutputFile.kind(at: path) { return kind }
    guard let bytes = BoundedFile.beginning(of: path, count: 400) else { return nil }
    return kind(of: bytes)
  }

  /// The kind of a file that begins with these bytes, with its article; nil for text of Reel's and for what is unknown.
  static func kind(of bytes: [UInt8]) -> String? {
    func has(_ mark: String, at start: Int = 0) -> Bool { bytes.dropFirst(start).starts(with: mark.utf8) }
    if has("ftyp", at: 4) {
      if ["avif", "heic", "heix", "mif1"].contains(where: { has($0, at: 8) }) { return "a picture" }
      return has("M4A", at: 8) ? "a sound" : "a movie"
    }
    if has("RIFF") {
      return ["WEBP": "a picture", "WAVE": "a sound", "AVI ": "a movie"].first { has($0.key, at: 8) }?.value
    }
    // The first page holds the head of one stream, and that of pictures comes first.
    if has("OggS"), has("theora", at: 29) { return "a movie" }
    if bytes.first == 0x47, bytes.count > 188, bytes[188] == 0x47 { return "a movie" }
    // A Windows bitmap has four reserved zero bytes; the portable formats continue with white space.
    if has("BM"), bytes.count > 10, bytes[6..<10].allSatisfy({ $0 == 0 }) { return "a picture" }
    if has("P"), bytes.count > 2, (0x31...0x37).contains(bytes[1]), [0x0A, 0x20, 0x0D].contains(bytes[2]) {
      return "a picture"
    }
    return marks.first { bytes.starts(with: $0.bytes) }?.kind
  }

  /// The first bytes of files, with the kind that they identify.
  private static let marks: [(bytes: [UInt8], kind: String)] = [
    ([0x1A, 0x45, 0xDF, 0xA3], "a movie"), (Array("FLV".utf8), "a movie"), ([0, 0, 1, 0xBA], "a movie"),
    ([0x89, 0x50, 0x4E, 0x47], "a picture"), ([0xFF, 0xD8, 0xFF], "a picture"), (Array("GIF8".utf8), "a picture"),
    (Array("qoif".utf8), "a picture"), (Array("YUV4MPEG2 ".utf8), "a movie"), (Array("DKIF".utf8), "a movie"),
    (Array("nut/multimedia".utf8), "a movie"), ([0x30, 0x26, 0xB2, 0x75], "a movie"),
    (Array("II*\0".utf8), "a picture"), (Array("MM\0*".utf8), "a picture"),
    (Array("fLaC".utf8), "a sound"), (Array("OggS".utf8), "a sound"), (Array("ID3".utf8), "a sound"),
    ([0xFF, 0xFB], "a sound"), (Array("%PDF-".utf8), "a document"), ([0x7F, 0x45, 0x4C, 0x46], "a program"),
  ]
}

/// A file that holds something else than what is read.
struct WrongContent: ReelError {
  var exitStatus: ExitStatus { .badInput }

  var path: String
  /// Its kind, with an article.
  var kind: String
  /// The kinds that the command reads.
  var advice: String

  /// One line: `clip.mp4 is a movie; capture turtle reads Logo programs`.
  var description: String { "\(path) is \(kind); \(advice)" }
}
