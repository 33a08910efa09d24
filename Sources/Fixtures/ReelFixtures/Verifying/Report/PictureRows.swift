/// The pictures of a movie with their qualities.
///
/// Not all pictures are compared, but both lists have the same order.
struct PictureRows: Sequence, IteratorProtocol {
  private var showings: IndexingIterator<[Showing]>
  private var qualities: IndexingIterator<FrameQualities>
  /// The next available quality.
  private var upcoming: QualitySummary.Frame?

  init(_ verification: Verification) {
    showings = verification.showings.makeIterator()
    qualities = (verification.quality?.frames ?? FrameQualities()).makeIterator()
    upcoming = qualities.next()
  }

  mutating func next() -> (showing: Showing, quality: QualitySummary.Frame?)? {
    guard let showing = showings.next() else { return nil }
    // The times of qualities have only seven digits.
    guard let quality = upcoming, quality.number == showing.number, quality.time == Double(Float(showing.time)) else {
      return (showing, nil)
    }
    upcoming = qualities.next()
    return (showing, quality)
  }
}
