/// The times at which the pictures of a film are decoded: one frame after another, from the first segment's on.
///
/// An encoder that gets fewer pictures than it holds back says that they are decoded later. Containers that keep only how long each picture
/// lasts would show such a last segment too early.
struct DecodingTimes {
  /// That of the next picture; nil before the first one.
  private var following: Int64?

  /// Returns the time of the next picture, which the encoder would have later at most.
  mutating func next(_ time: Int64) -> Int64 {
    let own = min(time, following ?? time)
    following = own + 1
    return own
  }
}
