/// One picture of a movie, as far as the timeline is concerned.
public struct Showing: Hashable, Sendable {
  /// What the mark of a picture says.
  public enum Mark: Hashable, Sendable {
    /// The number of the frame, and which clip it is of.
    case frame(Int, clip: Int)
    /// Two frames shine through each other; the lower number first.
    case blended(Int, Int, clip: Int)
    /// The upper part is of one frame, the lower part of another.
    case torn(Int, Int, clip: Int)
    /// No mark was found, or one whose checksum is wrong.
    case unreadable
  }

  /// When the picture is shown, in seconds.
  ///
  /// A movie's exact fraction, correctly rounded: far finer than the tolerance of everything that is computed from it.
  public var time: Double
  /// What its mark says.
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

  /// The number of the frame; nil if it can't be read.
  public var number: Int? {
    if case .frame(let number, _) = mark { number } else { nil }
  }
}
