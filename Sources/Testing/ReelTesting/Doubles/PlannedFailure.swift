import ReelGeometry
import ReelPlatform

/// The error of a source or sink that fails on request.
public struct PlannedFailure: ReelError, Hashable {
  /// The exit code of a command that fails with this error.
  public var exitStatus: ExitStatus { .software }

  /// A step of a recording.
  public enum Step: Hashable, Sendable {
    /// A sink begins.
    case begin
    /// A source draws the frame with an index, or the first requested frame after it.
    case draw(Int)
    /// A sink receives the frame with an index, or the first frame after it.
    case append(Int)
    /// A sink completes its output.
    case finish
  }

  /// The step that failed.
  public let step: Step

  /// Creates the error of a step.
  public init(_ step: Step) { self.step = step }

  /// One line: the requested failure.
  public var description: String {
    switch step {
    case .begin: "the sink was told to fail as it begins"
    case .draw(let index): "the source was told to fail at frame \(index)"
    case .append(let index): "the sink was told to fail at frame \(index)"
    case .finish: "the sink was told to fail as it finishes"
    }
  }
}
