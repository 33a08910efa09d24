import Reel

/// A stage of the work, with its number of runs and its duration.
struct StageTime: Encodable {
  var name: String
  var count: Int
  var seconds: Double

  init(_ stage: TimedStage) {
    name = stage.name
    count = stage.count
    seconds = stage.duration / .seconds(1)
  }

  /// One line: the duration, the name (indented if the stage is part of another) and the number of runs.
  var line: String {
    let time = fixed(seconds * 1000, 1)
    let path = name.split(separator: "/")
    let indent = String(repeating: "  ", count: path.count)
    return String(repeating: " ", count: max(0, 10 - time.count)) + "\(time) ms\(indent)\(path.last ?? "")"
      + (count > 1 ? " (\(count) times)" : "")
  }
}
