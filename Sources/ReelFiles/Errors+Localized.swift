#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension FileConflict: LocalizedError {
  /// The same line as `description`, so that `localizedDescription` is it, too.
  public var errorDescription: String? { description }
}

extension OutputError: LocalizedError {
  /// The same line as `description`, so that `localizedDescription` is it, too.
  public var errorDescription: String? { description }
}

extension SystemError: LocalizedError {
  /// The same line as `description`, so that `localizedDescription` is it, too.
  public var errorDescription: String? { description }
}
