import ReelFiles
import ReelPlatform

/// The chapters and captions of a film in its partial file, so that they are kept if the film is finished later.
///
/// A fragmented movie could hold captions only as they come and chapters not at all. They are in a box after the
/// header that players ignore (ISO/IEC 14496-12, 4.2): `uuid`, 16 bytes that identify its owner, and JSON.
/// What comes while the film is recorded is in further ones after the fragments.
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
    struct Mark: Codable {
      var seconds: Double
      var chapter: String?
      var caption: String?

      init(_ mark: ArrivingTracks.Mark) {
        seconds = mark.seconds
        switch mark.mark {
        case .chapter(let title): chapter = title
        case .caption(let text): caption = text
        }
      }

      var mark: PictureMark? { chapter.map { .chapter($0) } ?? caption.map { .caption($0) } }
    }
    var chapters: [Chapter] = []
    var captions: [Captions] = []
    /// What came since the box before.
    var marks: [Mark]?
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
    return bytes(of: content)
  }

  /// Returns the box with what came since a number of marks; empty if nothing did.
  static func bytes(of tracks: ArrivingTracks, after count: inout Int) -> [UInt8] {
    let marks = tracks.marks(after: count)
    guard !marks.isEmpty else { return [] }
    count += marks.count
    return bytes(of: Content(marks: marks.map(Content.Mark.init)))
  }

  private static func bytes(of content: Content) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    guard let json = try? encoder.encode(content), json.count <= maxBytes else { return [] }
    let size = UInt32(8 + owner.count + json.count)
    return withUnsafeBytes(of: size.bigEndian) { Array($0) } + Array("uuid".utf8) + owner + json
  }

  /// Reads the boxes of an unfinished film; empty tracks if there is no readable one.
  static func read(from file: Int32) -> FilmTracks {
    var tracks = FilmTracks()
    let arriving = ArrivingTracks()
    for range in MovieBoxes.contents(of: "uuid", in: file)
    where (owner.count...owner.count + maxBytes).contains(range.count) {
      let bytes = MovieBoxes.read(file, range)
      guard bytes.starts(with: owner),
        let content = try? JSONDecoder().decode(Content.self, from: Data(bytes.dropFirst(owner.count)))
      else { continue }
      tracks.missingSound = content.sound ?? tracks.missingSound
      tracks.chapters += content.chapters.map { FilmChapter($0.title, at: $0.start) }
      tracks.captions += content.captions.map { track in
        CaptionTrack(
          track.cues.map { .init($0.text, from: $0.start, to: $0.end) }, language: track.language,
          isDefault: track.isDefault)
      }
      for mark in content.marks ?? [] { mark.mark.map { arriving.add($0, at: mark.seconds) } }
    }
    arriving.add(to: &tracks)
    return tracks
  }
}
