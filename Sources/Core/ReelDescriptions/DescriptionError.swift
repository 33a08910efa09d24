import ReelGeometry
import ReelPlatform

/// An error in a description.
public struct DescriptionError: Error, Hashable, CustomStringConvertible, LocalizedError {
  /// One sentence: what is wrong, and what to do.
  public let description: String
  /// The same line as `description`, for `localizedDescription`.
  public var errorDescription: String? { description }

  /// Creates an error from a sentence; a long one is cut, because it may quote an untrusted file.
  public init(_ description: String) { self.description = description.onOneLine(limit: 500) }
}
