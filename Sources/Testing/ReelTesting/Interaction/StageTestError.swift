import ReelGeometry

/// A step of a `StageTest` that can't be done.
public struct StageTestError: ReelError, Hashable {
  /// What is wrong.
  public enum Problem: Hashable, Sendable {
    /// No layer has the identifier; `found` are those of the stage.
    case missing(String, found: [String])
    /// The layer is hidden, transparent, clipped away or outside the picture.
    case invisible(String)
    /// Another layer, with this identifier, got the tap.
    case covered(String, by: String?)
    /// No layer under the point responds to taps.
    case unanswered(String)
    /// The text was typed while no layer had the focus.
    case unfocused(String)
    /// The layer was not visible within a number of seconds.
    case notSeen(String, Double)
    /// The condition did not hold within a number of seconds.
    case timedOut(Double)
  }

  /// What is wrong.
  public let problem: Problem
  /// The place of the step in the test, as `Tests/LevelTests.swift:12`.
  public let place: String
  /// The exit code of a command that fails with this error.
  public var exitStatus: ExitStatus { .software }

  /// Creates the error of a step at a place.
  public init(_ problem: Problem, at place: String) { (self.problem, self.place) = (problem, place) }

  init(_ problem: Problem, _ fileID: String, _ line: Int) { self.init(problem, at: "\(fileID):\(line)") }

  /// One line: the place, and what is wrong.
  public var description: String { "\(place): \(sentence)" }

  private var sentence: String {
    switch problem {
    case .missing(let name, let found):
      "no layer has the identifier \"\(name)\"; "
        + (found.isEmpty
          ? "no layer of the stage has one" : "the stage has \(found.map { "\"\($0)\"" }.joined(separator: ", "))")
    case .invisible(let name):
      "the layer \"\(name)\" can't be tapped: its centre is hidden or outside the picture"
    case .covered(let name, let other):
      "the tap on \"\(name)\" went to \(other.map { "the layer \"\($0)\"" } ?? "a layer without an identifier") above it"
    case .unanswered(let name): "no layer responded to the tap on \"\(name)\""
    case .unfocused(let text): "\"\(text)\" was typed while no layer had the focus: tap a field first"
    case .notSeen(let name, let seconds): "the layer \"\(name)\" was not visible within \(seconds) seconds"
    case .timedOut(let seconds): "the condition did not hold within \(seconds) seconds"
    }
  }
}
