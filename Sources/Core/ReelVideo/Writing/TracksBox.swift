import ReelFiles
import ReelPlatform

/// The chapters and captions of a film in its partial file, so that they are kept if the film is finished later.
///
/// A fragmented movie could hold captions only as they come and chapters not at all. They are in a box after the
/// header that players ignore (ISO/IEC 14496-12, 4.2): `uuid`, 16 bytes that identify its owner, and JSON.
enum TracksBox {
  /// The 16 bytes that identify Reel's box, so that no other program's box is mistaken for it: chosen once, at
  /// random.
  private static let owner: [UInt8] = [
    0x9D, 0x41, 0x0C, 0x5E, 0x7B, 0x22, 0x4F, 0x6A, 0xA1, 0x38, 0x6E, 0xF0, 0x52, 0xC9, 0x17, 0xB4,
  ]

  /// The maximum size; larger boxes are neither written nor read.
  ///
  /// An hour of captions takes a few hundred kilobytes.
  static let maxBytes = 16 << 20

  private struct Content: Codable {
    struct Chapter: Codable {
      var title: String
      var start: Double
    }
    struct Captions: Codable {
      struct Cue: Codable {
        var text: String
        var start: Double
        var end: Double
      }
      var language: String
      var isDefault: Bool
      var cues: [Cue]
    }
    var chapters: [Chapter]
    var captions: [Captions]
    /// The name of the movie whose sound is copied when the film is completed.
    var sound: String?
  }

  /// Returns the box with everything in the film besides pictures and sound; empty if there is nothing.
  static func bytes(of tracks: FilmTracks) -> [UInt8] {
    let captions = tracks.captions.filter(\.isEmbedded)
    let sound = tracks.copiedSound.map { OutputFile.split($0.path).name }
    guard !tracks.chapters.isEmpty || !captions.isEmpty || sound != nil else { return [] }
    let content = Content(
      chapters: tracks.chapters.map { .init(title: $0.title, start: $0.start) },
      captions: captions.map { track in
        .init(
          language: track.language, isDefault: track.isDefault,
          cues: track.cues.map { .init(text: $0.text, start: $0.start, end: $0.end) })
      }, sound: sound)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    guard let json = try? encoder.encode(content), json.count <= maxBytes else { return [] }
    let size = UInt32(8 + owner.count + json.count)
    return withUnsafeBytes(of: size.bigEndian) { Array($0) } + Array("uuid".utf8) + owner + json
  }

  /// Reads the box of an unfinished film; empty tracks if there is no readable one.
  static func read(from file: Int32) -> FilmTracks {
    var tracks = FilmTracks()
    guard let range = MovieBoxes.contents(ofFirst: "uuid", in: file),
      (owner.count...owner.count + maxBytes).contains(range.count)
    else { return tracks }
    var bytes = [UInt8](repeating: 0, count: range.count)
    guard pread(file, &bytes, bytes.count, off_t(range.lowerBound)) == bytes.count, bytes.starts(with: owner),
      let content = try? JSONDecoder().decode(Content.self, from: Data(bytes.dropFirst(owner.count)))
    else { return tracks }
    tracks.missingSound = content.sound
    tracks.chapters = content.chapters.map { FilmChapter($0.title, at: $0.start) }
    tracks.captions = content.captions.map { track in
      CaptionTrack(
        track.cues.map { .init($0.text, from: $0.start, to: $0.end) }, language: track.language,
        isDefault: track.isDefault)
    }
    return tracks
  }
}
