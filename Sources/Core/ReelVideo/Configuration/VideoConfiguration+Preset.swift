extension VideoConfiguration {
  /// How much time libx264 spends on compression, from the least to the most.
  public enum Preset: String, CaseIterable, Hashable, Sendable {
    /// Least time, largest files; the profile is Constrained Baseline instead of High.
    case ultrafast
    /// Next to `ultrafast`.
    case superfast
    /// The default: for drawn pictures its files are as small as those of slower presets.
    case veryfast
    /// Slower than `medium` on drawn pictures without smaller files.
    case faster
    /// Slower than `medium` on drawn pictures without smaller files.
    case fast
    /// libx264's own default.
    case medium
    /// More time than `medium`.
    case slow
    /// More time than `slow`.
    case slower
    /// The slowest useful one.
    case veryslow
    /// No practical use.
    case placebo
  }
}
