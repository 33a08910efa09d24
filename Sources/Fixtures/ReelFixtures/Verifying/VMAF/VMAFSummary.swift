/// The scores that VMAF gives the pictures of a movie, from 0 to 100 for pictures that nobody tells from the originals.
///
/// Netflix, "Video Multi-Method Assessment Fusion"; its usual model, `vmaf_v0.6.1`, tells how people see a picture of 1080 lines from
/// three times its height.
public struct VMAFSummary: Hashable, Sendable {
  /// The mean of all pictures.
  public let mean: Double
  /// The harmonic mean, in which bad pictures weigh more: as libvmaf has it, of scores that are one higher.
  public let harmonicMean: Double
  /// The lowest score of a picture.
  public let min: Double

  /// Sums scores up; nil where there are none.
  init?(_ scores: some Sequence<Double>) {
    var (count, sum, inverse, lowest) = (0.0, 0.0, 0.0, Double.infinity)
    for score in scores where score.isFinite {
      (count, sum, inverse, lowest) = (count + 1, sum + score, inverse + 1 / (score + 1), Swift.min(lowest, score))
    }
    guard count > 0 else { return nil }
    (mean, harmonicMean, min) = (sum / count, count / inverse - 1, lowest)
  }
}
