import ReelPlatform

/// Finds the frame of a reference that each picture of a film shows.
///
/// The sequence of frames with the greatest likelihood is found by dynamic programming (Needleman and Wunsch 1970) near
/// the frames of `FilmAnchors`: fingerprints that differ count against a pair, and so do steps that the times of the
/// pictures do not explain.
struct FrameAlignment {
  /// What each picture shows.
  private(set) var marks: [Showing.Mark] = []
  /// The runs of frames that cannot be told from their neighbours.
  private(set) var stills: [ClosedRange<Int>] = []

  private var matcher: PrintMatcher
  private let anchors: [(picture: Int, frame: Int)]
  /// The frame of each picture; nil if it shows none.
  private var path: [Int?] = []
  private let interval: Double

  /// The costs of steps, as negative logarithms of their likelihood.
  private enum Cost {
    /// A frame shown again.
    static let repeated: Float = 9
    /// Frames left out, and each of them.
    static let dropped: (any: Float, each: Float) = (9, 0.01)
    /// A step back, and each frame of it.
    static let back: (any: Float, each: Float) = (20, 0.01)
    /// A step of one frame fewer or more than the times ask for.
    static let rounding: Float = 0.2
    /// A step of one frame where the times ask for another, at most.
    static let next: Float = 1.5
    /// Each frame before the first picture and after the last, and at most.
    static let edge: (each: Float, most: Float) = (0.02, 5)
  }

  /// The evidence by which two frames can be told apart.
  private static let distinct: Float = 6
  /// The distance in frames from the anchors that is searched, and the number of pairs that are simply all searched.
  private static let reach = 48
  private static let fewPairs = 200_000
  /// The part of the distance between unrelated frames from which a picture is none of the reference's.
  private static let foreignPart = 0.35
  /// The same in squared levels, for films of little contrast, and in multiples of the noise.
  private static let leastForeign = 24.0
  /// The mean squared difference of fingerprints that codecs hardly make.
  private static let largeError = 1.0
  private static let foreignNoise = 25.0
  /// The part of a frame's variance that a picture must not differ by, as between unrelated films everything seems noisy.
  private static let foreignContrast = 0.2

  /// Aligns a film with its reference.
  init(seen: FilmPrint, drawn: FilmPrint) {
    matcher = PrintMatcher(seen: seen, drawn: drawn)
    let span = (drawn.times.last ?? 0) - (drawn.times.first ?? 0)
    interval = drawn.count > 1 && span > 0 ? span / Double(drawn.count - 1) : 0.04
    anchors = FilmAnchors(seen: seen, drawn: drawn).pairs
    let bands = Self.bands(anchors, seen.count, drawn.count)
    matcher.learn(Self.refined(anchors, matcher))
    // The noise is known better after a first alignment.
    for pass in 0..<2 {
      path = align(bands)
      if pass == 0 { matcher.learn(path.enumerated().compactMap { entry in entry.element.map { (entry.offset, $0) } }) }
    }
    findStills()
    let rhythm = PictureRhythm(path, seen.times, drawn.times, interval: interval, stills: stills)
    settleStills(rhythm)
    settleBlends(rhythm)
    settleExchanges()
    marks = path.indices.map(mark)
  }

  // MARK: - The search

  /// The anchors, each with the frame nearby that is most like it.
  private static func refined(
    _ anchors: [(picture: Int, frame: Int)], _ matcher: PrintMatcher
  ) -> [(picture: Int, frame: Int)] {
    let pairs = anchors.map { anchor in
      let range = max(0, anchor.frame - 8)...min(matcher.drawn.count - 1, anchor.frame + 8)
      let best = range.min { matcher.meanSquare(anchor.picture, $0) < matcher.meanSquare(anchor.picture, $1) }
      return (picture: anchor.picture, frame: best ?? anchor.frame)
    }
    // Anchors on pictures that the reference does not have teach nothing.
    let errors = pairs.map { matcher.meanSquare($0.picture, $0.frame) }
    guard let middle = Rhythm.median(errors) else { return [] }
    return zip(pairs, errors).filter { $0.1 <= 4 * middle + 1 }.map(\.0)
  }

  /// The frames that are searched for each picture.
  private static func bands(_ anchors: [(picture: Int, frame: Int)], _ count: Int, _ frames: Int) -> [Range<Int>] {
    guard count * frames > fewPairs, let first = anchors.first, let last = anchors.last else {
      return Array(repeating: 0..<frames, count: count)
    }
    func band(_ low: Int, _ high: Int) -> Range<Int> { max(0, low - reach)..<min(frames, high + reach + 1) }
    var result: [Range<Int>] = []
    for picture in 0..<first.picture { result.append(band(first.frame - first.picture + picture, first.frame)) }
    for (a, b) in zip(anchors, anchors.dropFirst()) {
      let range = band(min(a.frame, b.frame), max(a.frame, b.frame))
      result += Array(repeating: range, count: b.picture - a.picture)
    }
    result += Array(repeating: band(last.frame, last.frame), count: count - last.picture)
    return result
  }

  /// The costs of a picture's frames, and where each came from.
  private struct Row {
    var picture: Int
    var band: Range<Int>
    var origins: [Int32]
  }

  private func align(_ bands: [Range<Int>]) -> [Int?] {
    let foreign = max(Self.leastForeign, Self.foreignNoise * matcher.noise)
    let limit = min(
      max(foreign, min(4 * foreign, Self.foreignPart * matcher.unrelated)),
      max(Self.leastForeign, Self.foreignContrast * matcher.contrast))
    var rows: [Row] = []
    var costs: [Float] = []
    for (picture, band) in bands.enumerated() {
      var match = band.map { matcher.distance(picture, $0) }
      guard let best = match.indices.min(by: { match[$0] < match[$1] }),
        matcher.meanSquare(picture, band.lowerBound + best) <= limit
      else { continue }
      // Small differences of small costs would be lost in large sums.
      let least = match[best]
      for index in match.indices { match[index] -= least }
      guard let last = rows.last else {
        for index in match.indices {
          match[index] += min(Cost.edge.most, Cost.edge.each * Float(band.lowerBound + index))
        }
        costs = match
        rows.append(Row(picture: picture, band: band, origins: []))
        continue
      }
      let (reached, origins) = step(costs, from: last, to: band, picture)
      costs = zip(reached, match).map { $0 + $1 }
      let lowest = costs.min() ?? 0
      for index in costs.indices { costs[index] -= lowest }
      rows.append(Row(picture: picture, band: band, origins: origins))
    }
    return trace(rows, costs, count: bands.count)
  }

  /// Returns the lowest cost of reaching each frame of a picture from those of the last one.
  private func step(
    _ costs: [Float], from last: Row, to band: Range<Int>, _ picture: Int
  ) -> (costs: [Float], origins: [Int32]) {
    let elapsed = matcher.seen.times[picture] - matcher.seen.times[last.picture]
    let times = matcher.drawn.times
    let (low, high) = (last.band.lowerBound, last.band.upperBound)
    // The lowest costs of steps back, from each frame on.
    var ahead = [(cost: Float, frame: Int)](repeating: (.infinity, low), count: costs.count + 1)
    for index in costs.indices.reversed() {
      let cost = costs[index] + Cost.back.each * Float(low + index)
      ahead[index] = cost < ahead[index + 1].cost ? (cost, low + index) : ahead[index + 1]
    }
    var result = [Float](repeating: .infinity, count: band.count)
    var origins = [Int32](repeating: Int32(low), count: band.count)
    // The lowest cost of leaving frames out, up to the one before the last.
    var behind: (cost: Float, frame: Int) = (.infinity, low)
    var next = low
    var natural = low
    for frame in band {
      var best: (cost: Float, frame: Int) = (.infinity, low)
      func offer(_ origin: Int, _ cost: Float) {
        guard origin >= low, origin < high else { return }
        let total = costs[origin - low] + cost
        if total < best.cost { best = (total, origin) }
      }
      while next < high, next < frame - 1 {
        let cost = costs[next - low] - Cost.dropped.each * Float(next)
        if cost < behind.cost { behind = (cost, next) }
        next += 1
      }
      // The frames around the time of the last picture.
      let time = times[frame] - elapsed
      while natural + 1 < high, times[natural + 1] <= time + 1e-6 { natural += 1 }
      let miss = Float(min(1, max(0, (time - times[natural]) / interval)))
      if time >= times[low] - interval {
        offer(natural, Cost.rounding * miss)
        offer(natural + 1, Cost.rounding * (1 - miss) + (natural + 1 > frame ? Cost.back.any : 0))
      }
      offer(frame - 1, Cost.next)
      offer(frame, Cost.repeated)
      let skipped = behind.cost + Cost.dropped.any + Cost.dropped.each * Float(frame)
      if skipped < best.cost { best = (skipped, behind.frame) }
      if frame + 1 < high {
        let back = ahead[max(0, frame + 1 - low)]
        let cost = back.cost + Cost.back.any - Cost.back.each * Float(frame)
        if cost < best.cost { best = (cost, back.frame) }
      }
      result[frame - band.lowerBound] = best.cost
      origins[frame - band.lowerBound] = Int32(best.frame)
    }
    return (result, origins)
  }

  private func trace(_ rows: [Row], _ costs: [Float], count: Int) -> [Int?] {
    var result = [Int?](repeating: nil, count: count)
    guard let last = rows.last else { return result }
    let end = matcher.drawn.count - 1
    func total(_ index: Int) -> Float {
      costs[index] + min(Cost.edge.most, Cost.edge.each * Float(end - last.band.lowerBound - index))
    }
    guard let best = costs.indices.min(by: { total($0) < total($1) }) else { return result }
    var frame = last.band.lowerBound + best
    for row in rows.reversed() {
      result[row.picture] = frame
      if !row.origins.isEmpty { frame = Int(row.origins[frame - row.band.lowerBound]) }
    }
    return result
  }

  // MARK: - Frames that look alike

  private mutating func findStills() {
    let alike = (0..<max(0, matcher.drawn.count - 1)).filter {
      matcher.distance(between: $0, and: $0 + 1) < Self.distinct
    }
    stills = runs(alike).map { $0.lowerBound...$0.upperBound + 1 }
  }

  /// The run of frames that look like a frame; nil if it is distinct.
  func still(with frame: Int) -> ClosedRange<Int>? {
    var (low, high) = (0, stills.count)
    while low < high {
      let middle = (low + high) / 2
      if stills[middle].upperBound < frame { low = middle + 1 } else { high = middle }
    }
    return low < stills.count && stills[low].contains(frame) ? stills[low] : nil
  }

  /// Gives pictures that show a still the frames that fit their times, if the times are the same before and after it.
  private mutating func settleStills(_ rhythm: PictureRhythm) {
    var index = 0
    while index < path.count {
      guard let frame = path[index], let still = still(with: frame) else {
        index += 1
        continue
      }
      var end = index + 1
      while end < path.count, let next = path[end], still.contains(next) { end += 1 }
      if [index - 1, end].allSatisfy({ isRegular($0, rhythm) }) {
        for picture in index..<end {
          path[picture] = max(still.lowerBound, min(still.upperBound, rhythm.frame(of: picture) ?? frame))
        }
      } else {
        settle(index..<end, in: still)
      }
      index = end
    }
  }

  private mutating func settle(_ pictures: Range<Int>, in still: ClosedRange<Int>) {
    let (times, frames) = (matcher.seen.times, matcher.drawn.times)
    func offset(_ picture: Int) -> Double? {
      guard path.indices.contains(picture), let frame = path[picture] else { return nil }
      return times[picture] - frames[frame]
    }
    let (before, after) = (offset(pictures.lowerBound - 1), offset(pictures.upperBound))
    // At the ends of the film, the still's own beginning or end is as good a neighbour.
    guard let first = before ?? after, let last = after ?? before, abs(first - last) < 0.6 * interval else { return }
    var lowest = still.lowerBound
    for picture in pictures {
      let share = Double(picture - pictures.lowerBound + 1) / Double(pictures.count + 1)
      let time = times[picture] - first - (last - first) * share
      while lowest < still.upperBound, abs(frames[lowest + 1] - time) <= abs(frames[lowest] - time) { lowest += 1 }
      path[picture] = lowest
    }
  }

  /// Whether a picture shows the frame of its time, if there is such a picture.
  private func isRegular(_ picture: Int, _ rhythm: PictureRhythm) -> Bool {
    guard path.indices.contains(picture) else { return true }
    return path[picture] != nil && path[picture] == rhythm.frame(of: picture)
  }

  /// Gives one or two pictures among others in time, which seem to show their neighbours' frames, their own ones if
  /// these look as likely.
  ///
  /// Codecs predict pictures from their neighbours, so that they resemble both.
  private mutating func settleBlends(_ rhythm: PictureRhythm) {
    var index = 0
    while index < path.count {
      guard !isRegular(index, rhythm) else {
        index += 1
        continue
      }
      var end = index
      while end < path.count, !isRegular(end, rhythm) { end += 1 }
      let run = index..<end
      index = end
      let areBlends = run.allSatisfy { picture in
        guard let frame = path[picture], let own = rhythm.frame(of: picture), abs(own - frame) == 1 else {
          return false
        }
        return matcher.resembles(picture, own, asMuchAs: frame)
      }
      guard run.count <= 2, areBlends else { continue }
      for picture in run { path[picture] = rhythm.frame(of: picture) }
    }
  }

  /// Treats a dropped frame next to a repeated one as two exchanged frames, if that is more likely.
  private mutating func settleExchanges() {
    guard path.count > 3 else { return }
    for picture in 2..<path.count - 1 {
      guard let before = path[picture - 2], let first = path[picture - 1], let second = path[picture],
        let after = path[picture + 1], first == before + 2, after == before + 3, second == first || second == after,
        matcher.distance(picture, before + 1) + Self.distinct < matcher.distance(picture, second)
      else { continue }
      path[picture] = before + 1
    }
  }

  // MARK: - Marks

  private func mark(_ picture: Int) -> Showing.Mark {
    guard let frame = path[picture] else { return .unreadable }
    let error = matcher.meanSquare(picture, frame)
    guard error > 6 * matcher.noise else { return .frame(frame, clip: 0) }
    for other in [frame - 1, frame + 1] where other >= 0 && other < matcher.drawn.count {
      let mixture = matcher.mixture(picture, frame, other)
      guard mixture.share > 0.2, mixture.share < 0.8, mixture.error < 0.25 * error else { continue }
      return .blended(min(frame, other), max(frame, other), clip: 0)
    }
    return .frame(frame, clip: 0)
  }

  /// The frames that pictures show, for those that show exactly one.
  var pairs: [(picture: Int, frame: Int)] {
    marks.enumerated().compactMap { index, mark in
      if case .frame(let frame, _) = mark { (index, frame) } else { nil }
    }
  }

  /// The luma of the film as a multiple of the reference's, and what is added to it.
  var levels: (gain: Double, offset: Double) { matcher.levels }

  /// Whether the pictures differ so much that they may show the frames in another place.
  var mayBeElsewhere: Bool {
    let error = Rhythm.median(pairs.map { matcher.meanSquare($0.picture, $0.frame) }) ?? .infinity
    return pairs.count * 2 < marks.count || error > Self.largeError
  }

  /// The best known pairs: those of the alignment, or of the anchors if it matched few pictures.
  var likelyPairs: [(picture: Int, frame: Int)] { pairs.count * 2 < marks.count ? anchors : pairs }
}
