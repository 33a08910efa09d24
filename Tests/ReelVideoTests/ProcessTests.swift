import ReelFiles

// Elsewhere the test program is a bundle that cannot be started by itself.
#if os(Linux)
  import Foundation
  import ReelCanvas
  import ReelGeometry
  import ReelTestSupport
  import ReelVideo
  import Testing

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
      #expect(reason == "the limit of the file size was reached (see ulimit -f)")
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
