import ReelTestSupport
import Foundation
import ReelCanvas
import ReelFiles
import ReelGeometry
import ReelTiming
import ReelVideo
import Testing

@Suite("Where a movie goes")
struct MovieFileTests {
  private let size = PixelSize(width: 64, height: 48)

  private func writer(_ url: URL, replacing: ReplacementPolicy = .named) throws -> MovieWriter {
    try MovieWriter(
      to: .file(url, replacing: replacing),
      configuration: VideoConfiguration(size: size, frameRate: 10))
  }

  @Test(
    "Names with signs that mean something elsewhere are only names",
    arguments: [
      "-dash.mp4", "a:b.mp4", "file:x.mp4", "100%.mp4", "%04d.mp4", "with space.mp4", "ümläut 影.mp4", "q?a=b#c.mp4",
      "it's \"quoted\".mp4", ".hidden.mp4", "two.dots.mp4", "UPPER.MP4", "back\\slash.mp4", "new\nline.mp4",
      "http:x.mp4", "pipe:1.mp4", "a,b|c.mkv", "[1].mov",
    ])
  func names(name: String) async throws {
    try await withFolder { folder in
      let url = folder.appending(path: name, directoryHint: .notDirectory)
      try await writeMovie(to: url, frames: 2, size: size)
      #expect(try fileNames(in: folder) == [name])
      #expect(try MovieReader(url: url).remainingFrames().count == 2)
    }
  }

  @Test("Folders with such names work too")
  func folderNames() async throws {
    try await withFolder { folder in
      let inner = folder.appending(path: "a:b %d - x")
      try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: false)
      try await writeMovie(to: inner.appending(path: "movie.mp4"), frames: 2, size: size)
      #expect(try fileNames(in: inner) == ["movie.mp4"])
    }
  }

  @Test("Another ending, or none, is refused with those there are", arguments: ["movie.avi", "movie", "mp4", "a.mp4."])
  func endings(name: String) async throws {
    try await withFolder { folder in
      let error = #expect(throws: InvalidValue.self) { try writer(folder.appending(path: name)) }
      #expect(error?.expected == "a name that ends in one of .mp4, .m4v, .mov, .mkv, .webm")
      let left = try fileNames(in: folder)
      #expect(left == [])
    }
  }

  @Test("The old file stays until the new one is complete")
  func replaces() async throws {
    try await withFolder { folder in
      let url = folder.appending(path: "movie.mp4")
      try Data("before".utf8).write(to: url)
      let writer = try writer(url)
      try await writer.append(40) { .numbered($0, size) }
      #expect(try Data(contentsOf: url) == Data("before".utf8))
      try await writer.finish()
      #expect(try MovieReader(url: url).remainingFrames().count == 40)
      #expect(try fileNames(in: folder) == ["movie.mp4"])
    }
  }

  @Test("A file that must not be replaced is refused before anything is made")
  func noClobber() async throws {
    try await withFolder { folder in
      let url = folder.appending(path: "movie.mp4")
      try Data("before".utf8).write(to: url)
      #expect(throws: OutputError.alreadyExists(path: url.path)) { try writer(url, replacing: .never) }
      #expect(try fileNames(in: folder) == ["movie.mp4"])
    }
  }

  @Test("A file that appears while the movie is written is not replaced either, and the movie is kept")
  func noClobberRace() async throws {
    try await withFolder { folder in
      let url = folder.appending(path: "movie.mp4")
      let writer = try writer(url, replacing: .never)
      try await writer.append(5) { .numbered($0, size) }
      try Data("newcomer".utf8).write(to: url)
      let partial = folder.appending(path: "movie.partial.mp4")
      await #expect(throws: OutputError.alreadyExists(path: url.path, keptPath: partial.path)) {
        try await writer.finish()
      }
      #expect(try Data(contentsOf: url) == Data("newcomer".utf8))
      #expect(try MovieReader(url: partial).remainingFrames().count == 5)
      #expect(try fileNames(in: folder) == ["movie.mp4", "movie.partial.mp4"])
    }
  }

  @Test("Without a file in the way, one that must not be replaced is written")
  func noClobberFree() async throws {
    try await withFolder { folder in
      let url = folder.appending(path: "movie.mp4")
      let writer = try writer(url, replacing: .never)
      try await writer.append(5) { .numbered($0, size) }
      try await writer.finish()
      #expect(try fileNames(in: folder) == ["movie.mp4"])
    }
  }

  @Test("A missing folder, a folder in the way and a file where the folder should be are refused")
  func refusedPaths() async throws {
    try await withFolder { folder in
      let missing = folder.appending(path: "missing/movie.mp4")
      #expect(throws: OutputError.folderMissing(path: folder.path + "/missing/")) { try writer(missing) }
      let occupied = folder.appending(path: "folder.mp4")
      try FileManager.default.createDirectory(at: occupied, withIntermediateDirectories: false)
      #expect(throws: OutputError.isFolder(path: occupied.path)) { try writer(occupied) }
      try Data().write(to: folder.appending(path: "file"))
      #expect(throws: OutputError.self) { try writer(folder.appending(path: "file/movie.mp4")) }
      #expect(try fileNames(in: folder) == ["file", "folder.mp4"])
    }
  }

  #if os(Linux)
    @Test("A folder in which nothing can be made is refused, also for the superuser")
    func noSuchFolder() {
      let error = #expect(throws: OutputError.self) { try writer(URL(filePath: "/proc/movie.mp4")) }
      guard case .cannotCreate(let path, _) = error else {
        Issue.record("another error: \(String(describing: error))")
        return
      }
      #expect(path.hasPrefix("/proc/movie"))
    }
  #endif

  @Test(
    "A folder that is closed to writing is refused", .enabled(if: geteuid() != 0, "the superuser may write anywhere"))
  func readOnly() async throws {
    try await withFolder { folder in
      chmod(folder.path, 0o555)
      defer { chmod(folder.path, 0o755) }
      let url = folder.appending(path: "movie.mp4")
      let expected = OutputError.cannotCreate(
        path: url.path, reason: "Permission denied: choose a folder that you may write to")
      #expect(throws: expected) { try writer(url) }
    }
  }

  @Test("Only files can be written")
  func otherSchemes() throws {
    let url = try #require(URL(string: "https://example.org/movie.mp4"))
    #expect(throws: OutputError.self) { try writer(url) }
  }

  @Test("A second writer to the same target is refused while the first is at work, and welcome afterwards")
  func twoWriters() async throws {
    try await withFolder { folder in
      let url = folder.appending(path: "movie.mp4")
      let partial = folder.appending(path: "movie.partial.mp4")
      let first = try writer(url)
      try await first.append(30) { .numbered($0, size) }
      #expect(throws: OutputError.inUse(path: partial.path)) { try writer(url) }
      // Another container is another movie.
      let other = try writer(folder.appending(path: "movie.mov"))
      try await other.append(3) { .numbered($0, size) }
      try await other.finish()
      try await first.finish()
      #expect(try MovieReader(url: url).remainingFrames().count == 30)
      let second = try writer(url)
      await second.cancel()
      #expect(try fileNames(in: folder) == ["movie.mov", "movie.mp4"])
    }
  }

  @Test("What another program has left where the movie would grow is not overwritten")
  func stalePartial() async throws {
    try await withFolder { folder in
      let url = folder.appending(path: "movie.mp4")
      let partial = folder.appending(path: "movie.partial.mp4")
      try Data("all that is left".utf8).write(to: partial)
      let expected = OutputError.cannotCreate(
        path: partial.path,
        reason: "it exists and is not a recording: move it away, or choose another name")
      #expect(throws: expected) { try writer(url) }
      #expect(try Data(contentsOf: partial) == Data("all that is left".utf8))
    }
  }

  @Test("An empty partial file that nobody holds is taken over")
  func emptyPartial() async throws {
    try await withFolder { folder in
      let url = folder.appending(path: "movie.mp4")
      try Data().write(to: folder.appending(path: "movie.partial.mp4"))
      let first = try writer(url)
      // Still empty, but held now.
      let expected = OutputError.inUse(path: folder.path + "/movie.partial.mp4")
      #expect(throws: expected) { try writer(url) }
      try await first.append(5) { .numbered($0, size) }
      try await first.finish()
      #expect(try MovieReader(url: url).remainingFrames().count == 5)
      #expect(try fileNames(in: folder) == ["movie.mp4"])
    }
  }

  @Test("Of many writers that begin at once exactly one wins")
  func race() async throws {
    try await withFolder { folder in
      let url = folder.appending(path: "movie.mp4")
      let writers = await withTaskGroup(of: MovieWriter?.self) { group in
        for _ in 0..<16 { group.addTask { try? writer(url) } }
        return await group.reduce(into: [MovieWriter]()) { list, writer in writer.map { list.append($0) } }
      }
      #expect(writers.count == 1)
      for writer in writers {
        try await writer.append(5) { .numbered($0, size) }
        try await writer.finish()
      }
      #expect(try MovieReader(url: url).remainingFrames().count == 5)
    }
  }

  @Test("A writer that is dropped before it wrote anything leaves nothing")
  func dropped() async throws {
    try await withFolder { folder in
      _ = try writer(folder.appending(path: "movie.mp4"))
      #expect(try fileNames(in: folder) == [])
    }
  }

  @Test("When the movie can't be moved to its path, the partial file is kept whole")
  func finishFails() async throws {
    try await withFolder { folder in
      let url = folder.appending(path: "movie.mp4")
      let writer = try writer(url)
      try await writer.append(30) { .numbered($0, size) }
      // A folder that appears at the path of the movie cannot be replaced by a file.
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
      let error = await #expect(throws: OutputError.self) { try await writer.finish() }
      let partial = folder.appending(path: "movie.partial.mp4")
      guard case .writeFailed(url.path, _, "Is a directory", partial.path, _) = error else {
        Issue.record("another error: \(String(describing: error))")
        return
      }
      #expect(try MovieReader(url: partial).remainingFrames().map(\.index) == Array(0..<30))
      #expect(try fileNames(in: folder) == ["movie.mp4", "movie.partial.mp4"])
    }
  }

  @Test("A partial file that was taken away is an error that says so, and a file that took its name stays")
  func partialLost() async throws {
    try await withFolder { folder in
      let url = folder.appending(path: "movie.mp4")
      let partial = folder.appending(path: "movie.partial.mp4")
      let writer = try writer(url)
      try await writer.append(30) { .numbered($0, size) }
      try FileManager.default.removeItem(at: partial)
      try Data("another's".utf8).write(to: partial)
      let error = await #expect(throws: OutputError.self) { try await writer.finish() }
      guard case .writeFailed(url.path, _, let reason, nil, _) = error else {
        Issue.record("another error: \(String(describing: error))")
        return
      }
      #expect(reason == "\(partial.path) was moved or removed while it was written")
      #expect(try fileNames(in: folder) == ["movie.partial.mp4"])
      #expect(try Data(contentsOf: partial) == Data("another's".utf8))
    }
  }

  @Test("The partial file plays while the movie is written, from time 0 and exactly", arguments: ["10", "30000/1001"])
  func partialPlays(rate: String) async throws {
    try await withFolder { folder in
      let rate = try FrameRate(parsing: rate)
      let configuration = VideoConfiguration(size: size, frameRate: rate)
      let writer = try MovieWriter(to: .file(folder.appending(path: "movie.mp4")), configuration: configuration)
      let count = rate.frameCount(seconds: 6)
      try await writer.append(count) { .numbered($0, size) }
      let reader = try MovieReader(url: folder.appending(path: "movie.partial.mp4"))
      let frames = try reader.remainingFrames()
      // All but what the encoder looks ahead (under 20 frames) and the fragment that is open (about a second).
      #expect(frames.count >= count - 20 - rate.frameCount(seconds: 1.5))
      #expect(frames.map { $0.time?.frameIndex(at: rate) } == Array(0..<frames.count))
      await writer.cancel()
    }
  }
}
