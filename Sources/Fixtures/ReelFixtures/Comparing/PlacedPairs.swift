/// Pictures of a film with the frames that they probably show, kept to find where frames are in pictures.
///
/// They are those with the most contrast in each stretch of the film. The stretches grow with the film.
struct PlacedPairs {
  /// A picture with its frame.
  struct Pair {
    var picture: Int
    var frame: Int
    var seen: LumaPlane
    var drawn: LumaPlane
    fileprivate var contrast: Double
  }

  private static let most = 4

  /// The number of pictures in a stretch.
  private var length = 8
  private var kept = [Pair?](repeating: nil, count: most)

  /// The pairs, in order.
  var pairs: [Pair] { kept.compactMap(\.self) }

  /// Keeps a picture with its frame if it has more contrast than others nearby.
  mutating func offer(_ picture: Int, _ frame: Int, seen: LumaPlane, drawn: LumaPlane, contrast: Double) {
    while picture / length >= Self.most {
      length *= 2
      for index in kept.indices {
        let both = kept[min(2 * index, Self.most)..<min(2 * index + 2, Self.most)].compactMap(\.self)
        kept[index] = both.max { $0.contrast < $1.contrast }
      }
    }
    let index = picture / length
    if let known = kept[index], known.contrast >= contrast { return }
    kept[index] = Pair(picture: picture, frame: frame, seen: seen, drawn: drawn, contrast: contrast)
  }
}
