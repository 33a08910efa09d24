import ReelPlatform

extension FileConflict: LocalizedError {
  /// The same line as `description`, for `localizedDescription`.
  public var errorDescription: String? { description }
}

extension OutputError: LocalizedError {
  /// The same line as `description`, for `localizedDescription`.
  public var errorDescription: String? { description }
}

extension SystemError: LocalizedError {
  /// The same line as `description`, for `localizedDescription`.
  public var errorDescription: String? { description }
}
