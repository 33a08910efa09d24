/// The result of verifying a file.
public struct VerifiedFile: Sendable {
  /// The file, as it was named.
  public var name: String
  /// What was found; nil if nothing could be read.
  public var verification: Verification?
  /// Why nothing could be read.
  public var failure: String?

  /// Creates the result of a file.
  ///
  /// - Parameters:
  ///   - name: the file, as it was named.
  ///   - verification: what was found; nil if nothing could be read.
  ///   - failure: why nothing could be read.
  public init(name: String, verification: Verification? = nil, failure: String? = nil) {
    (self.name, self.verification, self.failure) = (name, verification, failure)
  }
}
