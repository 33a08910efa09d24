import Foundation
import ReelCanvas
import ReelFiles
import ReelGeometry
import ReelTestSupport
import Testing

@testable import ReelVideo

@Suite("A movie to standard output")
struct StandardOutputTests {
  private let size = PixelSize(width: 160, height: 96)

  private func writer(to descriptor: Int32, _ format: StreamFormat = .mp4) throws -> MovieWriter {
    try MovieWriter(
      to: .stream(format), configuration: VideoConfiguration(size: size, frameRate: 10), standardOutput: descriptor)
  }

  /// Writes frames, and a later end, to a pipe that is read meanwhile.
  private func piped(
    _ format: StreamFormat, frames: Int, length: Int, pixelFormat: PixelFormat = .yuv420p
  ) async throws -> (Data, MovieSummary) {
    let pipe = Pipe()
    async let reading = pipe.readAside()
    let writer = try MovieWriter(
      to: .stream(format), configuration: VideoConfiguration(size: size, frameRate: 25, pixelFormat: pixelFormat),
      standardOutput: pipe.fileHandleForWriting.fileDescriptor)
    try await writer.append(frames) { .numbered($0, size) }
    let summary = try await writer.finish(frameCount: length)
    try pipe.fileHandleForWriting.close()
    return (try await reading, summary)
  }

  @Test("Matroska comes in clusters, and plays with every frame in order")
  func matroska() async throws {
    let (data, summary) = try await piped(.mkv, frames: 60, length: 70)
    #expect(summary.byteCount == data.count)
    try await withFolder { folder in
      let url = folder.appending(path: "piped.mkv")
      try data.write(to: url)
      let frames = try MovieReader(url: url).remainingFrames()
      #expect(frames.map { $0.time?.frameIndex(at: 25) } == Array(0..<70))
      // A second at most waits in memory, so nothing that came before it is lost when the writer dies.
      let half = folder.appending(path: "half.mkv")
      try data.prefix(data.count / 2).write(to: half)
      #expect(try MovieReader(url: half).nextFrame()?.index == 0)
    }
  }

  @Test(
    "Planes come as they were converted, with a head in YUV4MPEG2 and alone as raw",
    arguments: [PixelFormat.yuv420p, .yuv444p])
  func planes(pixelFormat: PixelFormat) async throws {
    let (y4m, summary) = try await piped(.y4m, frames: 3, length: 5, pixelFormat: pixelFormat)
    let (raw, _) = try await piped(.raw, frames: 3, length: 5, pixelFormat: pixelFormat)
    #expect(summary.byteCount == y4m.count && summary.frameCount == 5 && summary.encoder == "rawvideo")
    let chroma = pixelFormat == .yuv420p ? "420mpeg2 XYSCSS=420MPEG2" : "444 XYSCSS=444"
    var expected = Data("YUV4MPEG2 W160 H96 F25:1 Ip A1:1 C\(chroma) XCOLORRANGE=LIMITED\n".utf8)
    var planes = Data()
    for index in [0, 1, 2, 2, 2] {
      var converter = try PixelConverter(size: size, format: pixelFormat)
      try converter.convert(.numbered(index, size), changed: .all(of: size))
      let picture = (0..<3).flatMap { converter.frame.plane($0) }
      #expect(picture.count == 160 * 96 * (pixelFormat == .yuv420p ? 3 : 6) / 2)
      expected += Data("FRAME\n".utf8) + picture
      planes += picture
    }
    #expect(y4m == expected)
    #expect(raw == planes)
  }

  @Test("A reader that goes away is an error that says so, in every format", arguments: StreamFormat.allCases)
  func readerGone(format: StreamFormat) async throws {
    signal(SIGPIPE, SIG_IGN)
    let pipe = Pipe()
    let writer = try writer(to: pipe.fileHandleForWriting.fileDescriptor, format)
    try pipe.fileHandleForReading.close()
    let error = await #expect(throws: OutputError.self) {
      try await writer.append(30) { .numbered($0, size) }
      try await writer.finish()
    }
    let reason = "Broken pipe: the reader closed it"
    #expect(error == .writeFailed(path: "standard output", bytesWritten: 0, reason: reason))
    await #expect(throws: MovieError.writerClosed) { try await writer.finish() }
  }

  @Test("A pipe gets a fragmented movie that plays, with every frame in order")
  func pipe() async throws {
    try await withFolder { folder in
      let pipe = Pipe()
      let descriptor = pipe.fileHandleForWriting.fileDescriptor
      async let reading = pipe.readAside()
      let writer = try writer(to: descriptor)
      try await writer.append(47) { .numbered($0, size) }
      let summary = try await writer.finish()
      try pipe.fileHandleForWriting.close()
      let data = try await reading
      #expect(summary.url == nil)
      #expect(summary.frameCount == 47)
      #expect(summary.byteCount == data.count)
      #expect(Atoms([UInt8](data)).topLevel.starts(with: ["ftyp", "moov", "moof", "mdat", "moof"]))
      let url = folder.appending(path: "piped.mp4")
      try data.write(to: url)
      let reader = try MovieReader(url: url)
      #expect(reader.facts.colors == .bt709)
      #expect(try reader.remainingFrames().map { $0.time?.frameIndex(at: 10) } == Array(0..<47))
    }
  }

  @Test("The stream promises no length: saved whole it has the exact one, and cut off that of what is there")
  func length() async throws {
    let (data, _) = try await piped(.mp4, frames: 60, length: 70)
    // Whatever the header promised would be wrong after an interruption, which no reader of a pipe can tell from the end.
    let atoms = Atoms([UInt8](data))
    #expect(atoms.payload(of: "mvhd")?.dropFirst(12).prefix(4).allSatisfy { $0 == 0 } == true)
    #expect(atoms.payload(of: "mdhd")?.dropFirst(12).prefix(4).allSatisfy { $0 == 0 } == true)
    #expect(data.firstRange(of: Data("mehd".utf8)) == nil)
    guard let ffprobe = Program.find("ffprobe") else { return }
    try await withFolder { folder in
      func length(of data: Data) throws -> Double? {
        let url = folder.appending(path: "piped.mp4")
        try data.write(to: url)
        let words = ["-v", "error", "-show_entries", "format=duration", "-of", "csv=p=0", url.path]
        let text = String(decoding: try Program.run(ffprobe, words).output, as: UTF8.self)
        return Double(text.trimmingCharacters(in: .whitespacesAndNewlines))
      }
      let whole = try length(of: data)
      #expect(whole == 2.8)
      let ends = data.ranges(of: Data("moof".utf8)).map { $0.lowerBound - 4 }
      #expect(ends.count >= 5)
      for end in ends.dropFirst() {
        let cut = try length(of: data.prefix(end))
        let frames = try MovieReader(url: folder.appending(path: "piped.mp4")).remainingFrames()
        #expect(cut == Double(frames.count) / 25 && frames.count < 70, "cut at \(end)")
      }
    }
  }

  @Test("No frames: an error, and not a byte is sent")
  func noFrames() async throws {
    let pipe = Pipe()
    let writer = try writer(to: pipe.fileHandleForWriting.fileDescriptor)
    await #expect(throws: MovieError.noFrames(path: "standard output")) { try await writer.finish() }
    try pipe.fileHandleForWriting.close()
    #expect(try await pipe.readAside() == Data())
  }

  @Test("A stream that is closed, or only open for reading, is refused before any work")
  func closed() throws {
    let expected = OutputError.cannotCreate(
      path: "standard output", reason: "it is closed: redirect it to a file or a program")
    #expect(throws: expected) { try writer(to: 100_000) }
    let reading = try #require(FileHandle(forReadingAtPath: "/dev/null"))
    #expect(throws: expected) { try writer(to: reading.fileDescriptor) }
  }

  #if os(Linux)
    @Test("A full disk is an error that says so, and nothing else is taken afterwards")
    func diskFull() async throws {
      let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
      let writer = try writer(to: full.fileDescriptor)
      let error = await #expect(throws: OutputError.self) {
        try await writer.append(200) { .numbered($0, size) }
        try await writer.finish()
      }
      // Not a byte was taken, whatever was meant for it.
      let reason = "No space left on device: free some space or choose another disk"
      #expect(error == .writeFailed(path: "standard output", bytesWritten: 0, reason: reason))
      await #expect(throws: MovieError.writerClosed) { try await writer.finish() }
    }

    @Test("A disk that fills up only at the end is noticed too")
    func diskFullAtTheEnd() async throws {
      let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
      let writer = try writer(to: full.fileDescriptor)
      // One frame: every byte is still in a buffer when the movie is closed.
      try await writer.append(1) { .numbered($0, size) }
      let error = await #expect(throws: OutputError.self) { try await writer.finish() }
      #expect(error?.description.contains("No space left on device") == true)
    }
  #endif
}

extension Pipe {
  /// Reads to the end on a thread of its own.
  ///
  /// The end comes when the last process that inherited the pipe is gone, so a task that waited for it could hold up the one
  /// that would end that process.
  fileprivate func readAside() async throws -> Data {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread { [self] in
        continuation.resume(with: Result { try fileHandleForReading.readToEnd() ?? Data() })
      }
    }
  }
}
