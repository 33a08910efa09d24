import Foundation
import Reel

/// The time to draw a snowflake's line directly into the picture, compared with Cairo.
///
/// No segment is omitted, and the line is 1 pixel wide. Cairo's line has miter joins, its fastest.
struct StrokeJob {
  var level: Int
  var size = PixelSize(width: 1280, height: 720)

  static let all = [6, 7, 8, 9].map { StrokeJob(level: $0) }

  /// Measures every level, alternating between the two variants.
  ///
  /// - Returns: A table in Markdown with the medians.
  static func table(rounds: Int) throws -> String {
    let rows = try all.map { job in
      let times = try (0..<rounds).map { _ in try job.run() }
      func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
      let (own, cairo) = (median(times.map(\.own)), median(times.map(\.cairo)))
      let numbers = [own, cairo, cairo / own].map { String(format: "%8.1f", $0) }
      return "| \(job.level) | \(3 << (2 * job.level)) | " + numbers.joined(separator: " | ") + " |"
    }
    return (["| level | segments | ms | Cairo, ms | times |", "| ---: | ---: | ---: | ---: | ---: |"] + rows)
      .joined(separator: "\n")
  }

  /// Draws both variants and returns their milliseconds.
  private func run() throws -> (own: Double, cairo: Double) {
    let middle = Point(x: Double(size.width) / 2, y: Double(size.height) / 2)
    let path = try Snowflake(level: Double(level), radius: 340, center: middle).path(minimumSegment: 0)
    var bitmap = Bitmap(size: size)
    func milliseconds(_ style: StrokeStyle) throws -> Double {
      let start = ContinuousClock.now
      try bitmap.draw { $0.stroke(path, with: .black, style: style) }
      return (ContinuousClock.now - start) / .milliseconds(1)
    }
    return (try milliseconds(.round(width: 1)), try milliseconds(StrokeStyle(width: 1)))
  }
}
