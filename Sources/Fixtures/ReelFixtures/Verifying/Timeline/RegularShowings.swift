/// Distinguishes each frame's regular showing from later showings out of order.
struct RegularShowings {
  /// The indices of the first pictures of each frame's regular showing, in order.
  private(set) var regular: [Int] = []
  /// The indices of the first pictures that show a frame again after another frame.
  private(set) var stale: [Int] = []

  /// Classifies pictures whose marks were read.
  ///
  /// - Parameters:
  ///   - slots: All pictures.
  ///   - indices: The pictures to classify, in order.
  init(_ slots: [Timeline.Slot], _ indices: [Int]) {
    // A frame that is held is one showing.
    var showings: [Int] = []
    for index in indices where showings.last.map({ slots[$0].number != slots[index].number }) ?? true {
      showings.append(index)
    }
    // Frames in ascending order are regular. If a frame never is, its first showing counts.
    let rise = Set(Self.longestRise(showings.map { slots[$0].number }))
    var known = FrameSet()
    for index in rise { known.insert(Int(slots[showings[index]].number)) }
    for (index, showing) in showings.enumerated() {
      let number = Int(slots[showing].number)
      if rise.contains(index) || !known.contains(number) { regular.append(showing) } else { stale.append(showing) }
      known.insert(number)
    }
  }

  /// Returns the indices of the longest increasing subsequence (Fredman 1975); of equal numbers the first.
  static func longestRise(_ numbers: [Int32]) -> [Int] {
    var ends: [Int] = []
    var previous = [Int](repeating: -1, count: numbers.count)
    for (index, number) in numbers.enumerated() {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if numbers[ends[middle]] < number { low = middle + 1 } else { high = middle }
      }
      if low > 0 { previous[index] = ends[low - 1] }
      if low == ends.count {
        ends.append(index)
      } else if numbers[ends[low]] != number {
        ends[low] = index
      }
    }
    var (result, index) = ([Int](), ends.last ?? -1)
    while index >= 0 {
      result.append(index)
      index = previous[index]
    }
    return result.reversed()
  }
}
