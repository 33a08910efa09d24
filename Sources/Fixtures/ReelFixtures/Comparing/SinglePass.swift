import ReelClips
import ReelGeometry
import ReelPlatform
import ReelVideo

/// Surveys a film and its reference in one pass, and meanwhile compares each picture with the frame that it most
/// probably shows.
///
/// The comparison is the final one if the alignment of the whole films confirms all of these frames.
struct SinglePass {
  private(set) var surveys: (seen: FilmSurvey, drawn: FilmSurvey)
  /// The comparison; nil if pictures are not compared.
  private(set) var comparison: PairComparison?
  /// Some pictures with the frames with which they were compared.
  private(set) var placed = PlacedPairs()
  /// The frame with which each picture was compared; nil for none.
  private var compared: [Int?] = []
  private var window: FrameWindow
  /// The last picture with a known frame; nil before the first one.
  private var last: (picture: Int, frame: Int)?
  /// The usual mean squared difference of a picture's fingerprint.
  private var noise = 1.0
  private var isDrawnOver = false

  /// The variance of a tile that rounding and codecs cause, the evidence against a frame that the time does not explain,
  /// and each frame of distance.
  private static let (leastNoise, surprise, distance) = (0.6, 9.0, 0.01)
  /// The share of a tile's evidence that counts, as noise of neighbouring tiles is alike.
  private static let independence = 0.1
  /// The mean squared difference from which a picture shows none of the frames, in multiples of the noise and at least.
  private static let (foreignNoise, leastForeign) = (25.0, 24.0)
  /// The number of frames that are decoded beyond the expected one, unless fewer are kept.
  private static let lookahead = 8
  /// The weight of a new picture in the noise.
  private static let learning = 0.1

  /// Decodes both films.
  ///
  /// - Parameters:
  ///   - films: The film and its reference.
  ///   - compares: Whether pictures are compared.
  ///   - worstCount: The number of worst pictures to keep for a report.
  init(
    _ films: (seen: FilmSurvey.Source, drawn: FilmSurvey.Source), compares: Bool, worstCount: Int
  ) throws {
    (surveys.seen, surveys.drawn) = try FilmSurvey.begun(films.seen, films.drawn)
    let place = FilmPlacement(original: surveys.drawn.size, observed: surveys.seen.size)
    window = FrameWindow(size: surveys.drawn.size)
    if compares { comparison = PairComparison(surveys, place, worstCount: worstCount) }
    let readers = (seen: try films.seen.open(withSound: true), drawn: try films.drawn.open(withSound: true))
    do {
      let (seen, drawn) = (DecodingAhead(readers.seen), DecodingAhead(readers.drawn))
      defer {
        seen.end()
        drawn.end()
      }
      while let item = seen.next() {
        guard let plane = try surveys.seen.take(item), case .picture(let frame) = item else { continue }
        try match(frame, plane, drawn)
      }
      while !isDrawnOver { try advance(drawn) }
    }
    try surveys.seen.finish(errors: readers.seen.errorCount)
    try surveys.drawn.finish(errors: readers.drawn.errorCount)
    FilmSurvey.alignGrids(&surveys.seen, &surveys.drawn)
  }

  /// Decodes the next item of the reference.
  private mutating func advance(_ drawn: DecodingAhead) throws {
    guard let item = drawn.next() else {
      isDrawnOver = true
      return
    }
    guard let plane = try surveys.drawn.take(item), case .picture(let frame) = item else { return }
    window.append(frame, plane)
  }

  private mutating func match(_ frame: ClipFrame, _ plane: LumaPlane, _ drawn: DecodingAhead) throws {
    let picture = surveys.seen.print.count - 1
    compared.append(nil)
    // After pictures that the reference does not have, its next frame may be still to come.
    let farthest = (last?.frame ?? 0) + window.capacity
    let isInSequence = last?.picture == picture - 1
    let lookahead = min(Self.lookahead, window.capacity / 2)
    var expected = expected(picture)
    while !isDrawnOver, window.end <= expected + lookahead, isInSequence || window.end < farthest {
      try advance(drawn)
      expected = self.expected(picture)
    }
    guard comparison != nil else { return }
    FilmSurvey.alignGrids(&surveys.seen, &surveys.drawn)
    var found = best(picture, expected)
    while !isFitting(found), !isDrawnOver, window.end < farthest {
      try advance(drawn)
      found = best(picture, expected)
    }
    guard isFitting(found), let kept = window[found.frame] else { return }
    last = (picture, found.frame)
    noise += Self.learning * (max(Self.leastNoise, found.error) - noise)
    compared[picture] = found.frame
    try comparison?.compare(frame, plane, with: kept, found.frame, time: surveys.seen.print.times[picture])
    placed.offer(
      picture, found.frame, seen: plane, drawn: kept.plane, contrast: surveys.seen.print.contrast(picture))
  }

  /// The frame that a picture shows if nothing happens to it.
  private func expected(_ picture: Int) -> Int {
    let (times, frames) = (surveys.seen.print.times, surveys.drawn.print.times)
    guard let start = frames.first, let first = times.first else { return 0 }
    let time = last.map { frames[$0.frame] + times[picture] - times[$0.picture] } ?? start + times[picture] - first
    var frame = last?.frame ?? 0
    while frame + 1 < frames.count, abs(frames[frame + 1] - time) <= abs(frames[frame] - time) { frame += 1 }
    return frame
  }

  private func isFitting(_ found: (frame: Int, error: Double)) -> Bool {
    found.error <= max(Self.leastForeign, Self.foreignNoise * noise)
  }

  /// The most probable of the frames that are kept, with the mean squared difference of its fingerprint.
  private func best(_ picture: Int, _ expected: Int) -> (frame: Int, error: Double) {
    let count = Double(surveys.seen.print.grid.count)
    let weight = Self.independence / (2 * max(Self.leastNoise, noise))
    var best = (frame: 0, error: Double.infinity, cost: Double.infinity)
    for frame in window.numbers {
      let squares = Double(surveys.seen.print.squares(picture, surveys.drawn.print, frame))
      let away = Double(abs(frame - expected))
      let cost = weight * squares + (away < 2 ? away : Self.surprise + Self.distance * away)
      if cost < best.cost { best = (frame, squares / count, cost) }
    }
    return (best.frame, best.error)
  }

  /// Whether each picture was compared with the frame that an alignment gives it, or with one that looks the same.
  func suits(_ alignment: FrameAlignment) -> Bool {
    guard comparison != nil, compared.count == alignment.marks.count else { return false }
    return zip(compared, alignment.marks).allSatisfy { frame, mark in
      guard case .frame(let number, _) = mark else { return frame == nil }
      guard let frame else { return false }
      return frame == number || alignment.still(with: number)?.contains(frame) == true
    }
  }
}
