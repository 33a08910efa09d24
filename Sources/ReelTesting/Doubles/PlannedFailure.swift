#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The error of a source or sink that was told to fail.
public struct PlannedFailure: Error, Hashable, CustomStringConvertible {
  /// A step of a recording.
  public enum Step: Hashable, Sendable {
    /// A sink is made ready.
    case begin
    /// A source draws the frame of a number, or the first one behind it that it is asked for.
    case draw(Int)
    /// A sink takes the frame of a number, or the first one behind it that comes.
    case append(Int)
    /// A sink completes its output.
    case finish
  }

  /// Where it failed.
  public let step: Step

  /// Creates the error of a step.
  public init(_ step: Step) { self.step = step }

  /// One line: what was to fail.
  public var description: String {
    switch step {
    case .begin: "the sink was told to fail as it begins"
    case .draw(let index): "the source was told to fail at frame \(index)"
    case .append(let index): "the sink was told to fail at frame \(index)"
    case .finish: "the sink was told to fail as it finishes"
    }
  }
}

extension PlannedFailure: LocalizedError {
  /// The same line as `description`, so that `localizedDescription` is it, too.
  public var errorDescription: String? { description }
}
