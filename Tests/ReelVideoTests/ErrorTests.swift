import ReelGeometry
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
      .encoderRefused(size: PixelSize(width: 32, height: 16), reason: "r"), .unreadable(path: "/a", reason: "r"),
      .memoryShort(size: PixelSize(width: 32, height: 16), neededBytes: 9, freeBytes: nil),
      .memoryShort(size: PixelSize(width: 32, height: 16), neededBytes: 9, freeBytes: 8),
      .notUnfinished(path: "/a", reason: "r"), .noFrames(path: "/a"), .writerClosed,
      .encodingFailed(reason: "r", partialPath: nil),
      .memoryShort(size: PixelSize(width: 32, height: 16), neededBytes: 9 << 20, freeBytes: nil),
    ] as [MovieError])
  func movie(error: MovieError) {
    let text = error.description
    #expect(!text.contains("\n"))
    #expect(text.count > 20)
    switch error {
    case .unreadable, .notUnfinished, .noFrames: #expect(text.contains("/a"))
    case .encoderRefused, .memoryShort: #expect(text.contains("32x16"))
    case .encoderMissing(let wanted, let available): #expect(text.contains(wanted ?? available.first ?? "none"))
    case .encodingFailed: #expect(text == "the movie can't be encoded: r")
    case .writerClosed: #expect(text.contains("new writer"))
    }
  }

  @Test(
    "Every error of a place is one line: what, on what, why, what to do",
    arguments: [
      (.folderMissing(path: "a/"), "the folder a/ is not there: make it first, or choose another"),
      (.isFolder(path: "a"), "a is a folder: name a file"),
      (
        .isNoFile(path: "a", kind: "a pipe"),
        "a is a pipe, not a file: name a file, or use -o - and send standard output there"
      ),
      (.alreadyExists(path: "a"), "a is there already and must not be replaced: choose another name"),
      (
        .alreadyExists(path: "a", keptPath: "b"),
        "a is there now and must not be replaced: what was recorded is whole and in b"
      ),
      (.inUse(path: "a"), "a is being written by another recording: wait for it, or choose another name"),
      (
        .leftover(path: "a"),
        "a was left by a recording that did not finish, and holds what it recorded: "
          + "finish it with capture recover a, delete it, or choose another name"
      ),
      (.cannotCreate(path: "a", reason: "r"), "a can't be created: r"),
      (.writeFailed(path: "a", bytesWritten: 12, reason: "r"), "a can't be written after 12 bytes: r"),
      (
        .leftover(path: "it's a.mp4"),
        "it's a.mp4 was left by a recording that did not finish, and holds what it recorded: "
          + #"finish it with capture recover 'it'\''s a.mp4', delete it, or choose another name"#
      ),
      (
        .writeFailed(path: "a", bytesWritten: 12, reason: "r", freeBytes: 7),
        "a can't be written after 12 bytes, with 7 bytes free: r"
      ),
      (
        .writeFailed(path: "a", bytesWritten: 12, reason: "r", keptPath: "b"),
        "a can't be written after 12 bytes: r; what was recorded until then is in b"
      ),
    ] as [(OutputError, String)])
  func output(error: OutputError, text: String) {
    #expect(error.description == text)
  }

  @Test(
    "A reason says what to do where there is something to do",
    arguments: [
      (ENOSPC, "No space left on device: free some space or choose another disk"),
      (EACCES, "Permission denied: choose a folder that you may write to"),
      (EROFS, "Read-only file system: choose a folder that you may write to"),
      (ENAMETOOLONG, "File name too long: choose a shorter name"),
      (EFBIG, "the limit of the file size was reached (see ulimit -f)"), (EPIPE, "Broken pipe: the reader has gone"),
      (ENXIO, "No such device or address"),
    ])
  func reasons(number: Int32, text: String) {
    #expect(OutputError.reason(errno: number) == text)
  }

  @Test("An encoder that is refused is not listed among those to use")
  func encoders() {
    let here = ["libx264", "h264_vaapi"]
    #expect(
      MovieError.encoderMissing(wanted: "h264_vaapi", available: here).description
        == "the encoder h264_vaapi is not supported: use libx264")
    #expect(
      MovieError.encoderMissing(wanted: "x", available: here).description
        == "the encoder x is not an H.264 encoder of this FFmpeg: use libx264")
  }
}
