import ReelGeometry
import ReelPlatform

/// An error in a description.
public struct DescriptionError: ReelError, Hashable {
  /// The exit code of a command that fails with this error.
  public var exitStatus: ExitStatus { .usage }

  /// One sentence: what is wrong, and what to do.
  public let description: String

  /// Creates an error from a sentence; a long one is shortened, because it may quote an untrusted file.
  public init(_ description: String) { self.description = description.onOneLine(limit: 500) }
}
