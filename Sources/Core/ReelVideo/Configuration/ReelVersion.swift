/// The version of this package.
public enum ReelVersion {
  /// The version that `capture --version` prints and manifests record, numbered as described in CHANGELOG.md:
  /// `0.1.0`.
  ///
  /// A clip of a suite that was made by another version is out of date.
  public static let current = "0.1.0"
}
