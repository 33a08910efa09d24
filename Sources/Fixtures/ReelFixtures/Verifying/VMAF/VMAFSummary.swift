/// The VMAF scores of a movie, from 0 to 100 for pictures that look like the originals.
///
/// Netflix, "Video Multi-Method Assessment Fusion". Its default model, `vmaf_v0.6.1`, predicts how viewers rate a
/// picture of 1080 lines at three times its height.
public struct VMAFSummary: Hashable, Sendable {
  /// The mean of all pictures.
  public let mean: Double
  /// The harmonic mean, in which bad pictures count more; computed from scores increased by 1, as in libvmaf.
  public let harmonicMean: Double
  /// The lowest score of a picture.
  public let min: Double

  /// Summarizes scores; nil if there are none.
  init?(_ scores: some Sequence<Double>) {
    var (count, sum, inverse, lowest) = (0.0, 0.0, 0.0, Double.infinity)
    for score in scores where score.isFinite {
      (count, sum, inverse, lowest) = (count + 1, sum + score, inverse + 1 / (score + 1), Swift.min(lowest, score))
    }
    guard count > 0 else { return nil }
    (mean, harmonicMean, min) = (sum / count, count / inverse - 1, lowest)
  }
}
