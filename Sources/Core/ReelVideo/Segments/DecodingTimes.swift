/// The decoding times of a film's pictures: one frame after another, starting at the first segment's.
///
/// An encoder that receives fewer pictures than its delay reports later decoding times. Containers that store only
/// each picture's duration would then show such a last segment too early.
package struct DecodingTimes {
  /// The time of the next picture; nil before the first one.
  private var following: Int64?

  /// Creates the times of a film that begins.
  package init() {}

  /// Returns the time of the next picture, which is never later than the encoder's.
  package mutating func next(_ time: Int64) -> Int64 {
    let own = min(time, following ?? time)
    following = own + 1
    return own
  }
}
