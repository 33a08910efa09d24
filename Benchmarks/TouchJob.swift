import Foundation
import Reel

/// The time a tracer takes for touches, and how little it depends on the number of waypoints.
struct TouchJob {
  var touches = 100_000
  /// The number of rows of the expected path.
  var rows: Int
  var rule: Tracer.Rule

  static let all = Tracer.Rule.allCases.flatMap { rule in
    [1, 10, 100, 1000].map { TouchJob(rows: $0, rule: rule) }
  }

  /// Measures every job and reports the times as a table in Markdown.
  static func table(rounds: Int) throws -> String {
    let widths = [8, 6, 7, 5, 7]
    let rows = try all.map { job in
      let runs = try (0..<rounds).map { _ in try job.run() }
      let time = median(runs.map(\.milliseconds))
      let numbers = [runs[0].waypoints, job.touches, Int(time.rounded()), Int(time * 1e6 / Double(job.touches))]
      return tableRow([job.rule.rawValue] + numbers.map(String.init), widths: widths)
    }
    let heading = [
      tableRow(["rule", "points", "touches", "ms", "ns each"], widths: widths), tableRule(widths: widths),
    ]
    return (heading + rows).joined(separator: "\n")
  }

  /// A path with about a hundred waypoints a row, and fingers that wander across it, next to it and along it.
  func run() throws -> (waypoints: Int, milliseconds: Double) {
    let points = (0..<rows).flatMap { row in
      let ends = [Point(x: 0, y: 40 * Double(row)), Point(x: 1260, y: 40 * Double(row))]
      return row % 2 == 0 ? ends : ends.reversed()
    }
    let path = try ExpectedPath(Path(points: points), maxDistance: 20)
    var tracer = try Tracer(expected: [path], maxDistance: 20, rule: rule)
    var random = SystemRandomNumberGenerator()
    let events = (0..<touches).map { index in
      let point = Point(
        x: Double(index % 100) * 12 + .random(in: -8...8, using: &random),
        y: 40 * Double(index / 100 % rows) + .random(in: -15...25, using: &random))
      return TouchEvent(milliseconds: Double(index), phase: index % 100 == 0 ? .began : .moved, point: point)
    }
    var outside = 0
    let start = ContinuousClock.now
    for event in events { outside += tracer.handle(event).count { !$0.isInside } }
    let time = (ContinuousClock.now - start) / .milliseconds(1)
    precondition(outside < touches)
    return (path.waypoints.count, time)
  }
}
