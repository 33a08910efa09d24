/// The result of verifying a file.
public struct VerifiedFile: Sendable {
  /// The file's path as the user gave it.
  public var name: String
  /// The result; nil if the file could not be read.
  public var verification: Verification?
  /// The reason why the file could not be read.
  public var failure: String?
  /// The time in seconds that it took; nil if it was not measured.
  public var seconds: Double?

  /// Creates the result of a file.
  ///
  /// - Parameters:
  ///   - name: The file's path as the user gave it.
  ///   - verification: The result; nil if the file could not be read.
  ///   - failure: The reason why the file could not be read.
  ///   - seconds: The time that it took; nil if it was not measured.
  public init(name: String, verification: Verification? = nil, failure: String? = nil, seconds: Double? = nil) {
    (self.name, self.verification, self.failure, self.seconds) = (name, verification, failure, seconds)
  }
}
