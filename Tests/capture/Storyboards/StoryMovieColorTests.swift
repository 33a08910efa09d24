import Foundation
import Testing

@Suite("The colours of movies in storyboards", .enabled(if: CaptureProcess.find("ffmpeg") != nil, "no ffmpeg"))
struct StoryMovieColorTests: ConversionTests {
  let workspace: Workspace

  init() throws { workspace = try Workspace() }

  @Test("Storyboards read the colours of a movie as conversions do")
  func storyboard() async throws {
    try await ffmpeg(
      "-f lavfi -i color=c=0xC03020:s=320x240:r=5:d=1 -vf scale=out_color_matrix=bt601 -pix_fmt yuv420p -c:v libx264 -qp 0 in.mp4"
    )
    try Data("film: {size: 320x240, fps: 5}\nscenes: [{movie: in.mp4, seconds: 1}]\n".utf8).write(
      to: workspace.url("story.yaml"))
    #expect(try await capture("play story.yaml -q -o story.apng").status == 0)
    try await ffmpeg("-i story.apng -frames:v 1 -pix_fmt rgb24 -f rawvideo out.rgb")
    let pixels = try Data(contentsOf: workspace.url("out.rgb"))
    let start = (120 * 320 + 160) * 3
    try #require(pixels.count > start + 3)
    let middle = (start..<start + 3).map { Int(pixels[$0]) }
    for (found, wanted) in zip(middle, [0xC0, 0x30, 0x20]) { #expect(abs(found - wanted) <= 2, "\(middle)") }
  }
}
