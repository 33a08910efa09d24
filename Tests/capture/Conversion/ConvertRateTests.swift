import Foundation
import ReelTestSupport
import Testing

/// Rates and colours that converters are known to get wrong.
@Suite("Converting rates", .enabled(if: CaptureProcess.find("ffmpeg") != nil, "no ffmpeg"))
struct ConvertRateTests: ConversionTests {
  let workspace: Workspace

  init() throws { workspace = try Workspace() }

  /// Writes raw frames of one colour each.
  private func write(_ count: Int, _ color: (Int) -> [UInt8]) throws {
    var bytes = Data()
    for index in 0..<count {
      for _ in 0..<16 * 16 { bytes.append(contentsOf: color(index)) }
    }
    try bytes.write(to: workspace.url("in.raw"))
  }

  @Test("1000 frames at 100 a second play 10 seconds in a GIF")
  func manyFrames() async throws {
    try write(1000) { [UInt8($0 % 256), UInt8($0 / 256), 0] }
    let result = try await shell("$CAPTURE - --raw rgb24:16x16 --input-fps 100 -o out.gif < in.raw")
    #expect(result.status == 0 && result.error.contains("50 fps"), "\(result.error)")
    #expect(try await facts("out.gif", "format=duration").hasPrefix("10.0"))
  }

  @Test("10 frames at 10 a second are a second at 25 a second")
  func slowInput() async throws {
    try write(10) { [UInt8(20 * $0), 0, 0] }
    let result = try await shell("$CAPTURE - --raw rgb24:16x16 --input-fps 10 --fps 25 -q -o out.mp4 < in.raw")
    #expect(result.status == 0, "\(result.error)")
    let times = try await frames("out.mp4").map(\.time)
    #expect(times.count == 25 && zip(times, 0...).allSatisfy { abs($0 - Double($1) / 25) < 1e-6 })
  }

  @Test("Frames with times at 24 to 120 a second show at each thirtieth what is on screen then")
  func varying() async throws {
    try await ffmpeg(
      "-f lavfi -i color=s=32x32:r=120:d=1,geq=lum=16+N:cb=128:cr=128 -vf select='lt(n\\,40)+not(mod(n\\,5))' -fps_mode passthrough -pix_fmt yuv420p -c:v ffv1 in.mkv"
    )
    #expect(try await capture("in.mkv --fps 30 --codec ffv1 -o out.mkv").status == 0)
    let (before, after) = (try await frames("in.mkv"), try await frames("out.mkv"))
    #expect(before.count == 56 && after.count == 29)
    for (index, frame) in after.enumerated() {
      // Matroska rounds times to milliseconds.
      let shown = before.last { $0.time <= Double(index) / 30 + 1e-4 }
      #expect(frame.hash == shown?.hash, "\(index)")
    }
  }
}
