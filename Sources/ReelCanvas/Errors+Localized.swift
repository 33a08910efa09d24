#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension CairoError: LocalizedError {
  /// The same line as `description`, so that `localizedDescription` is it, too.
  public var errorDescription: String? { description }
}

extension ImageError: LocalizedError {
  /// The same line as `description`, so that `localizedDescription` is it, too.
  public var errorDescription: String? { description }
}
