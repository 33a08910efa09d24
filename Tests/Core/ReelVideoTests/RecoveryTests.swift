import Foundation
import ReelCanvas
import ReelFiles
import ReelGeometry
import ReelTestSupport
import Testing

@testable import ReelVideo

@Suite(
  "What recovering a film keeps, counted by FFmpeg",
  .enabled(if: findProgram("ffmpeg") != nil && findProgram("ffprobe") != nil, "needs the programs of FFmpeg"))
struct RecoveryTests {
  /// A codec in a container, encoded with a preset.
  struct Form: CustomTestStringConvertible, Sendable {
    var codec: VideoCodec
    var container: MediaContainer
    var preset: VideoConfiguration.Preset
    var testDescription: String { "\(codec.rawValue) in .\(container.rawValue), \(preset.rawValue)" }

    static let all: [Form] = CodecTests.Form.all.flatMap { form in
      [.ultrafast, .veryfast, .medium].map { Form(codec: form.codec, container: form.container, preset: $0) }
    }
    /// Every codec once in Matroska, and twice where it has B-frames.
    static let few = all.filter { form in
      switch form.codec {
      case .h264: form.container != .mov && form.preset == (form.container == .mp4 ? .medium : .ultrafast)
      case .hevc: form.container != .mp4 && form.preset == (form.container == .mov ? .medium : .ultrafast)
      default: form.container == .mkv && form.preset == .ultrafast
      }
    }
  }

  private static let size = PixelSize(width: 64, height: 48)

  /// What a process leaves that is killed while it records: the fragments that are on the disk, and the film's name.
  private func left(
    by form: Form, frames: Int, in folder: URL, tracks: FilmTracks = FilmTracks(), isAbandoned: Bool = false
  ) async throws -> (partial: URL, film: URL) {
    let name = "film.\(form.container.rawValue)"
    let ending = form.container == .mp4 ? "film.partial.mp4" : name + ".partial.mp4"
    var configuration = VideoConfiguration(size: Self.size, frameRate: 10)
    configuration.use(form.codec)
    configuration.preset = form.preset
    // So that every frame is a picture, and B-frames are among them.
    configuration.stills = .encode
    let (partial, film) = (folder.appending(path: ending), folder.appending(path: name))
    let writer = try MovieWriter(to: .file(film), configuration: configuration, tracks: tracks)
    try await writer.append(frames) { .numbered($0, Self.size) }
    if isAbandoned {
      #expect(await writer.abandon() == partial.path)
    } else {
      let killed = try Data(contentsOf: partial)
      await writer.cancel()
      try killed.write(to: partial)
    }
    return (partial, film)
  }

  /// The packets that `ffmpeg -c copy` takes from the first stream of a kind; 0 for a file that it can't read.
  private func copied(_ kind: String, from url: URL) async throws -> Int {
    let program = try #require(findProgram("ffmpeg"))
    let result = try await run(
      program, ["-v", "quiet", "-i", url.path, "-map", "0:\(kind):0", "-c", "copy", "-f", "framecrc", "-"])
    return result.output.split(separator: "\n").count { !$0.hasPrefix("#") }
  }

  private func exists(_ url: URL) -> Bool { FileManager.default.fileExists(atPath: url.path) }

  @Test(
    "A film that was killed is recovered with every picture, whatever its codec, container and preset",
    arguments: Form.all)
  func everyPicture(form: Form) async throws {
    try await withFolder { folder in
      let (partial, film) = try await left(by: form, frames: 120, in: folder)
      let count = try await copied("v", from: partial)
      #expect(count >= 40)
      let movie = try UnfinishedMovie(url: partial)
      #expect(movie.frameCount == count)
      try movie.finish()
      #expect(try fileNames(in: folder) == [film.lastPathComponent])
      #expect(try await copied("v", from: film) == count)
      let frames = try MovieReader(url: film).remainingFrames()
      #expect(frames.map(\.index) == Array(0..<count))
    }
  }

  @Test("What a recording leaves that was abandoned ends without a gap, B-frames or not", arguments: Form.few)
  func abandoned(form: Form) async throws {
    // Whatever picture of a group comes last.
    for frames in 90..<95 {
      try await withFolder { folder in
        let (partial, film) = try await left(by: form, frames: frames, in: folder, isAbandoned: true)
        let count = try await copied("v", from: partial)
        try UnfinishedMovie(url: partial).finish()
        #expect(try await copied("v", from: film) == count && count > 40)
        #expect(try fileNames(in: folder) == [film.lastPathComponent])
      }
    }
  }

  @Test(
    "Torn at any byte, a partial file goes only if the film has every picture that FFmpeg finds", arguments: Form.few)
  func torn(form: Form) async throws {
    try await withFolder { folder in
      let (partial, film) = try await left(by: form, frames: 100, in: folder)
      let whole = try Data(contentsOf: partial)
      var random = Seeded()
      let seed = "\(random)"
      let ends = Self.fragmentEnds(of: whole)
      try #require(ends.count >= 3)
      var removed = 0
      for cut in ends + (0..<12).map({ _ in Int.random(in: ends[0]..<whole.count, using: &random) }) {
        try? FileManager.default.removeItem(at: film)
        try whole.prefix(cut).write(to: partial)
        let count = try await copied("v", from: partial)
        do {
          try UnfinishedMovie(url: partial).finish()
          #expect(!exists(partial))
          removed += 1
        } catch MovieError.partlyRecovered(_, let frameCount, let path) {
          #expect(path == partial.path)
          #expect(try await copied("v", from: film) == frameCount, "\(cut) \(seed)")
        }
        let saved = try await copied("v", from: film)
        #expect(exists(partial) ? try Data(contentsOf: partial) == whole.prefix(cut) : saved >= count, "\(cut) \(seed)")
      }
      #expect(removed >= ends.count)
    }
  }

  @Test("Pictures after a damaged place keep the partial file, and the name, until somebody removes it")
  func damaged() async throws {
    try await withFolder { folder in
      let form = Form(codec: .h264, container: .mp4, preset: .ultrafast)
      let (partial, film) = try await left(by: form, frames: 100, in: folder)
      var bytes = try Data(contentsOf: partial)
      let ends = Self.fragmentEnds(of: bytes)
      let data = try #require(bytes[ends[3]...].range(of: Data("mdat".utf8)))
      bytes.replaceSubrange(data.upperBound..<ends[4], with: Data(count: ends[4] - data.upperBound))
      try bytes.write(to: partial)
      for _ in 0..<2 {
        let movie = try UnfinishedMovie(url: partial)
        #expect(throws: MovieError.partlyRecovered(path: film.path, frameCount: 20, partialPath: partial.path)) {
          try movie.finish()
        }
        #expect(try MovieReader(url: film).facts.frameCount == 20)
        #expect(try Data(contentsOf: partial) == bytes)
      }
      #expect(throws: OutputError.leftover(path: partial.path)) {
        try MovieWriter(to: .file(film), configuration: VideoConfiguration(size: Self.size, frameRate: 10))
      }
      #expect(try Data(contentsOf: partial) == bytes)
    }
  }

  @Test("A film that lacks something when it is read back does not get its name, and the partial file stays")
  func readBack() async throws {
    try await withFolder { folder in
      let form = Form(codec: .h264, container: .mp4, preset: .ultrafast)
      let (partial, film) = try await left(by: form, frames: 60, in: folder)
      let (bytes, count) = (try Data(contentsOf: partial), try UnfinishedMovie(url: partial).frameCount)
      try Data("the film of last year".utf8).write(to: film)
      let file = try PartialFile(adopting: partial.path, for: OutputFile(path: film.path, replacing: .named))
      #expect(
        throws: MovieError.filmIncomplete(
          path: film.path, holds: "\(count) of \(count + 1) pictures", partialPath: partial.path)
      ) {
        try file.finish(as: .mp4) { source, path throws(FFmpegError) in
          var copied = try Remuxer.copy(
            from: Remuxer.Source(path: source), to: path, container: .mp4, frameRate: 10)
          copied.pictures += 1
          return copied
        }
      }
      #expect(try Data(contentsOf: film) == Data("the film of last year".utf8))
      #expect(try Data(contentsOf: partial) == bytes)
    }
  }

  @Test(
    "Sound, captions and chapters are counted as the pictures are",
    arguments: [
      Form(codec: .h264, container: .mp4, preset: .medium), Form(codec: .h264, container: .mov, preset: .veryfast),
      Form(codec: .hevc, container: .mkv, preset: .medium), Form(codec: .vp9, container: .webm, preset: .ultrafast),
    ])
  func tracks(form: Form) async throws {
    guard EncoderCatalog.hasEncoder(for: form.codec) else { return }
    try await withFolder { folder in
      let noise = try Wave.noise(seconds: 9).write(to: folder.appending(path: "noise.wav"))
      var tracks = FilmTracks()
      tracks.sound.pieces = [SoundPiece(noise, at: 0.3)]
      tracks.chapters = [FilmChapter("One", at: 0.5), FilmChapter(String(repeating: "zwölf ", count: 60), at: 2)]
      tracks.captions = [
        CaptionTrack([.init("Hello", from: 0.25, to: 1), .init("Both", from: 0.5, to: 2)], language: "en"),
        CaptionTrack([.init("Hallo", from: 0.25, to: 1)], language: "de"),
      ]
      let (partial, film) = try await left(by: form, frames: 120, in: folder, tracks: tracks)
      let (pictures, sounds) = (try await copied("v", from: partial), try await copied("a", from: partial))
      try UnfinishedMovie(url: partial).finish()
      #expect(!exists(partial))
      #expect(try await copied("v", from: film) == pictures)
      #expect(try await copied("a", from: film) == sounds && sounds > 100)
      let there = try FilmInventory(path: film.path, container: form.container)
      // Timed text shows one text at a time: what overlaps is divided.
      let captions = form.container.isMatroska ? 3 : 4
      #expect(there.pictures == pictures && there.sounds == sounds)
      #expect(there.captions == captions && there.chapters == 3)
    }
  }

  @Test("What a film lacks of another is said with both numbers")
  func shortage() {
    var (film, other) = (FilmInventory(), FilmInventory())
    #expect(film.shortage(of: other) == nil)
    other.chapters = 3
    #expect(film.shortage(of: other) == "0 of 3 chapters")
    (other.captions, film.captions) = (3, 2)
    #expect(film.shortage(of: other) == "2 of 3 captions")
    other.sounds = 9
    #expect(film.shortage(of: other) == "0 of 9 packets of sound")
    (other.pictures, film.pictures) = (14, 12)
    #expect(film.shortage(of: other) == "12 of 14 pictures")
    #expect(other.shortage(of: film) == nil)
  }

  @Test("A header that says more pixels than a recording can have is refused, and the file stays")
  func hugeHeader() async throws {
    try await withFolder { folder in
      let form = Form(codec: .h264, container: .mp4, preset: .ultrafast)
      let (partial, film) = try await left(by: form, frames: 60, in: folder)
      var bytes = try Data(contentsOf: partial)
      let table = try #require(bytes.range(of: Data("stsd".utf8))).upperBound
      // ISO/IEC 14496-12, 12.1.3: the width stands 24 bytes after the letters of the codec.
      let width = try #require(bytes[table...].range(of: Data("avc1".utf8))).upperBound + 24
      bytes.replaceSubrange(width..<width + 2, with: [0xFF, 0xFF])
      try bytes.write(to: partial)
      // FFmpeg may look into the stream and find the truth, which can be recovered.
      do {
        let movie = try UnfinishedMovie(url: partial)
        #expect(movie.size == Self.size)
      } catch MovieError.notUnfinished(_, let reason) {
        #expect(reason.contains("65535x48"))
      }
      #expect(try Data(contentsOf: partial) == bytes && !exists(film))
    }
  }

  /// Where the header and each fragment of a movie end.
  private static func fragmentEnds(of movie: Data) -> [Int] {
    var ends: [Int] = []
    var start = 0
    while start + 8 <= movie.count {
      if movie[start + 4..<start + 8] == Data("moof".utf8), start > 0 { ends.append(start) }
      start += movie[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
    }
    return Array(ends.dropFirst()) + [movie.count]
  }
}
