import Reel

/// A stage of the work: how often it ran, and how long it took.
struct StageTime: Encodable {
  var name: String
  var count: Int
  var seconds: Double

  init(_ stage: TimedStage) {
    name = stage.name
    count = stage.count
    seconds = stage.duration / .seconds(1)
  }

  /// One line: how long it took, how often it ran, and its name, indented if it is part of another.
  var line: String {
    let time = fixed(seconds * 1000, 1)
    let path = name.split(separator: "/")
    let indent = String(repeating: "  ", count: path.count)
    return String(repeating: " ", count: max(0, 10 - time.count)) + "\(time) ms\(indent)\(path.last ?? "")"
      + (count > 1 ? " (\(count) times)" : "")
  }
}
