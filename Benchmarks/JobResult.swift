import Foundation

/// All results of a job, as a row of the table.
struct JobResult: Codable {
  var name: String
  var title: String
  var frameCount: Int
  var isLive: Bool
  var measurement: Measurement
  var memory: MemoryUse

  init(_ job: Job, measurement: Measurement, memory: MemoryUse) {
    name = job.name
    title = job.title
    frameCount = job.frameCount
    isLive = job.isLive
    self.measurement = measurement
    self.memory = memory
  }

  private static let widths = [46, 6, 5, 7, 6, 6, 8, 6, 12, 8, 12]

  static let heading = [
    tableRow(
      [
        "film", "frames", "draw", "convert", "encode", "whole", "ratio", "work", "peak memory", "ratio", "likeness",
      ], widths: widths),
    tableRule(widths: widths),
  ].joined(separator: "\n")

  static let legend = """
    Milliseconds, medians. `encode`: x264 alone encodes every frame, with the same settings, from memory. `whole`: the whole \
    film, drawn, converted, encoded and finished. `ratio`: `whole` / `encode`, the median of the rounds' ratios. `work`: \
    the same ratio of processor time. `peak memory`: of a process that makes the film / of one that only encodes, four \
    pictures in turn, in MB. `likeness`: the lowest and the mean PSNR of the decoded frames to the drawn ones, in dB. A live \
    film takes as long as its length; its processor time shows its cost.
    """

  var row: String {
    let m = measurement
    let mega = { (bytes: Int) in fixed(Double(bytes) / 1e6, 0) }
    return tableRow(
      [
        title, "\(frameCount)", milliseconds(median(m.draw)), milliseconds(median(m.convert)),
        milliseconds(median(m.encode)), milliseconds(median(m.whole)), isLive ? "–" : fixed(m.ratio, 2),
        fixed(m.workRatio, 2), "\(mega(memory.film)) / \(mega(memory.encode))", fixed(memory.ratio, 2),
        "\(fixed(m.lowestLikeness, 1)), \(fixed(m.meanLikeness, 1))",
      ], widths: Self.widths)
  }
}
