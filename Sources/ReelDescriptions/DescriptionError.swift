import ReelGeometry

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A description that says something that cannot be, or not in these words.
public struct DescriptionError: Error, Hashable, CustomStringConvertible, LocalizedError {
  /// One sentence: what is wrong, and what to do.
  public let description: String
  /// The same line as `description`, so that `localizedDescription` is it, too.
  public var errorDescription: String? { description }

  /// Creates an error with a sentence, which is cut where it is long: it may quote a file of any origin.
  public init(_ description: String) { self.description = description.onOneLine(limit: 500) }
}
