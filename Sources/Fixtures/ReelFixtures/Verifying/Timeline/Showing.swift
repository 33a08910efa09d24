/// One picture of a movie, with only the data needed for the timeline.
public struct Showing: Hashable, Sendable {
  /// The contents of a picture's mark.
  public enum Mark: Hashable, Sendable {
    /// The frame's number and its clip.
    case frame(Int, clip: Int)
    /// Two blended frames, the lower number first.
    case blended(Int, Int, clip: Int)
    /// The upper part of one frame and the lower part of another.
    case torn(Int, Int, clip: Int)
    /// No mark, or one with a wrong checksum.
    case unreadable
  }

  /// The presentation time in seconds.
  ///
  /// It is a movie's exact fraction, correctly rounded: far more precise than the tolerances of everything computed
  /// from it.
  public var time: Double
  /// The contents of the mark.
  public var mark: Mark

  /// Creates a showing.
  public init(time: Double, mark: Mark) {
    self.time = time
    self.mark = mark
  }

  /// Creates the showing of a frame.
  public init(_ frame: Int, of clip: Int = 0, at time: Double) {
    self.init(time: time, mark: .frame(frame, clip: clip))
  }

  /// The frame's number; nil if it cannot be read.
  public var number: Int? {
    if case .frame(let number, _) = mark { number } else { nil }
  }
}
