#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension CastError: LocalizedError {
  /// The same line as `description`, so that `localizedDescription` is it, too.
  public var errorDescription: String? { description }
}
