import Foundation
import Reel
import ReelStoryboards

extension Job {
  /// The names of the storyboards in `Benchmarks/stories`.
  static let storyNames = ["cuts", "fade", "dissolve", "page-curl", "page-uncurl"]

  /// Returns a storyboard's job.
  static func story(_ name: String) throws -> Job {
    let file = "Benchmarks/stories/\(name).yaml"
    let yaml = try Data(contentsOf: URL(fileURLWithPath: file))
    let film = try Storyboard(yaml: Array(yaml), file: file, folder: "Benchmarks/stories").description()
    let count = try film.frameCount
    return Job(
      name: name, title: name == "cuts" ? "a minute of titles and texts with cuts" : "`\(name)`: always moving",
      film: .story(film, frameCount: count), size: film.film.size, frameRate: film.film.frameRate, rounds: 5)
  }
}

/// Films of storyboards against encoding all of their frames alone.
///
/// The cost follows the changes: in a minute of titles and texts, few frames are distinct. A transition changes every frame, which is
/// drawn, converted and encoded.
struct StoryBenchmark {
  var choice: Choice

  /// The results for a storyboard.
  struct Result: Codable {
    var job: JobResult
    /// The number of frames in which anything changes.
    var distinct: Int
    /// The number of frames per second including drawing: the median of the rounds.
    var rate: Double
  }

  private struct Report: Codable {
    var machine: Machine
    var results: [Result]
  }

  func run(writingTo folder: String?) throws {
    let machine = Machine()
    print("\(machine)\n\n\(Self.heading)")
    var results: [Result] = []
    for name in Job.storyNames where choice.includes(name) {
      let job = try Job.story(name)
      let measurement = try Measurement.run(job, rounds: choice.rounds ?? job.rounds)
      var distinct = 0
      try job.draw { _, changed in distinct += changed.isEmpty ? 0 : 1 }
      let result = Result(
        job: JobResult(job, measurement: measurement, memory: try MemoryUse.measure(job)), distinct: distinct,
        rate: Double(job.frameCount) / median(measurement.whole))
      print(Self.row(result))
      results.append(result)
    }
    print("\n\(Self.legend)")
    for result in results { try result.job.measurement.check() }
    guard let folder, choice.isEverything else { return }
    let rows = results.map(Self.row).joined(separator: "\n")
    try Results.write(
      Report(machine: machine, results: results),
      table: "# Storyboards\n\n\(machine)\n\n\(Self.heading)\n\(rows)\n\n\(Self.legend)\n", name: "storyboards",
      to: folder)
  }

  private static let widths = [40, 6, 8, 10, 9, 6, 6, 16]

  private static let heading = [
    tableRow(
      ["storyboard, 720p", "frames", "distinct", "encode, ms", "film, ms", "ratio", "work", "frames a second"],
      widths: widths), tableRule(widths: widths),
  ].joined(separator: "\n")

  private static let legend = """
    `distinct`: frames in which anything changes. `encode`: x264 alone encodes every frame, from memory. `film`: the same frames drawn, converted, encoded and finished. \
    `ratio`: `film` / `encode`, the median of the rounds' ratios; `work`: the same of processor time. Every film is decoded and compared with what was drawn.
    """

  private static func row(_ result: Result) -> String {
    let m = result.job.measurement
    return tableRow(
      [
        result.job.title, "\(result.job.frameCount)", "\(result.distinct)", milliseconds(median(m.encode)),
        milliseconds(median(m.whole)), fixed(m.ratio, 2), fixed(m.workRatio, 2), fixed(result.rate, 0),
      ], widths: widths)
  }
}
