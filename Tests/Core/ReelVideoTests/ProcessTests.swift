import ReelFiles

// Elsewhere the test program is a bundle that cannot be started by itself.
#if os(Linux)
  import Foundation
  import ReelCanvas
  import ReelGeometry
  import ReelTestSupport
  import Testing

  @testable import ReelVideo

  private let size = PixelSize(width: 320, height: 192)

  private func noiseWriter(_ folder: URL) throws -> MovieWriter {
    try MovieWriter(
      to: .file(folder.appending(path: "movie.mp4")), configuration: VideoConfiguration(size: size, frameRate: 10))
  }

  /// What the child processes of `ProcessTests` do; skipped in every other process.
  @Suite("Jobs of child processes")
  struct ChildJobs {
    @Test(.enabled(if: ChildJob.killed.isMine))
    func killed() async throws {
      let writer = try noiseWriter(ChildJob.folder)
      try await writer.append(60) { .numbered($0, size) }
      raise(SIGKILL)
    }

    @Test(.enabled(if: ChildJob.limited.isMine))
    func limited() async throws {
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit(rlim_cur: 400_000, rlim_max: 400_000)
      #expect(setrlimit(__rlimit_resource_t(UInt32(RLIMIT_FSIZE.rawValue)), &limit) == 0)
      let writer = try noiseWriter(ChildJob.folder)
      var generator = Seeded(seed: 1)
      let error = await #expect(throws: OutputError.self) {
        for index in 0..<300 {
          try await writer.append(.noise(size, using: &generator), changed: .all(of: size), at: index)
        }
      }
      let folder = ChildJob.folder
      guard
        case .writeFailed(folder.appending(path: "movie.mp4").path, let bytes, let reason, let partial, _?) = error
      else {
        Issue.record("another error: \(String(describing: error))")
        return
      }
      #expect(reason == "the file size limit was reached (see ulimit -f)")
      #expect((1...400_000).contains(bytes))
      #expect(partial == folder.appending(path: "movie.partial.mp4").path)
      await #expect(throws: MovieError.writerClosed) { try await writer.finish() }
    }

    @Test(.enabled(if: ChildJob.quiet.isMine))
    func quiet() async throws {
      try await writeMovie(to: ChildJob.folder.appending(path: "quiet.mp4"), frames: 3)
      #expect(throws: MovieError.self) { try MovieReader(url: ChildJob.folder.appending(path: "none.mp4")) }
      #expect(FFmpegLog.level == .quiet)
    }

    @Test(.enabled(if: ChildJob.talkative.isMine))
    func talkative() async throws {
      FFmpegLog.level = .verbose
      try await writeMovie(to: ChildJob.folder.appending(path: "talkative.mp4"), frames: 3)
      #expect(FFmpegLog.level == .verbose)
    }

    @Test(.enabled(if: ChildJob.darkening.isMine))
    func darkening() async throws {
      // With weighted prediction, films of this size were seen to differ.
      let size = PixelSize(width: 96, height: 64)
      var configuration = VideoConfiguration(size: size, frameRate: 10)
      configuration.use(.hevc)
      let writer = try MovieWriter(
        to: .file(ChildJob.folder.appending(path: "movie.mp4")), configuration: configuration)
      for index in 0..<40 {
        var picture = Bitmap(size: size)
        for y in 0..<size.height {
          for x in 0..<size.width {
            let (stripe, check) = ((x + index) / 9 % 2, (x / 16 + y / 16) % 2)
            let light = (40 + 120 * stripe + 60 * check) * (40 - index) / 40
            picture[x, y] = Pixel(
              red: UInt8(light), green: UInt8(light * x / size.width), blue: UInt8(light * y / size.height), alpha: 255)
          }
        }
        try await writer.append(picture, changed: .all(of: size), at: index)
      }
      try await writer.finish()
    }
  }

  @Suite("What happens to the process")
  struct ProcessTests {
    @Test("After kill -9 the partial file plays, and the target is as it was")
    func killed() async throws {
      try await withFolder { folder in
        let result = try await ChildJob.killed.run(in: folder)
        #expect(result.wasSignalled && result.status == SIGKILL)
        #expect(try fileNames(in: folder) == ["movie.partial.mp4"])
        let partial = folder.appending(path: "movie.partial.mp4")
        let frames = try MovieReader(url: partial).remainingFrames()
        #expect(frames.count >= 25)
        #expect(frames.map(\.index) == Array(0..<frames.count))
        let expected = OutputError.leftover(path: partial.path)
        #expect(throws: expected) { try noiseWriter(folder) }
      }
    }

    @Test("Where a file may not grow on, writing fails with the bytes written, and what is there plays")
    func limited() async throws {
      try await withFolder { folder in
        let result = try await ChildJob.limited.run(in: folder)
        #expect(result.status == 0 && !result.wasSignalled, "\(result.output)")
        #expect(try fileNames(in: folder) == ["movie.partial.mp4"])
        let reader = try MovieReader(url: folder.appending(path: "movie.partial.mp4"))
        #expect(try reader.nextFrame()?.index == 0)
        #expect(try reader.nextFrame()?.index == 1)
      }
    }

    @Test(
      "A film in H.265 does not depend on what memory held before",
      .enabled(
        if: !Sanitizer.isOn && (try? VideoCodec.hevc.encoder(wanted: nil)) != nil, "needs libx265 and plain memory"))
    func memory() async throws {
      var films: [Data] = []
      for byte in ["1", "85", "170", "254"] {
        let film = try await withFolder { folder in
          let result = try await ChildJob.darkening.run(in: folder, variables: ["MALLOC_PERTURB_": byte])
          #expect(result.status == 0 && !result.wasSignalled, "\(result.output)")
          return try Data(contentsOf: folder.appending(path: "movie.mp4"))
        }
        films.append(film)
      }
      #expect(Set(films).count == 1, "\(films)")
    }

    @Test("The encoder prints nothing, unless the log is raised")
    func log() async throws {
      try await withFolder { folder in
        let quiet = try await ChildJob.quiet.run(in: folder)
        #expect(quiet.status == 0 && !quiet.wasSignalled)
        #expect(!quiet.output.contains("libx264") && !quiet.output.contains("x264 ["), "\(quiet.output)")
        #expect(!quiet.output.contains("No such file"), "\(quiet.output)")
        let talkative = try await ChildJob.talkative.run(in: folder)
        #expect(talkative.status == 0 && !talkative.wasSignalled)
        #expect(talkative.output.contains("libx264"), "\(talkative.output)")
        #expect(try fileNames(in: folder) == ["quiet.mp4", "talkative.mp4"])
      }
    }
  }
#endif
