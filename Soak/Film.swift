import Foundation
import Reel

/// A film at 60 frames a second that is made and judged.
struct Film {
  let frameCount: Int
  let size: PixelSize
  let isLive: Bool
  private let url: URL
  private let frameRate: FrameRate = 60

  init(minutes: Double, size: PixelSize, isLive: Bool = false, folder: URL) {
    frameCount = max(2, Int((minutes * 3600).rounded()))
    self.size = size
    self.isLive = isLive
    url = folder.appendingPathComponent("\(frameCount)\(isLive ? "-live" : "").mp4")
  }

  /// Makes it, and looks whether memory stays flat meanwhile and every tick was captured or counted.
  func record() async throws {
    print("\(isLive ? "live" : "virtual"): \(frameCount) frames of \(size) at 60 frames a second")
    let recorder = try Recorder(
      source: try OverAndOver(size: size, frameRate: frameRate), sink: MovieSink(to: url), frameRate: frameRate,
      pace: isLive ? .realTime : .virtual)
    var memory = MemoryRecord()
    try recorder.start(frameCount: frameCount)
    for await progress in recorder.progress { memory.note(frame: progress.time.index) }
    let statistics = try await recorder.recording.statistics
    try memory.judge()
    print("  captured \(statistics.captured), missed \(statistics.missed), dropped \(statistics.dropped)")
    guard statistics.captured + statistics.missed + statistics.dropped == frameCount else {
      throw Finding("\(frameCount) ticks, of which some were neither captured nor reported: \(statistics)")
    }
    guard isLive || statistics.captured == frameCount else { throw Finding("frames were lost: \(statistics)") }
  }

  /// Reads the file and looks whether every frame stands at its time.
  func verify() throws {
    let reader = try MovieReader(url: url)
    var next = 0
    while let frame = try reader.nextFrame() {
      guard frame.time?.frameIndex(at: frameRate) == next else {
        throw Finding("frame \(next) stands at \(frame.time.map { "\($0)" } ?? "no time")")
      }
      next += 1
    }
    guard next == frameCount else { throw Finding("\(next) frames in the file, not \(frameCount)") }
    print("  every frame from 0 to \(frameCount - 1) stands at its time")
  }
}
