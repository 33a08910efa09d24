import ReelTestSupport
import Foundation
import ReelCanvas
import ReelGeometry
import ReelTiming
import ReelVideo
import Testing

@Suite("The times of a movie")
struct MovieTimingTests {
  @Test(
    "Frames stand at n / rate exactly, and the movie lasts frames / rate",
    arguments: ["10", "30000/1001", "60", "12.5", "1", "1/1000", "1000", "999983/999979"], ["mp4", "mov", "m4v"])
  func exactTimes(rate: String, ending: String) async throws {
    let rate = try FrameRate(parsing: rate)
    try await withFolder { folder in
      let url = folder.appending(path: "movie.\(ending)")
      let summary = try await writeMovie(to: url, frames: 67, frameRate: rate, stills: .encode)
      #expect(summary.frameCount == 67)
      #expect(summary.duration == rate.seconds(ofFrame: 67))
      let reader = try MovieReader(url: url)
      #expect(reader.facts.frameCount == 67)
      #expect(reader.facts.frameRate == rate)
      #expect(reader.facts.start?.ticks == 0)
      #expect(reader.facts.streamDuration?.frameIndex(at: rate) == 67)
      #expect(abs(reader.facts.duration - summary.duration) <= 0.000_001)
      let frames = try reader.remainingFrames()
      #expect(frames.map { $0.time?.frameIndex(at: rate) } == Array(0..<67))
      #expect(try fileNames(in: folder) == ["movie.\(ending)"])
    }
  }

  @Test("The movies that are tested for exact times have B-frames", arguments: [10, 60] as [FrameRate])
  func hasBFrames(rate: FrameRate) async throws {
    try await withFolder { folder in
      let url = folder.appending(path: "movie.mp4")
      try await writeMovie(to: url, frames: 67, frameRate: rate, stills: .encode)
      let bytes = [UInt8](try Data(contentsOf: url))
      // Only a stream whose order of decoding is not that of showing has composition offsets.
      #expect(Atoms(bytes).contains("ctts"))
      let edit = try #require(Atoms(bytes).payload(of: "elst"))
      #expect(edit.count == 16, "an edit list of one entry")
    }
  }

  @Test("Matroska holds the same frames, with times rounded to the millisecond", arguments: ["10", "30000/1001", "60"])
  func matroska(rate: String) async throws {
    let rate = try FrameRate(parsing: rate)
    try await withFolder { folder in
      let url = folder.appending(path: "movie.mkv")
      try await writeMovie(to: url, frames: 67, frameRate: rate, stills: .encode)
      let reader = try MovieReader(url: url)
      #expect(reader.facts.container.contains("matroska"))
      #expect(reader.facts.frameRate == rate)
      #expect(abs(reader.facts.duration - rate.seconds(ofFrame: 67)) <= 0.001)
      let frames = try reader.remainingFrames()
      #expect(frames.map(\.index) == Array(0..<67))
      for (index, frame) in frames.enumerated() {
        let time = try #require(frame.time)
        #expect(abs(time.seconds - rate.seconds(ofFrame: index)) <= 0.000_501)
      }
    }
  }

  @Test("Key frames are no farther apart than asked for")
  func keyframes() async throws {
    try await withFolder { folder in
      let url = folder.appending(path: "movie.mp4")
      let size = PixelSize(width: 64, height: 64)
      let configuration = VideoConfiguration(size: size, frameRate: 10, keyframeInterval: 7)
      let writer = try MovieWriter(to: .file(url), configuration: configuration)
      let still = Bitmap(size: size, red: 9, green: 99, blue: 200)
      try await writer.append(still, changed: .all(of: size), at: 0)
      try await writer.finish(frameCount: 30)
      let frames = try MovieReader(url: url).remainingFrames()
      #expect(frames.filter(\.isKeyframe).map(\.index) == [0, 7, 14, 21, 28])
    }
  }

  @Test("A media time names the frame that begins at it, and none between two")
  func mediaTime() throws {
    let rate = try FrameRate(30_000, 1001)
    let time = MediaTime(ticks: 3003, tickNumerator: 1, tickDenominator: 30_000)
    #expect(time.frameIndex(at: rate) == 3)
    #expect(time.seconds == 0.1001)
    #expect(MediaTime(ticks: 3002, tickNumerator: 1, tickDenominator: 30_000).frameIndex(at: rate) == nil)
    #expect(MediaTime(ticks: 100, tickNumerator: 1, tickDenominator: 1000).nearestFrameIndex(at: rate) == 3)
    for ticks in [Int.max, Int.min] {
      let endless = MediaTime(ticks: ticks, tickNumerator: 1000, tickDenominator: 1)
      #expect(endless.frameIndex(at: rate) == nil)
      #expect(endless.nearestFrameIndex(at: rate) == nil)
    }
    #expect(time.description == "3003·1/30000 s")
  }
}
