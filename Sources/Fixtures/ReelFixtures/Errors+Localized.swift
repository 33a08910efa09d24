import ReelPlatform

extension FixtureError: LocalizedError {
  /// The same line as `description`, for `localizedDescription`.
  public var errorDescription: String? { description }
}

extension MovieVerifier.Failure: LocalizedError {
  /// The same line as `description`, for `localizedDescription`.
  public var errorDescription: String? { description }
}
