import Foundation
import ReelCanvas
import ReelGeometry
import ReelVideo
import Testing

@Suite("The times of a movie")
struct MovieTimingTests {
  @Test(
    "Frames stand at n / rate exactly, and the movie lasts frames / rate",
    arguments: ["10", "30000/1001", "60", "12.5", "1"], ["mp4", "mov", "m4v"])
  func exactTimes(rate: String, ending: String) async throws {
    let rate = try FrameRate(parsing: rate)
    try await withFolder { folder in
      let url = folder.appending(path: "movie.\(ending)")
      let summary = try await writeMovie(to: url, frames: 67, frameRate: rate)
      #expect(summary.frameCount == 67)
      #expect(summary.duration == rate.seconds(ofFrame: 67))
      let reader = try MovieReader(url: url)
      #expect(reader.facts.frameCount == 67)
      #expect(reader.facts.frameRate == rate)
      #expect(reader.facts.start?.ticks == 0)
      #expect(reader.facts.streamDuration?.frameIndex(at: rate) == 67)
      let frames = try reader.remainingFrames()
      #expect(frames.map { $0.time?.frameIndex(at: rate) } == Array(0..<67))
      #expect(try names(in: folder) == ["movie.\(ending)"])
    }
  }
}
