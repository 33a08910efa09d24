import Foundation
import ReelCanvas
import ReelGeometry
import Testing

@testable import ReelVideo

@Suite("A movie to standard output")
struct StandardOutputTests {
  private let size = PixelSize(width: 160, height: 96)

  private func writer(to descriptor: Int32) throws -> MovieWriter {
    try MovieWriter(
      to: .standardOutput, configuration: VideoConfiguration(size: size, frameRate: 10), standardOutput: descriptor)
  }

  @Test("A pipe gets a fragmented movie that plays, with every frame in its place")
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
      path: "standard output", reason: "it is closed: send it to a file or a program")
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
