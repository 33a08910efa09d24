import Foundation
import ReelCanvas
import ReelFiles
import ReelGeometry
import ReelVideo
import Testing

@testable import ReelRecording

@Suite struct PictureSequenceTests {
  @Test(
    "A pattern has one number, and %% is a percent sign",
    arguments: [
      ("a/%04d.png", 7, "a/0007.png"), ("%d.png", 12, "12.png"), ("x%%y%02d", 123, "x%y123"),
      ("f-%09d-.png", 1, "f-000000001-.png"),
    ])
  func patterns(pattern: String, index: Int, path: String) throws {
    let names = try NumberedNames(pattern: "/" + pattern)
    #expect(names.url(of: index).path == "/" + path)
    #expect(names.number(of: names.url(of: index).lastPathComponent) == index)
    #expect(names.number(of: "other") == nil)
  }

  @Test(
    "Other patterns are refused",
    arguments: ["a.png", "%s.png", "%d-%d.png", "%4d.png", "%00d.png", "%", "%0", "%012d", "100%%.png"])
  func badPatterns(pattern: String) {
    #expect(throws: InvalidValue.self) { try NumberedNames(pattern: pattern) }
  }

  @Test(
    "Only names that would be given are names of the pattern",
    arguments: ["7.png", "00007.png", "+007.png", "-001.png", "٠٠٠٧.png", ".png", "0007.PNG"])
  func otherNames(name: String) throws {
    #expect(try NumberedNames(pattern: "%04d.png").number(of: name) == nil)
  }

  private static let size = PixelSize(width: 3, height: 2)

  private func withFolder(_ body: (URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("reel-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder)
  }

  /// The files of a folder; the manifest of its pictures is left out.
  private func files(_ folder: URL) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { !$0.hasSuffix(".manifest") }.sorted()
  }

  private func value(_ folder: URL, _ name: String) throws -> UInt8 {
    try Bitmap(pngAt: folder.appendingPathComponent(name))[2, 1].blue
  }

  /// A sequence that has begun and taken one frame for each value.
  private func begun(
    _ folder: URL, _ values: [UInt8], replacing: ReplacementPolicy = .named
  ) async throws -> PictureSequence {
    let sink = PictureSequence(names: NumberedNames(folder: folder), replacing: replacing)
    try await sink.begin(FrameStream(size: Self.size, frameRate: 10))
    for (index, value) in values.enumerated() { try await sink.append(Self.frame(index, value)) }
    return sink
  }

  private static func frame(_ index: Int, _ value: UInt8) -> Frame {
    var bitmap = Bitmap(size: size)
    bitmap[2, 1] = Pixel(red: 0, green: 0, blue: value)
    return Frame(time: FrameTime(index: index, frameRate: 10), bitmap: bitmap, changed: .all(of: size))
  }

  @Test("A sequence holds every frame, dropped and unchanged ones as the picture before them")
  func sequence() async throws {
    try await withFolder { folder in
      let sink = try await begun(folder, [10, 11])
      try await sink.append(Self.frame(4, 14))
      // Nothing has its name before all of it is made.
      #expect(try files(folder) == [".%d.png.partial"])
      let output = try await sink.finish(frameCount: 6)
      let names = try files(folder)
      #expect(names == ["0000.png", "0001.png", "0002.png", "0003.png", "0004.png", "0005.png"])
      #expect(try names.map { try value(folder, $0) } == [10, 11, 11, 11, 14, 14])
      let bytes = try names.map { try Data(contentsOf: folder.appendingPathComponent($0)).count }.reduce(0, +)
      #expect(output.byteCount == bytes)

      let second = PictureSequence(names: NumberedNames(folder: folder), replacing: .never)
      await #expect(throws: OutputError.alreadyExists(path: folder.path + "/0000.png")) {
        try await second.begin(FrameStream(size: Self.size, frameRate: 10))
      }
      await sink.cancel()
      #expect(try files(folder) == names)
    }
  }

  @Test("A shorter film leaves none of the pictures of a longer one, and nothing else is touched")
  func shorter() async throws {
    try await withFolder { folder in
      _ = try await begun(folder, [1, 2, 3, 4, 5]).finish(frameCount: 5)
      for name in ["00004.png", "notes.txt"] { try Data().write(to: folder.appendingPathComponent(name)) }
      chmod(folder.appendingPathComponent("0000.png").path, 0o600)
      _ = try await begun(folder, [21, 22]).finish(frameCount: 2)
      #expect(try files(folder) == ["0000.png", "00004.png", "0001.png", "notes.txt"])
      #expect(try value(folder, "0000.png") == 21)
      var status = stat()
      #expect(stat(folder.appendingPathComponent("0000.png").path, &status) == 0)
      #expect(status.st_mode & 0o777 == 0o600)
    }
  }

  @Test("A film that is cancelled leaves what was there, and no folder where there was none")
  func cancelled() async throws {
    try await withFolder { folder in
      await (try begun(folder, [1])).cancel()
      #expect(!FileManager.default.fileExists(atPath: folder.path))
      _ = try await begun(folder, [1, 2, 3]).finish(frameCount: 3)
      let sink = try await begun(folder, [21, 22])
      await sink.cancel()
      #expect(try files(folder) == ["0000.png", "0001.png", "0002.png"])
      #expect(try value(folder, "0000.png") == 1)
      await #expect(throws: MovieError.writerClosed) { try await sink.append(Self.frame(2, 23)) }
      await #expect(throws: MovieError.writerClosed) { try await sink.finish(frameCount: 2) }
    }
  }

  @Test("Two films of the same names are never made at once, those of other names are")
  func twoAtOnce() async throws {
    try await withFolder { folder in
      let first = try await begun(folder, [1])
      let expected = OutputError.inUse(path: folder.path + "/.%d.png.partial")
      await #expect(throws: expected) { try await begun(folder, [2]) }
      let other = PictureSequence(names: try NumberedNames(pattern: folder.path + "/b%02d.png"))
      try await other.begin(FrameStream(size: Self.size, frameRate: 10))
      try await other.append(Self.frame(0, 3))
      _ = try await other.finish(frameCount: 1)
      _ = try await first.finish(frameCount: 1)
      #expect(try files(folder) == ["0000.png", "b00.png"])
      _ = try await begun(folder, [2]).finish(frameCount: 1)
      #expect(try value(folder, "0000.png") == 2)
    }
  }

  @Test("What a film that died has left is kept, unless there is no picture in it")
  func leftover() async throws {
    try await withFolder { folder in
      let partial = folder.appendingPathComponent(".%d.png.partial")
      try FileManager.default.createDirectory(at: partial, withIntermediateDirectories: true)
      try Data("half".utf8).write(to: partial.appendingPathComponent("unfinished"))
      _ = try await begun(folder, [1]).finish(frameCount: 1)
      #expect(try files(folder) == ["0000.png"])
      try FileManager.default.createDirectory(at: partial, withIntermediateDirectories: true)
      try Data("picture".utf8).write(to: partial.appendingPathComponent("0000.png"))
      await #expect(throws: OutputError.leftover(path: partial.path)) { try await begun(folder, [2]) }
      #expect(try files(partial) == ["0000.png"])
      // A link to another folder is not followed.
      try FileManager.default.removeItem(at: partial)
      try FileManager.default.createSymbolicLink(atPath: partial.path, withDestinationPath: "/tmp")
      await #expect(throws: OutputError.self) { try await begun(folder, [2]) }
    }
  }

  @Test(
    "A picture that appears meanwhile is not replaced, nor removed, and the film is kept",
    arguments: [ReplacementPolicy.never, .named], ["0001.png", "0007.png"])
  func newcomer(policy: ReplacementPolicy, name: String) async throws {
    try await withFolder { folder in
      let sink = try await begun(folder, [1, 2, 3], replacing: policy)
      let newcomer = folder.appendingPathComponent(name)
      try Data("newcomer".utf8).write(to: newcomer)
      let partial = folder.appendingPathComponent(".%d.png.partial")
      let error =
        policy == .never
        ? OutputError.alreadyExists(path: newcomer.path, keptPath: partial.path)
        : OutputError.foreign(path: newcomer.path, keptPath: partial.path)
      await #expect(throws: error) { try await sink.finish(frameCount: 3) }
      await sink.cancel()
      #expect(try files(folder) == [".%d.png.partial", name])
      #expect(try files(partial) == ["0000.png", "0001.png", "0002.png"])
      #expect(try Data(contentsOf: newcomer) == Data("newcomer".utf8))
    }
  }

  @Test("Where writing fails the pictures so far are kept, and the error says where")
  func failure() async throws {
    try await withFolder { folder in
      let sink = try await begun(folder, [1, 2])
      let partial = folder.appendingPathComponent(".%d.png.partial")
      // In the way of the next picture.
      let block = partial.appendingPathComponent("0002.png/x")
      try FileManager.default.createDirectory(at: block, withIntermediateDirectories: true)
      let error = await #expect(throws: OutputError.self) { try await sink.append(Self.frame(2, 3)) }
      guard case .writeFailed(folder.path + "/0002.png", let bytes, "Is a directory", partial.path, _) = error else {
        Issue.record("another error: \(String(describing: error))")
        return
      }
      #expect(bytes > 0)
      await sink.cancel()
      #expect(try files(partial) == ["0000.png", "0001.png", "0002.png"])
    }
  }

  @Test("A film without pictures is an error and leaves nothing")
  func noFrames() async throws {
    try await withFolder { folder in
      let sink = try await begun(folder, [])
      await #expect(throws: MovieError.noFrames(path: folder.path)) { try await sink.finish(frameCount: 3) }
      #expect(!FileManager.default.fileExists(atPath: folder.path))
    }
  }

  @Test("A folder whose parent is missing, and a file of its name, are refused before work begins")
  func missingParent() async throws {
    await #expect(throws: OutputError.folderMissing(path: "/nonexistent/parent/")) {
      try await begun(URL(fileURLWithPath: "/nonexistent/parent/frames"), [])
    }
    try await withFolder { file in
      try Data("file".utf8).write(to: file)
      await #expect(throws: OutputError.self) { try await begun(file, []) }
      #expect(try Data(contentsOf: file) == Data("file".utf8))
    }
  }

  @Test("A movie sink that has not begun, or has ended, takes nothing and says so")
  func closedMovieSink() async throws {
    let sink = MovieSink(to: .standardOutput)
    await #expect(throws: MovieError.writerClosed) { try await sink.append(Self.frame(0, 1)) }
    await #expect(throws: MovieError.writerClosed) { try await sink.finish(frameCount: 1) }
    try await sink.begin(FrameStream(size: PixelSize(width: 16, height: 16), frameRate: 10))
    await sink.cancel()
    await #expect(throws: MovieError.writerClosed) { try await sink.append(Self.frame(0, 1)) }
  }
}
