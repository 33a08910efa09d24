import Foundation
import ReelCanvas
import ReelGeometry
import ReelTestSupport
import ReelTiming
import ReelVideo
import Testing

@Suite("Programs that are not ours")
struct OtherDecoderTests {
  @Test(
    "GStreamer's OpenH264 decodes every frame without a word",
    .enabled(if: hasGStreamer(), "GStreamer with openh264dec is not installed"),
    arguments: ["mp4", "mov"], ["10", "30000/1001"])
  func gstreamer(ending: String, rate: String) async throws {
    let program = try #require(findProgram("gst-launch-1.0"))
    try await withFolder { folder in
      let url = folder.appending(path: "movie.\(ending)")
      let size = PixelSize(width: 322, height: 178)
      let raw = folder.appending(path: "raw.yuv")
      try await writeMovie(to: url, frames: 75, size: size, frameRate: try FrameRate(parsing: rate)) { index in
        index % 3 == 0 ? .numbered(index, size) : .numbered(index / 10, size)
      }
      let pipeline = "filesrc location=\(url.path) ! qtdemux ! h264parse ! openh264dec ! filesink location=\(raw.path)"
      let result = try await run(program, ["-q"] + pipeline.split(separator: " ").map(String.init))
      #expect(result.status == 0)
      #expect(result.output == "")
      // Its I420 rows are padded to four bytes.
      let bytes = (324 * 178 + 2 * 164 * 89) * 75
      #expect(try Data(contentsOf: raw).count == bytes)
    }
  }

  @Test(
    "ffmpeg decodes the movie and the partial file without a word",
    .enabled(if: findProgram("ffmpeg") != nil, "ffmpeg is not installed"), arguments: ["mp4", "mov", "mkv"])
  func ffmpeg(ending: String) async throws {
    let program = try #require(findProgram("ffmpeg"))
    try await withFolder { folder in
      let size = PixelSize(width: 320, height: 180)
      let url = folder.appending(path: "movie.\(ending)")
      let writer = try MovieWriter(
        to: .file(url), configuration: VideoConfiguration(size: size, frameRate: 10))
      try await writer.append(75) { .numbered($0, size) }
      for name in try fileNames(in: folder) { try await expectSilence(program, folder.appending(path: name)) }
      try await writer.finish()
      try await expectSilence(program, url)
    }
  }

  private func expectSilence(_ program: String, _ url: URL) async throws {
    let result = try await run(program, ["-nostdin", "-v", "warning", "-i", "file:\(url.path)", "-f", "null", "-"])
    #expect(result.status == 0)
    #expect(result.output == "")
  }
}

func hasGStreamer() -> Bool {
  guard findProgram("gst-launch-1.0") != nil, let inspect = findProgram("gst-inspect-1.0") else { return false }
  return ["qtdemux", "h264parse", "openh264dec"].allSatisfy {
    (try? Program.run(inspect, ["--exists", $0]))?.status == 0
  }
}
