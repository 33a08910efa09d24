/// The result of verifying a file.
public struct VerifiedFile: Sendable {
  /// The file's path as the user gave it.
  public var name: String
  /// The result; nil if the file could not be read.
  public var verification: Verification?
  /// The reason why the file could not be read.
  public var failure: String?

  /// Creates the result of a file.
  ///
  /// - Parameters:
  ///   - name: The file's path as the user gave it.
  ///   - verification: The result; nil if the file could not be read.
  ///   - failure: The reason why the file could not be read.
  public init(name: String, verification: Verification? = nil, failure: String? = nil) {
    (self.name, self.verification, self.failure) = (name, verification, failure)
  }
}
