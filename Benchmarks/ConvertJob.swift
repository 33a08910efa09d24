import Foundation
import Reel
import ReelVideo

/// The time to convert a picture to the encoder's planes, compared with swscale: the whole picture, and the tiles along an outline.
struct ConvertJob {
  var title: String
  var size: PixelSize
  /// The step between changed tiles.
  var period: Int

  static let all = [PixelSize(width: 1280, height: 720), PixelSize(width: 1920, height: 1080)].flatMap { size in
    [(1, "all"), (4, "a quarter"), (16, "a sixteenth")].map { period, part in
      ConvertJob(title: "\(part) of the tiles, \(size)", size: size, period: period)
    }
  }

  /// Measures every job, alternating between the two variants.
  ///
  /// - Returns: A table in Markdown with the medians.
  static func table(rounds: Int) throws -> String {
    let rows = try all.map { job in
      let times = try job.run(rounds: 20 * rounds)
      let (own, library) = (median(times.map(\.own)), median(times.map(\.library)))
      return "| \(job.title) | \(fixed(own, 2)) | \(fixed(library, 2)) | \(fixed(library / own, 1)) |"
    }
    return (["| changed | ms | swscale, ms | times |", "| :--- | ---: | ---: | ---: |"] + rows).joined(separator: "\n")
  }

  /// Converts noise in both variants and returns the milliseconds of each round.
  private func run(rounds: Int) throws -> [(own: Double, library: Double)] {
    var random = SystemRandomNumberGenerator()
    var bitmap = Bitmap(size: size)
    bitmap.withUnsafeMutableBytes { bytes in
      for index in bytes.indices { bytes[index] = UInt8.random(in: 0...255, using: &random) }
    }
    var changed = Region(of: size)
    for row in 0..<changed.rows {
      for column in 0..<changed.columns where (row * 7 + column) % period == 0 {
        changed.insert(column: column, row: row)
      }
    }
    let comparison = try ConversionComparison(size: size)
    return try (0..<rounds).map { _ in
      let own = try Stopwatch.time { try comparison.convert(bitmap, changed: changed) }
      let library = try Stopwatch.time { try comparison.convertWithScaler(bitmap, changed: changed) }
      return (own.seconds * 1000, library.seconds * 1000)
    }
  }
}
