import Foundation
import ReelCanvas
import ReelFiles
import ReelGeometry
import ReelTestSupport
import ReelTiming
import Testing

@testable import ReelVideo

@Suite("What stands beside the pictures of a film")
struct FilmTracksTests {
  private let size = PixelSize(width: 64, height: 48)

  /// Chapters and captions, also beyond the end of a film of three seconds.
  private var tracks: FilmTracks {
    var tracks = FilmTracks()
    tracks.chapters = [FilmChapter("One", at: 0), FilmChapter("Two & „zwei“", at: 1.5), FilmChapter("Late", at: 8)]
    tracks.captions = [
      CaptionTrack(
        [.init("Hello", from: 0.25, to: 1), .init("Two\nlines", from: 2, to: 9), .init("Late", from: 7, to: 8)],
        language: "en", isDefault: true), CaptionTrack([.init("Hallo 👋", from: 0.25, to: 1)], language: "de"),
    ]
    return tracks
  }

  private func write(_ frames: Int, to url: URL, _ tracks: FilmTracks) async throws -> MovieWriter {
    let writer = try MovieWriter(
      to: .file(url), configuration: VideoConfiguration(size: size, frameRate: 30), tracks: tracks)
    try await writer.append(frames) { .numbered($0, size) }
    return writer
  }

  @Test("A part of a film has the chapters and captions of its times")
  func clipped() {
    let part = tracks.clipped(to: TimeSpan(0.5, 2.5))
    #expect(part.chapters == [FilmChapter("One", at: 0), FilmChapter("Two & „zwei“", at: 1)])
    #expect(part.captions[0].cues == [.init("Hello", from: 0, to: 0.5), .init("Two\nlines", from: 1.5, to: 2)])
    #expect(part.captions[0].isDefault && part.captions.map(\.language) == ["en", "de"])
    #expect(tracks.clipped(to: TimeSpan(1.5, 2)).chapters == [FilmChapter("Two & „zwei“", at: 0)])
    #expect(tracks.clipped(to: TimeSpan(1.5, 1.75)).captions.isEmpty)
    #expect(tracks.clipped(to: TimeSpan(0, 10)) == tracks)
  }

  @Test("Every sample of a part of a film is that of the whole")
  func clippedSound() async throws {
    try await withFolder { folder in
      let noise = try Wave.noise(seconds: 0.7).write(to: folder.appending(path: "noise.wav"))
      let voice = try Wave.noise(seconds: 0.4, level: 0.1, seed: 2).write(to: folder.appending(path: "voice.wav"))
      var (music, faded, whole) = (SoundPiece(noise, at: 0.1), SoundPiece(noise, at: 0.2), FilmTracks())
      (music.loops, music.ducks, music.fadeIn, music.fadeOut, music.end) = (true, true, 1, 2, 6)
      (faded.from, faded.until, faded.fadeOut, faded.gain) = (0.1, 0.65, 0.5, -3)
      whole.sound.pieces = [
        music, faded, SoundPiece(voice, at: 1), SoundPiece(voice, at: 2.2), SoundPiece(voice, at: 4),
      ]
      let samples = try SoundMixer(whole.sound).read(48_000 * 7)
      for (start, end) in [(0.0, 7.0), (0.5, 1.5), (1.45, 2), (2.7, 3.9), (3.0, 7.0), (6.5, 7.0)] {
        let part = try SoundMixer(whole.clipped(to: TimeSpan(start, end)).sound)
        let range = Int(start * 96_000)..<Int(end * 96_000)
        var (left, same) = (range.count / 2, true)
        var position = range.lowerBound
        while left > 0 {
          let run = try part.read(min(left, 5000))
          // A tick of a fade may fall on the other side of a rounded time.
          same = same && zip(run, samples[position...]).allSatisfy { abs($0 - $1) < 1e-6 }
          (left, position) = (left - run.count / 2, position + run.count)
        }
        #expect(same, "from \(start) to \(end)")
      }
    }
  }

  @Test(
    "Finished later, a film has its chapters, captions and sound: it is the one of the recording, byte for byte",
    arguments: ["mp4", "mov", "mkv"])
  func unfinished(ending: String) async throws {
    try await withFolder { folder in
      let noise = try Wave.noise(seconds: 1).write(to: folder.appending(path: "noise.wav"))
      var tracks = tracks
      tracks.sound.pieces = [SoundPiece(noise, at: 0.3)]
      let url = folder.appending(path: "film.\(ending)")
      let kept = folder.appending(path: "kept")
      let writer = try await write(90, to: url, tracks)
      // A folder where the film should be: it can't be finished.
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
      await #expect(throws: OutputError.self) { try await writer.finish() }
      try FileManager.default.removeItem(at: url)
      let partial = folder.appending(path: ending == "mp4" ? "film.partial.mp4" : "film.\(ending).partial.mp4")
      try UnfinishedMovie(url: partial).finish()
      try FileManager.default.moveItem(at: url, to: kept)
      try await write(90, to: url, tracks).finish()
      #expect(try Data(contentsOf: url) == Data(contentsOf: kept))
      #expect(try await probe(url, "chapter_tags=title") == ["One", "Two & „zwei“"])
      #expect(try await probe(url, "stream=codec_type").filter { $0 == "subtitle" }.count == 2)
    }
  }

  @Test("A film of a few frames that breaks off keeps its chapters and captions as well")
  func few() async throws {
    try await withFolder { folder in
      let url = folder.appending(path: "film.mp4")
      let writer = try MovieWriter(
        to: .file(url), configuration: VideoConfiguration(size: size, frameRate: 30, delay: .none), tracks: tracks)
      // Less than a fragment has.
      try await writer.append(12) { .numbered($0, size) }
      await writer.abandon()
      try UnfinishedMovie(url: folder.appending(path: "film.partial.mp4")).finish()
      #expect(try await probe(url, "chapter_tags=title") == ["One"])
      #expect(try await probe(url, "stream=codec_name").filter { $0 == "mov_text" }.count == 2)
    }
  }

  @Test("An interrupted film has no words beyond its end", arguments: ["mp4", "mkv"])
  func interrupted(ending: String) async throws {
    try await withFolder { folder in
      let url = folder.appending(path: "film.\(ending)")
      try await write(90, to: url, tracks).finish()
      #expect(try await probe(url, "format=duration") == ["3.000000"])
      #expect(try await probe(url, "chapter_tags=title").count == 2)
    }
  }

  @Test("Whatever stands where chapters and captions are kept, the pictures are saved")
  func spoiled() async throws {
    try await withFolder { folder in
      let url = folder.appending(path: "film.mp4")
      await (try write(90, to: url, tracks)).abandon()
      let partial = folder.appending(path: "film.partial.mp4")
      let whole = try Data(contentsOf: partial)
      let box = try #require(whole.range(of: Data("uuid".utf8))).upperBound
      // The size of the box stands before its type.
      let end = whole[box - 8..<box - 4].reduce(0) { $0 << 8 | Int($1) } + box - 8
      try #require(whole[box..<end].contains(Data("chapters".utf8)))
      let frameCount = try UnfinishedMovie(url: partial).frameCount
      var random = Seeded()
      let seed = "\(random)"
      for _ in 0..<60 {
        var bytes = whole
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          bytes[Int.random(in: box..<end, using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
        try bytes.write(to: partial)
        try UnfinishedMovie(url: partial).finish()
        #expect(try MovieReader(url: url).facts.frameCount == frameCount, "\(seed)")
        try FileManager.default.removeItem(at: url)
      }
      // Another program's box says nothing.
      var bytes = whole
      bytes[box] ^= 1
      try bytes.write(to: partial)
      try UnfinishedMovie(url: partial).finish()
      #expect(try await probe(url, "chapter_tags=title").isEmpty)
    }
  }

  /// What ffprobe tells of a file, line by line.
  private func probe(_ url: URL, _ entries: String) async throws -> [String] {
    let program = try #require(findProgram("ffprobe"))
    let result = try await run(
      program, ["-v", "error", "-show_entries", entries, "-of", "csv=p=0:s=,:nk=1", url.path])
    return result.output.split(separator: "\n").map { $0.trimmingCharacters(in: ["\"", ","]) }
  }
}
