import Foundation
import ReelCanvas
import ReelGeometry
import ReelTestSupport
import ReelTiming
import Testing

@testable import ReelVideo

@Suite("Films with sound")
struct FilmSoundTests {
  private let size = PixelSize(width: 64, height: 48)

  /// Bursts of noise, and where they begin in samples.
  private struct Bursts {
    let tracks: FilmTracks
    let starts: [Int]
    let noise: [Float]

    init(in folder: URL, at times: [Double]) throws {
      let wave = Wave.noise(seconds: 0.1)
      let path = try wave.write(to: folder.appending(path: "noise.wav"))
      var tracks = FilmTracks()
      tracks.sound.pieces = times.map { SoundPiece(path, at: $0) }
      self.tracks = tracks
      starts = times.map { Int(($0 * 48_000).rounded()) }
      noise = wave.samples.enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
    }

    func check(_ path: String) async throws -> DecodedSound {
      let sound = try await DecodedSound(of: path)
      for start in starts { #expect(sound.lag(of: noise, at: start) == 0, "the burst at \(start) in \(path)") }
      return sound
    }
  }

  private func write(
    _ url: URL, _ frames: Int, _ rate: FrameRate, _ tracks: FilmTracks, stills: VideoConfiguration.Stills = .skip
  ) async throws {
    let writer = try MovieWriter(
      to: .file(url), configuration: VideoConfiguration(size: size, frameRate: rate, stills: stills), tracks: tracks)
    try await writer.append(frames) { .numbered($0, size) }
    try await writer.finish()
  }

  @Test(
    "Every sound is heard at its sample, in every container and at every rate",
    arguments: ["mp4", "m4v", "mov", "mkv"], ["10", "30000/1001", "60"])
  func onsets(ending: String, rate: String) async throws {
    let frameRate = try FrameRate(parsing: rate)
    try await withFolder { folder in
      let bursts = try Bursts(in: folder, at: [0, 0.5, 1.00125, 1.8])
      let url = folder.appending(path: "film.\(ending)")
      let frames = frameRate.frameCount(seconds: 2)
      try await write(url, frames, frameRate, bursts.tracks)
      let sound = try await bursts.check(url.path)
      // As long as the pictures, but for what the codec fills its last packet with.
      let length = frames * 48_000 * frameRate.denominator / frameRate.numerator
      #expect((length - 1...length + 1024).contains(sound.left.count), "\(sound.left.count) samples for \(length)")
      #expect(try fileNames(in: folder) == ["film.\(ending)", "noise.wav"])
    }
  }

  @Test("The packets of the pictures are the same with and without sound", arguments: ["mp4", "mov", "mkv"])
  func pictures(ending: String) async throws {
    try await withFolder { folder in
      let bursts = try Bursts(in: folder, at: [0.3])
      for stills in VideoConfiguration.Stills.allCases {
        var hashes: [String] = []
        for (name, tracks) in [("loud", bursts.tracks), ("silent", FilmTracks())] {
          let url = folder.appending(path: "\(name)-\(stills).\(ending)")
          try await write(url, 75, 25, tracks, stills: stills)
          let program = try #require(findProgram("ffmpeg"))
          let hash = try await run(
            program,
            ["-nostdin", "-v", "error", "-copyts", "-i", url.path, "-map", "0:v", "-c", "copy", "-f", "framehash", "-"])
          #expect(hash.status == 0)
          hashes.append(hash.output)
        }
        #expect(hashes[0] == hashes[1] && hashes[0].split(separator: "\n").count > 75)
      }
    }
  }

  @Test("What a crash leaves has its sound, and is finished with it")
  func unfinished() async throws {
    try await withFolder { folder in
      let bursts = try Bursts(in: folder, at: [0, 0.5, 1.2])
      for ending in ["mp4", "mkv"] {
        let url = folder.appending(path: "film.\(ending)")
        let partial = folder.appending(path: ending == "mp4" ? "film.partial.mp4" : "film.mkv.partial.mp4")
        let writer = try MovieWriter(
          to: .file(url), configuration: VideoConfiguration(size: size, frameRate: 30, delay: .none),
          tracks: bursts.tracks)
        try await writer.append(90) { .numbered($0, size) }
        await writer.abandon()
        _ = try await bursts.check(partial.path)
        // Torn as well.
        let whole = try Data(contentsOf: partial)
        try whole.prefix(whole.count - 1000).write(to: partial)
        let movie = try UnfinishedMovie(url: partial)
        #expect(movie.frameCount >= 60)
        try movie.finish()
        _ = try await bursts.check(url.path)
        #expect(try MovieReader(url: url).remainingFrames().count == movie.frameCount)
      }
    }
  }

  @Test(
    "Every codec has its sound in every container that holds it, also after a crash", arguments: VideoCodec.allCases)
  func codecs(codec: VideoCodec) async throws {
    guard EncoderCatalog.hasEncoder(for: codec) else { return }
    try await withFolder { folder in
      let bursts = try Bursts(in: folder, at: [0, 0.5])
      var configuration = VideoConfiguration(size: size, frameRate: 10)
      configuration.use(codec)
      configuration.delay = .none
      for container in MediaContainer.recordable where codec.fits(container) {
        for isLeft in [false, true] {
          let url = folder.appending(path: "film-\(isLeft).\(container.rawValue)")
          let writer = try MovieWriter(to: .file(url), configuration: configuration, tracks: bursts.tracks)
          try await writer.append(30) { .numbered($0, size) }
          if isLeft {
            let path = try #require(await writer.abandon())
            try UnfinishedMovie(url: URL(filePath: path)).finish()
          } else {
            try await writer.finish()
          }
          _ = try await bursts.check(url.path)
        }
      }
    }
  }

  @Test(
    "A film is not recovered into a container that can't hold its pictures or sound, and the error names those that can",
    arguments: [
      (VideoCodec.h264, "mp4", "webm", "h264", ".mp4 or .m4v or .mov or .mkv (.webm takes vp9, av1, with opus)"),
      (.h264, "mkv", "mov", "h264 and opus", ".mp4 or .m4v or .mkv"), (.vp9, "mp4", "webm", "aac and vp9", ".mp4 or"),
    ])
  func otherContainer(codec: VideoCodec, ending: String, other: String, names: String, endings: String) async throws {
    guard EncoderCatalog.hasEncoder(for: codec) else { return }
    try await withFolder { folder in
      let tracks = names.contains("and") ? try Bursts(in: folder, at: [0]).tracks : FilmTracks()
      var configuration = VideoConfiguration(size: size, frameRate: 10)
      configuration.use(codec)
      configuration.delay = .none
      let writer = try MovieWriter(
        to: .file(folder.appending(path: "film.\(ending)")), configuration: configuration, tracks: tracks)
      try await writer.append(30) { .numbered($0, size) }
      let path = try #require(await writer.abandon())
      let before = try fileNames(in: folder)
      let error = #expect(throws: InvalidValue.self) {
        try UnfinishedMovie(
          url: URL(filePath: path), destination: .file(folder.appending(path: "other.\(other)")))
      }
      let text = "\(error.map { "\($0)" } ?? "")"
      #expect(
        text.hasPrefix("a .\(other) file can't hold this film, which is \(names): name a file that ends in "), "\(text)"
      )
      #expect(text.contains(endings), "\(text)")
      #expect(try fileNames(in: folder) == before)
    }
  }

  @Test("A stream has its sound, too", arguments: [StreamFormat.mp4, .mkv])
  func streams(format: StreamFormat) async throws {
    try await withFolder { folder in
      let bursts = try Bursts(in: folder, at: [0, 0.5, 1.2])
      let url = folder.appending(path: "film.\(format.rawValue)")
      try Data().write(to: url)
      let file = try FileHandle(forWritingTo: url)
      let writer = try MovieWriter(
        to: .stream(format), configuration: VideoConfiguration(size: size, frameRate: 25), tracks: bursts.tracks,
        standardOutput: file.fileDescriptor)
      try await writer.append(50) { .numbered($0, size) }
      try await writer.finish()
      try file.close()
      _ = try await bursts.check(url.path)
    }
  }

  @Test("A film of one frame has sound, and a sound that is longer than its film ends with it")
  func short() async throws {
    try await withFolder { folder in
      let path = try Wave.noise(seconds: 3).write(to: folder.appending(path: "noise.wav"))
      var tracks = FilmTracks()
      tracks.sound.pieces = [SoundPiece(path)]
      for (frames, rate) in [(1, FrameRate(60)), (1, FrameRate(1)), (10, FrameRate(10))] {
        let url = folder.appending(path: "film.mp4")
        try await write(url, frames, rate, tracks)
        let count = try await DecodedSound(of: url.path).left.count
        let length = frames * 48_000 / rate.numerator
        #expect((length - 1...length + 1024).contains(count), "\(count) samples for \(length)")
      }
    }
  }
}
