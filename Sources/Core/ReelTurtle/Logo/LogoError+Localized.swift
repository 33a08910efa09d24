import ReelPlatform

extension LogoError: LocalizedError {
  /// The same line as `description`, for `localizedDescription`.
  public var errorDescription: String? { description }
}
