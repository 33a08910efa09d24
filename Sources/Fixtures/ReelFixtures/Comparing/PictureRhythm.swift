import ReelPlatform

/// The frame that each picture shows if it shows the frame of its time, as the pictures around it do.
///
/// A picture shows the last frame that begins before its time. The delay is that of the pictures around it that are
/// shown soonest.
struct PictureRhythm {
  private let times: [Double]
  private let frames: [Double]
  /// The time by which two times may differ, in seconds.
  private let tolerance: Double
  /// The pictures whose frames differ from their neighbours, with their delays in seconds.
  private var known: [(picture: Int, delay: Double)] = []

  /// The number of pictures before and after one that give its delay.
  private static let reach = 12

  /// - Parameters:
  ///   - path: The frame of each picture; nil if it shows none.
  ///   - times: The times of the pictures in seconds.
  ///   - frames: The times of the frames in seconds.
  ///   - interval: The usual interval between frames in seconds.
  ///   - stills: The runs of frames that look the same.
  init(_ path: [Int?], _ times: [Double], _ frames: [Double], interval: Double, stills: [ClosedRange<Int>]) {
    (self.times, self.frames, tolerance) = (times, frames, 0.1 * interval)
    var still = 0
    for (picture, frame) in path.enumerated() {
      guard let frame else { continue }
      if still < stills.count, stills[still].lowerBound > frame { still = 0 }
      while still < stills.count, stills[still].upperBound < frame { still += 1 }
      guard still < stills.count, stills[still].contains(frame) else {
        known.append((picture, times[picture] - frames[frame]))
        continue
      }
      // The first picture of a still shows its first frame.
      let range = stills[still]
      guard picture > 0, let last = path[picture - 1], !range.contains(last) else { continue }
      known.append((picture, times[picture] - frames[range.lowerBound]))
    }
  }

  /// Returns the frame that a picture shows if nothing happens to it; nil if that is unknown.
  func frame(of picture: Int) -> Int? {
    guard let delay = delay(picture) else { return nil }
    let time = times[picture] - delay + tolerance
    var (low, high) = (0, frames.count)
    while low < high {
      let middle = (low + high) / 2
      if frames[middle] <= time { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? low - 1 : nil
  }

  private func delay(_ picture: Int) -> Double? {
    var (low, high) = (0, known.count)
    while low < high {
      let middle = (low + high) / 2
      if known[middle].picture < picture { low = middle + 1 } else { high = middle }
    }
    let delays = known[max(0, low - Self.reach)..<min(known.count, low + Self.reach + 1)].map(\.delay).sorted()
    // A few pictures may show a later frame than that of their time.
    return delays.isEmpty ? nil : delays[delays.count / 8]
  }
}
