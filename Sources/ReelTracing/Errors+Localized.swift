#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension InkError: LocalizedError {
  /// The same line as `description`, for `localizedDescription`.
  public var errorDescription: String? { description }
}

extension TraceSessionError: LocalizedError {
  /// The same line as `description`, for `localizedDescription`.
  public var errorDescription: String? { description }
}
