/// The settings of every use of libx265.
enum X265 {
  /// The parameters that make the stream the same in every run.
  ///
  /// Weighted prediction (seen in 3.5) compensates the motion of lowres planes around their edges, in memory that nothing was written to, and decides
  /// by the result whether a picture is predicted with weights.
  static let repeatable = ["weightp=0"]
}
