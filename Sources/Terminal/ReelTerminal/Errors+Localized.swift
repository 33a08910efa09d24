import ReelPlatform

extension CastError: LocalizedError {
  /// The same line as `description`, so that `localizedDescription` is it, too.
  public var errorDescription: String? { description }
}
