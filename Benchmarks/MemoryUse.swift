import Foundation
import Reel
import ReelVideo

/// The maximum memory of a film, and of an encoder alone, each in its own process.
struct MemoryUse: Codable {
  static let filmWord = "film"
  static let encodeWord = "encode"

  /// The maximum resident memory, in bytes.
  var film: Int
  var encode: Int

  var ratio: Double { Double(film) / Double(max(1, encode)) }

  static func measure(_ job: Job) throws -> MemoryUse {
    MemoryUse(
      film: try Child.run(CommandLine.arguments[0], [filmWord, job.name]).peakMemory,
      encode: try Child.run(CommandLine.arguments[0], [encodeWord, job.name]).peakMemory)
  }

  /// Makes a job's film once.
  static func makeFilm(_ job: Job) async throws {
    let movie = FileManager.default.temporaryDirectory.appendingPathComponent("reel-benchmark-\(UUID()).mp4")
    defer { try? FileManager.default.removeItem(at: movie) }
    try await job.record(to: movie)
  }

  /// Encodes as many frames as the job has, but holds only four of them in memory, spread over the film.
  ///
  /// All frames together would take most of the memory, and a film never holds all of its frames at once.
  static func encode(_ job: Job) throws {
    let frames = try PreparedFrames(VideoConfiguration(size: job.size, frameRate: job.frameRate))
    var source = try job.source()
    var bitmap = Bitmap(size: job.size)
    for quarter in 0..<4 {
      let time = FrameTime(index: job.frameCount * quarter / 4, frameRate: job.frameRate)
      _ = try source.draw(at: time, into: &bitmap)
      try frames.append(bitmap, changed: .all(of: job.size))
    }
    _ = try frames.encode(frameCount: job.frameCount)
  }
}
