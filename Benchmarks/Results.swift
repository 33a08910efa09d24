import Foundation
import Reel

/// The results of a complete run: a table, the numbers and a plot.
struct Results: Codable {
  var machine: Machine
  var jobs: [JobResult] = []
  /// The tables of parts, each with its title.
  var parts: [String] = []

  func write(to folder: String) throws {
    let rows = [JobResult.heading] + jobs.map(\.row)
    let text =
      "# Films against encoding alone\n\n\(machine)\n\n\(rows.joined(separator: "\n"))\n\n\(JobResult.legend)\n\n"
      + parts.map { $0 + "\n" }.joined(separator: "\n")
    try Self.write(self, table: text, plot: plot, name: "films", to: folder)
  }

  private var plot: BarPlot {
    BarPlot(
      title: "The whole film against encoding its frames alone", note: "\(machine)",
      bars: jobs.filter { !$0.isLive }.map { job in
        BarPlot.Bar(
          job.title.filter { $0 != "`" }, value: job.measurement.ratio, text: "\(fixed(job.measurement.ratio, 2)) ×")
      }, mark: (1, "encoding alone"))
  }

  /// Writes the numbers, the table and the plot to a folder.
  static func write(
    _ numbers: some Encodable, table: String, plot: BarPlot? = nil, name: String, to folder: String
  ) throws {
    let directory = URL(fileURLWithPath: folder)
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    try encoder.encode(numbers).write(to: directory.appendingPathComponent("\(name).json"))
    try Data(table.utf8).write(to: directory.appendingPathComponent("\(name).md"))
    if let plot { try Data(plot.picture().pngData()).write(to: directory.appendingPathComponent("\(name).png")) }
  }
}
