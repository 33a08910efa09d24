/// The version of this package.
public enum ReelVersion {
  /// The version that `capture --version` prints and manifests name, numbered as CHANGELOG.md says: `0.1.0`.
  ///
  /// A clip of a suite that another version made is not up to date.
  public static let current = "0.1.0"
}
