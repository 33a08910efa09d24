import Foundation
import ReelTestSupport
import Testing

/// Conversions have B-frames if their first frames all differ, whatever comes later.
@Suite("Films whose first frames all differ", .enabled(if: CaptureProcess.find("ffmpeg") != nil, "no ffmpeg"))
struct MovingFilmTests: ConversionTests {
  let workspace: Workspace

  init() throws { workspace = try Workspace() }

  /// Makes frames that move for eight seconds and rest for two.
  private func make(_ file: String, _ options: String) async throws {
    try await ffmpeg(
      "-f lavfi -i testsrc2=s=64x48:r=25:d=8 -vf noise=alls=8:allf=t,tpad=stop_mode=clone:stop_duration=2 -pix_fmt yuv420p \(options) \(file)"
    )
  }

  @Test("A pipe and a file give the same film with B-frames, which keeps the frames that rest later")
  func moving() async throws {
    try await make("in.yuv", "-f rawvideo")
    try await make("in.y4m", "-f yuv4mpegpipe")
    let options = "--raw yuv420p:64x48 --input-fps 25 -q"
    let result = try await shell(
      "cat in.yuv | $CAPTURE - \(options) -o pipe.mp4 && $CAPTURE - \(options) -o file.mp4 < in.yuv")
    #expect(result.status == 0, "\(result.error)")
    let film = try Data(contentsOf: workspace.url("pipe.mp4"))
    #expect(try Data(contentsOf: workspace.url("file.mp4")) == film)
    #expect(try await Int(facts("pipe.mp4", "stream=has_b_frames")) ?? 0 > 0)
    #expect(try await frames("pipe.mp4").map(\.time) == (0..<250).map { Double($0) / 25 })
    let psnr = try await capture("verify pipe.mp4 --reference in.y4m --expect min-psnr=25")
    #expect(psnr.status == 0, "\(psnr.error) \(String(decoding: psnr.output, as: UTF8.self))")
  }

  @Test("Frames that rest before they have moved for long, or that are shown twice, are not encoded again")
  func resting() async throws {
    try await make("in.y4m", "-f yuv4mpegpipe")
    let result = try await capture("in.y4m --fps 50 -q -o twice.mp4")
    #expect(result.status == 0, "\(result.error)")
    #expect(try await facts("twice.mp4", "stream=has_b_frames") == "0")
    try await ffmpeg(
      "-f lavfi -i testsrc2=s=64x48:r=25:d=0.4 -vf tpad=stop_mode=clone:stop_duration=2 -f yuv4mpegpipe short.y4m")
    #expect(try await capture("short.y4m -q -o short.mp4").status == 0)
    #expect(try await facts("short.mp4", "stream=has_b_frames") == "0")
  }

  @Test(
    "Killed at any third of its writes, such a film is recovered with every picture that was saved",
    .enabled(if: Fault.isPossible, "needs a C compiler and LD_PRELOAD"))
  func recover() async throws {
    try await make("in.y4m", "-f yuv4mpegpipe")
    let words = ["in.y4m", "-q", "-o", "a.mp4"]
    let calm = try await workspace.capture(words + ["--force"], fault: .none)
    #expect(try await Int(facts("a.mp4", "stream=has_b_frames")) ?? 0 > 0)
    let writes = calm.calls.count { $0.name == "write" && $0.file == "a.partial.mp4" }
    var last = 0
    for third in 1...2 {
      try FileManager.default.removeItem(at: workspace.url("a.mp4"))
      let killed = try await workspace.capture(words, fault: Fault(kind: "kill", at: writes * third / 3, call: "write"))
      #expect(killed.process.status == SIGKILL)
      let saved = try await frames("a.partial.mp4")
      let recovered = try await capture("recover a.partial.mp4")
      #expect(recovered.status == 0 && recovered.error.hasPrefix("a.mp4: \(saved.count) frames saved, "))
      #expect(try await frames("a.mp4").map(\.hash) == saved.map(\.hash))
      #expect(saved.count > last)
      last = saved.count
    }
  }
}
