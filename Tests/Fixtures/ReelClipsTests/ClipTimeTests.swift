import ReelTestSupport
import Foundation
import ReelCanvas
import ReelGeometry
import ReelTiming
import Testing

@testable import ReelClips
@testable import ReelVideo

@Suite("Times of clips")
struct ClipTimeTests {
  struct Rhythm: Hashable, Sendable, CustomTestStringConvertible {
    var name: String
    var showings: [Showing]

    var testDescription: String { name }

    /// In ticks of a hundredth of a second.
    static let all = [
      Rhythm(
        name: "uneven", showings: [0, 4, 12, 16, 28, 30, 45].map { Showing(pts: $0, duration: 4) }),
      Rhythm(name: "gap", showings: Showing.even(5, step: 4) + Showing.even(5, from: 70, step: 4)),
      Rhythm(name: "late", showings: Showing.even(6, from: 150, step: 4)),
      Rhythm(name: "slow", showings: Showing.even(3, step: 400)),
    ]
  }

  @Test(
    "Every frame comes back at its time", arguments: Rhythm.all, ["mp4", "m4v", "mov", "mkv", "webm", "ts", "gif"])
  func rhythm(rhythm: Rhythm, ending: String) async throws {
    let container = try #require(MediaContainer(rawValue: ending))
    guard container.keepsStart || rhythm.name != "late" else {
      // A GIF begins at 0: the writer says so.
      _ = try await withFolder { folder in
        #expect(throws: InvalidValue.self) { try write(rhythm, folder.appending(path: "clip.\(ending)").path, 0) }
      }
      return
    }
    for bFrames in [0, container.defaultCodec == "h264" ? 2 : 0] {
      try await withFolder { folder in
        let path = folder.appending(path: "clip.\(ending)").path
        try write(rhythm, path, bFrames)
        let clip = try ReadClip(path)
        #expect(clip.errorCount == 0)
        #expect(clip.frames.count == rhythm.showings.count)
        for (frame, showing) in zip(clip.frames, rhythm.showings) {
          let seconds = Double(showing.pts) / 100 + container.timeShift.seconds
          #expect(abs((frame.pts?.seconds ?? .nan) - seconds) < 1e-9)
        }
      }
    }
  }

  private func write(_ rhythm: Rhythm, _ path: String, _ bFrames: Int) throws {
    try writeClip(
      to: path,
      ClipConfiguration(
        size: PixelSize(width: 64, height: 48), frameRate: 25, timeBase: TimeBase(1, 100), bFrames: bFrames),
      rhythm.showings)
  }

  @Test("Rates over 1001 are exact where the container's clock allows", arguments: ["mp4", "mov", "avi"])
  func broadcast(ending: String) async throws {
    try await withFolder { folder in
      let path = folder.appending(path: "clip.\(ending)").path
      let rate = try FrameRate(60_000, 1001)
      let configuration = ClipConfiguration(size: PixelSize(width: 64, height: 48), frameRate: rate, codec: "h264")
      try writeClip(to: path, configuration, Showing.even(8))
      let frames = try ReadClip(path).frames
      #expect(frames.map { $0.pts?.frameIndex(at: rate) } == Array(0..<8))
    }
  }

  @Test(
    "What comes before 0 is in the file, and hidden from players by MP4 and QuickTime", arguments: ["mp4", "mov", "ts"])
  func negative(ending: String) async throws {
    let container = try #require(MediaContainer(rawValue: ending))
    try await withFolder { folder in
      let path = folder.appending(path: "clip.\(ending)").path
      let configuration = ClipConfiguration(
        size: PixelSize(width: 64, height: 48), frameRate: 25, timeBase: TimeBase(1, 100))
      try writeClip(to: path, configuration, Showing.even(8, from: -12, step: 4))
      let packets = try ClipPacketReader(path: path)
      var count = 0
      while packets.next() != nil { count += 1 }
      #expect(count == 8)
      let seconds = try ReadClip(path).seconds
      let shown = container == .ts ? Array(-3..<5) : Array(0..<5)
      #expect(seconds.count == shown.count)
      for (time, number) in zip(seconds, shown) {
        #expect(abs(time - Double(number) / 25 - container.timeShift.seconds) < 1e-9)
      }
    }
  }

  @Test("A beep is heard where it was put", arguments: ["mp4", "mov", "mkv", "webm", "avi", "ts"])
  func sound(ending: String) async throws {
    let container = try #require(MediaContainer(rawValue: ending))
    try await withFolder { folder in
      let path = folder.appending(path: "clip.\(ending)").path
      let configuration = ClipConfiguration(
        size: PixelSize(width: 64, height: 48), frameRate: 25, sound: ClipConfiguration.Sound())
      // A kilohertz at half a second and at a second, a twentieth long.
      let samples = (0..<72_000).map { index -> Float in
        let isOn = (24_000..<26_400).contains(index) || (48_000..<50_400).contains(index)
        return isOn ? 0.8 * Float(sin(Double(index) * 2 * .pi * 1000 / 48_000)) : 0
      }
      try writeClip(to: path, configuration, Showing.even(38), sound: samples)
      let clip = try ReadClip(path, withSound: true)
      #expect(clip.errorCount == 0)
      let shift = container.timeShift.seconds
      for (index, seconds) in clip.seconds.enumerated() {
        #expect(abs(seconds - Double(index) / 25 - shift) < 1e-9)
      }
      let onsets = Self.onsets(clip.sound)
      #expect(onsets.count == 2)
      for (onset, expected) in zip(onsets, [0.5, 1]) { #expect(abs(onset - expected - shift) < 0.0015) }
    }
  }

  /// The times at which sound begins after a silence of a tenth of a second.
  private static func onsets(_ sound: [ClipSamples]) -> [Double] {
    var onsets: [Double] = []
    var last = -1.0
    for run in sound {
      for (index, sample) in run.samples.enumerated() where abs(sample) > 0.2 {
        let time = (run.pts?.seconds ?? .nan) + Double(index) / Double(run.sampleRate)
        if time - last > 0.1 { onsets.append(time) }
        last = time
      }
    }
    return onsets
  }
}
