import ReelFiles
import ReelGeometry
import ReelPlatform
import ReelVideo
import Testing

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
      .codecMissing(.hevc, wanted: nil), .codecMissing(.av1, wanted: "x"), .codecMissing(.vp9, wanted: "libvpx-vp9"),
      .notUnfinished(path: "/a", reason: "r"), .noFrames(path: "/a"), .writerClosed,
      .encodingFailed(reason: "r", partialPath: nil),
      .memoryShort(size: PixelSize(width: 32, height: 16), neededBytes: 9 << 20, freeBytes: nil),
      .picturesTooLarge(path: "/a", size: PixelSize(width: 65_535, height: 64)), .settingsRefused(.av1, reason: "r"),
      .filmIncomplete(path: "/a", holds: "1 of 2 pictures", partialPath: "/b"),
      .partlyRecovered(path: "/a", frameCount: 1, partialPath: "/b"),
    ] as [MovieError])
  func movie(error: MovieError) {
    let text = error.description
    #expect(!text.contains("\n"))
    #expect(text.count > 20)
    switch error {
    case .unreadable, .notUnfinished, .noFrames: #expect(text.contains("/a"))
    case .picturesTooLarge: #expect(text.contains("/a") && text.contains("65535x64"))
    case .filmIncomplete, .partlyRecovered: #expect(text.contains("/a") && text.contains("/b"))
    case .settingsRefused(let codec, _):
      #expect(text.contains("the \(codec.rawValue) encoder") && !text.contains("memory"))
    case .encoderRefused, .memoryShort: #expect(text.contains("32x16"))
    case .encoderMissing(let wanted, let available): #expect(text.contains(wanted ?? available.first ?? "none"))
    case .encodingFailed: #expect(text == "the movie can't be encoded: r")
    case .codecMissing(let codec, _): #expect(text.contains(codec.rawValue))
    case .writerClosed: #expect(text.contains("new writer"))
    }
  }

  @Test("A failure of the system that FFmpeg hands on is known as one, and its own failures are not")
  func handedOn() {
    let full = FFmpegError(.systemError(ENOSPC), operation: "avio_write")
    #expect(full.systemError == SystemError(ENOSPC, "avio_write"))
    for code in [FFmpegError.Code.endOfStream, .invalidData, .init(rawValue: -987_654), .init(rawValue: 0)] {
      #expect(FFmpegError(code, operation: "x").systemError == nil)
    }
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
