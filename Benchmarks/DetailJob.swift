import Foundation
import Reel

/// The cost of drawing invisible levels, and the effect of omitting them.
struct DetailJob {
  /// The level, and the shortest segment drawn of it.
  var level: Int
  var minimumSegment: Double

  static let all = [
    DetailJob(level: 7, minimumSegment: Snowflake.finestSegment),
    DetailJob(level: 12, minimumSegment: Snowflake.finestSegment),
    DetailJob(level: 8, minimumSegment: 0),
    DetailJob(level: 10, minimumSegment: 0),
  ]

  /// Draws the levels in turn and reports times, and differences from the complete level, as a table in Markdown.
  static func table(rounds: Int) throws -> String {
    var pictures = try all.map { _ in try picture { _ in } }
    var times = all.map { _ in [Double]() }
    for _ in 0..<rounds {
      for (index, job) in all.enumerated() {
        let seconds = try Stopwatch.time { pictures[index] = try job.draw() }.seconds
        times[index].append(seconds)
      }
    }
    let widths = [24, 9, 7, 13, 17]
    let rows = try all.enumerated().map { index, job in
      let base = median(zip(times[index], times[0]).map { $0 / $1 })
      let difference = difference(pictures[index], pictures[3])
      return tableRow(
        [
          "level \(job.level)\(job.minimumSegment > 0 ? "" : ", nothing left out")",
          "\(try job.path().elements.count - 1)", fixed(median(times[index]) * 1000, 1), fixed(base, 2),
          "\(difference.largest), \(fixed(difference.mean, 3))",
        ], widths: widths)
    }
    let step = difference(try DetailJob(level: 7, minimumSegment: 0).draw(), pictures[2])
    let heading = tableRow(["a line of 1 pixel", "segments", "ms", "times level 7", "from level 10"], widths: widths)
    return ([heading, tableRule(widths: widths)] + rows).joined(separator: "\n")
      + "\n\nFrom level 7 to level 8, both in full: \(step.largest), \(fixed(step.mean, 3)). "
      + "Differences of grey values of 255: the largest, and the mean of all pixels."
  }

  private func path() throws -> Path {
    try Snowflake(level: Double(level), radius: 300, center: Point(x: 640, y: 360))
      .path(minimumSegment: minimumSegment)
  }

  private func draw() throws -> Bitmap {
    let path = try path()
    return try Self.picture { $0.stroke(path, with: .black, style: .round(width: 1)) }
  }

  private static func picture(_ body: (GraphicsContext) -> Void) throws -> Bitmap {
    var bitmap = Bitmap(width: 1280, height: 720)
    try bitmap.draw { context in
      context.paint(.white)
      body(context)
    }
    return bitmap
  }

  private static func difference(_ a: Bitmap, _ b: Bitmap) -> (largest: Int, mean: Double) {
    var (largest, sum) = (0, 0)
    a.withUnsafeBytes { left in
      b.withUnsafeBytes { right in
        // Compares the blue of each pixel, because the pictures are grey; rows have no padding at this width.
        for byte in stride(from: 0, to: min(left.count, right.count), by: 4) {
          let step = abs(Int(left[byte]) - Int(right[byte]))
          largest = max(largest, step)
          sum += step
        }
      }
    }
    return (largest, Double(sum) / Double(a.size.area))
  }
}
