import ReelVideo
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

@Suite("What errors say")
struct ErrorTests {
  @Test("FFmpeg's codes keep their numbers and have the library's words")
  func ffmpeg() {
    #expect(FFmpegError.Code.systemError(ENOSPC).rawValue == -ENOSPC)
    let full = FFmpegError(.systemError(ENOSPC), operation: "avio_write")
    #expect(full.description == "avio_write failed: No space left on device")
    #expect(FFmpegError(.endOfStream, operation: "x").message == "End of file")
    let unknown = FFmpegError(.init(rawValue: -987_654), operation: "x")
    #expect(unknown.code.rawValue == -987_654)
    #expect(unknown.message.isEmpty == false)
  }

  @Test(
    "Every movie error is one line that names what it is about",
    arguments: [
      .encoderMissing(wanted: nil, available: ["h264_vaapi"]), .encoderMissing(wanted: "x", available: []),
      .folderMissing(path: "/a/"), .isFolder(path: "/a"), .alreadyExists(path: "/a"),
      .partialExists(path: "/a", isInUse: true), .partialExists(path: "/a", isInUse: false),
      .cannotCreate(path: "/a", reason: "r"), .unreadable(path: "/a", reason: "r"), .noFrames(path: "/a"),
      .writeFailed(path: "/a", bytesWritten: 12, reason: "r", partialPath: "/b"), .writerClosed,
      .encodingFailed(reason: "r", partialPath: nil),
    ] as [MovieError])
  func movie(error: MovieError) {
    let text = error.description
    #expect(!text.contains("\n"))
    #expect(text.count > 20)
    switch error {
    case .folderMissing, .isFolder, .alreadyExists, .partialExists, .cannotCreate, .unreadable, .noFrames:
      #expect(text.contains("/a"))
    case .writeFailed: #expect(text == "/a can't be written after 12 bytes: r; what was recorded until then is in /b")
    case .encoderMissing(_, let available): #expect(text.contains(available.first ?? "none"))
    case .encodingFailed: #expect(text == "the movie can't be encoded: r")
    case .writerClosed: #expect(text.contains("new writer"))
    }
  }
}
