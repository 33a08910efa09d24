extension VideoConfiguration {
  /// libx264's trade-off between time and compression, from fastest to slowest.
  public enum Preset: String, CaseIterable, Hashable, Sendable {
    /// The fastest, with the largest files; the profile is Constrained Baseline instead of High.
    case ultrafast
    /// Slightly slower than `ultrafast`.
    case superfast
    /// The default: for drawn pictures its files are as small as those of slower presets.
    case veryfast
    /// Slower than `medium` on drawn pictures without smaller files.
    case faster
    /// Slower than `medium` on drawn pictures without smaller files.
    case fast
    /// libx264's own default.
    case medium
    /// Slower than `medium`.
    case slow
    /// Slower than `slow`.
    case slower
    /// The slowest useful one.
    case veryslow
    /// Of no practical use.
    case placebo
  }
}
