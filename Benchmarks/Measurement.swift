import Foundation
import Reel
import ReelVideo

/// The times of a job's variants, which alternated in one process, and the similarity of the movie to the drawing.
struct Measurement: Codable {
  /// The argument with which the program measures a single job.
  static let word = "measure"

  /// The seconds of each round.
  var draw: [Double] = []
  var convert: [Double] = []
  var encode: [Double] = []
  var whole: [Double] = []
  /// The processor seconds of each round, over all threads.
  var encodeWork: [Double] = []
  var wholeWork: [Double] = []

  /// The number of frames decoded and compared with the drawn ones by number and time.
  var compared = 0
  /// Their similarity in decibels: the minimum and the mean.
  var lowestLikeness = 0.0
  var meanLikeness = 0.0

  /// The minimum similarity of the same picture: x264 gives about 50 dB at its default quality, and a picture of another time or shifted
  /// by a pixel is below 30.
  static let minLikeness = 38.0

  /// The median of the rounds' ratios.
  var ratio: Double { median(zip(whole, encode).map { $0 / $1 }) }
  var workRatio: Double { median(zip(wholeWork, encodeWork).map { $0 / $1 }) }

  /// Measures a job in its own process.
  static func run(_ job: Job, rounds: Int) throws -> Measurement {
    let child = try Child.run(CommandLine.arguments[0], [word, job.name, "\(rounds)"])
    return try JSONDecoder().decode(Measurement.self, from: child.output)
  }

  /// Measures a job in this process and writes the numbers to standard output.
  static func report(_ job: Job, rounds: Int) async throws {
    let measurement = try await Measurement(job, rounds: rounds)
    try FileHandle.standardOutput.write(contentsOf: JSONEncoder().encode(measurement))
  }

  private init(_ job: Job, rounds: Int) async throws {
    let movie = FileManager.default.temporaryDirectory.appendingPathComponent("reel-benchmark-\(UUID()).mp4")
    defer { try? FileManager.default.removeItem(at: movie) }
    var configuration = VideoConfiguration(size: job.size, frameRate: job.frameRate)
    if job.isLive { configuration.delay = .none }
    // The first round fills caches and is not counted.
    for round in (job.isLive ? 1 : 0)...rounds {
      let drawing = try Stopwatch.time { try job.draw { _, _ in } }
      let frames = try PreparedFrames(configuration)
      var conversion = 0.0
      try job.draw { bitmap, changed in
        conversion += try Stopwatch.time { try frames.append(bitmap, changed: changed) }.seconds
      }
      let encoding = try Stopwatch.time { _ = try frames.encode() }
      let stopwatch = Stopwatch()
      try await job.record(to: movie)
      let film = stopwatch.stop()
      if round == rounds { try compare(movie, with: frames, count: job.frameCount) }
      guard round > 0 else { continue }
      draw.append(drawing.seconds)
      convert.append(conversion)
      encode.append(encoding.seconds)
      encodeWork.append(encoding.work)
      whole.append(film.seconds)
      wholeWork.append(film.work)
    }
  }

  /// Decodes the movie and compares each frame with the drawn frame of its number.
  private mutating func compare(_ movie: URL, with frames: PreparedFrames, count: Int) throws {
    let reader = try MovieReader(url: movie)
    var likenesses: [Double] = []
    while let frame = try reader.nextFrame() {
      guard frame.index == likenesses.count, likenesses.count < count else {
        throw InvalidValue(
          "decoded frame", "\(frame.index ?? -1)", expected: "\(likenesses.count) of \(count): the order of drawing")
      }
      // Equal pictures have infinite similarity, which is represented by 100 dB.
      likenesses.append(min(100, frames.likeness(of: frame, to: likenesses.count)))
    }
    guard likenesses.count == count else {
      throw InvalidValue("number of decoded frames", likenesses.count, expected: "\(count)")
    }
    compared = count
    lowestLikeness = likenesses.min() ?? 0
    meanLikeness = likenesses.reduce(0, +) / Double(max(1, count))
  }

  /// Rejects a movie that differs from the drawing.
  func check() throws {
    guard lowestLikeness >= Self.minLikeness else {
      throw InvalidValue(
        "likeness of a decoded frame", "\(fixed(lowestLikeness, 1)) dB",
        expected: "\(Self.minLikeness) dB or more to what was drawn")
    }
  }
}
