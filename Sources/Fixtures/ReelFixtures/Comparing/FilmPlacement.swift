import ReelGeometry
import ReelPlatform

/// Finds where the frames of a reference are in a film's pictures: scale, crop and borders.
struct FilmPlacement {
  /// The transform from upright frames to upright pictures.
  let transform: AffineTransform
  /// The sizes of the upright frames and pictures.
  let (original, observed): (PixelSize, PixelSize)

  /// The mean squared difference in luma from which pictures may be elsewhere, and the part of it that remains in the
  /// right place.
  private static let minError = 6.0
  private static let minGain = 0.75
  /// The part of a picture's variance by which it may differ from a frame in its place, and the farthest that the
  /// search then moves it at once, in pixels.
  private static let (maxRest, maxMove) = (0.02, 0.15)
  /// The pictures at the beginning of a film among which some are compared, and their number.
  private static let reach = 600
  private static let pairCount = 4

  /// A film that is only scaled as a whole.
  init(original: PixelSize, observed: PixelSize) {
    self.init(
      .scale(
        x: Double(observed.width) / Double(original.width), y: Double(observed.height) / Double(original.height)),
      original: original, observed: observed)
  }

  private init(_ transform: AffineTransform, original: PixelSize, observed: PixelSize) {
    (self.transform, self.original, self.observed) = (transform, original, observed)
  }

  /// The geometry for a comparison of pictures.
  var geometry: PictureGeometry { PictureGeometry(transform, original: original, observed: observed) }

  /// The part of the pictures, and that of the frames, that both show.
  var areas: (seen: PictureArea, drawn: PictureArea)? {
    let (x, y) = geometry.visible
    guard x.count >= 16, y.count >= 16, let back = transform.inverted else { return nil }
    let rect = back.apply(
      Rect(x: Double(x.lowerBound), y: Double(y.lowerBound), width: Double(x.count), height: Double(y.count)))
    func range(_ low: Double, _ high: Double, _ limit: Int) -> Range<Int> {
      let first = max(0, min(limit - 1, Int(nearest: low)))
      return first..<max(first + 1, min(limit, Int(nearest: high)))
    }
    return (
      PictureArea(x: x, y: y),
      PictureArea(x: range(rect.minX, rect.maxX, original.width), y: range(rect.minY, rect.maxY, original.height))
    )
  }

  /// Whether frames are at about the same place as in another placement, within some pixels of the picture.
  func isNear(_ other: FilmPlacement, pixels: Double) -> Bool {
    let corners = [Point(x: 0, y: 0), Point(x: Double(original.width), y: Double(original.height))]
    return corners.allSatisfy { corner in
      let (a, b) = (transform.apply(corner), other.transform.apply(corner))
      return abs(a.x - b.x) <= pixels && abs(a.y - b.y) <= pixels
    }
  }

  /// Returns the placement that explains pictures best.
  ///
  /// - Parameters:
  ///   - pairs: Pictures with the frames that they show.
  ///   - placed: Some of them, as they were decoded; others are decoded again.
  ///   - films: The film and its reference.
  ///   - surveys: The same, surveyed.
  func improved(
    by pairs: [(picture: Int, frame: Int)], _ placed: PlacedPairs,
    films: (seen: FilmSurvey.Source, drawn: FilmSurvey.Source), surveys: (seen: FilmSurvey, drawn: FilmSurvey)
  ) throws -> FilmPlacement {
    let frames = Dictionary(pairs.map { ($0.picture, $0.frame) }, uniquingKeysWith: { first, _ in first })
    var planes = placed.pairs.filter { frames[$0.picture] == $0.frame }.map { (seen: $0.seen, drawn: $0.drawn) }
    if planes.count < Self.pairCount - 1 { planes = try Self.decoded(pairs, films, surveys) }
    guard !planes.isEmpty else { return self }
    func error(_ transform: AffineTransform) -> Double {
      Rhythm.median(planes.map { PictureAlignment.error(transform, $0.seen, $0.drawn) }) ?? .infinity
    }
    let known = error(transform)
    guard known > Self.minError, !isInPlace(planes, known) else { return self }
    var starts = [transform]
    let whole = FilmPlacement(original: original, observed: observed)
    if whole.transform != transform { starts.append(whole.transform) }
    starts += Self.guesses(surveys.seen, surveys.drawn)
    var best = (transform: transform, error: known * Self.minGain)
    for start in starts {
      for pair in planes {
        let found = PictureAlignment(from: start, seen: pair.seen, drawn: pair.drawn).transform
        let rest = error(found)
        if rest < best.error { best = (found, rest) }
      }
      // A good one needs no competitors.
      if best.error < 0.1 * known { break }
    }
    return FilmPlacement(best.transform, original: original, observed: observed)
  }

  /// Whether pictures differ from their frames as codecs make them differ, and nothing moves them from there.
  private func isInPlace(_ planes: [(seen: LumaPlane, drawn: LumaPlane)], _ error: Double) -> Bool {
    guard let variance = Rhythm.median(planes.map(\.seen.variance)), error < Self.maxRest * variance else {
      return false
    }
    let moves = planes.map { PictureAlignment.move(from: transform, $0.seen, $0.drawn) }
    return (Rhythm.median(moves) ?? .infinity) < Self.maxMove
  }

  /// Decodes pictures from different moments of a film with their frames.
  private static func decoded(
    _ pairs: [(picture: Int, frame: Int)], _ films: (seen: FilmSurvey.Source, drawn: FilmSurvey.Source),
    _ surveys: (seen: FilmSurvey, drawn: FilmSurvey)
  ) throws -> [(seen: LumaPlane, drawn: LumaPlane)] {
    let early = pairs.filter { max($0.picture, $0.frame) < reach }
    // Pictures with much in them, from different moments.
    let chosen = (0..<min(pairCount, early.count)).compactMap { part in
      let range = part * early.count / pairCount..<max(part + 1, (part + 1) * early.count / pairCount)
      return early[range.clamped(to: early.indices)].max {
        surveys.seen.print.contrast($0.picture) < surveys.seen.print.contrast($1.picture)
      }
    }
    let seen = try films.seen.planes(Set(chosen.map(\.picture)), surveys.seen)
    let drawn = try films.drawn.planes(Set(chosen.map(\.frame)), surveys.drawn)
    return chosen.compactMap { pair in
      if let a = seen[pair.picture], let b = drawn[pair.frame] { (seen: a, drawn: b) } else { nil }
    }
  }

  /// Likely placements: content within the borders of both, and content at its own scale in the middle.
  private static func guesses(_ seen: FilmSurvey, _ drawn: FilmSurvey) -> [AffineTransform] {
    let (a, b) = (drawn.borders.content, seen.borders.content)
    let (across, down) = (
      Double(b.x.count) / Double(max(1, a.x.count)), Double(b.y.count) / Double(max(1, a.y.count))
    )
    let boxes = AffineTransform(
      a: across, b: 0, c: 0, d: down, tx: Double(b.x.lowerBound) - across * Double(a.x.lowerBound),
      ty: Double(b.y.lowerBound) - down * Double(a.y.lowerBound))
    let middle = AffineTransform.translation(
      x: Double(seen.size.width - drawn.size.width) / 2, y: Double(seen.size.height - drawn.size.height) / 2)
    // Fitted inside and filled, as players do.
    let scales = [
      Double(seen.size.width) / Double(drawn.size.width), Double(seen.size.height) / Double(drawn.size.height),
    ]
    let even = scales.map { scale in
      AffineTransform(
        a: scale, b: 0, c: 0, d: scale, tx: (Double(seen.size.width) - scale * Double(drawn.size.width)) / 2,
        ty: (Double(seen.size.height) - scale * Double(drawn.size.height)) / 2)
    }
    return [boxes, middle] + even
  }
}

extension FilmSurvey.Source {
  /// Decodes some pictures.
  fileprivate func planes(_ wanted: Set<Int>, _ survey: FilmSurvey) throws -> [Int: LumaPlane] {
    let reader = try open(withSound: false)
    var (result, index) = ([Int: LumaPlane](), 0)
    while let frame = reader.nextFrame(), result.count < wanted.count {
      if wanted.contains(index) { result[index] = try frame.uprightLuma(survey.orientation) }
      index += 1
    }
    return result
  }
}

extension LumaPlane {
  /// The variance of the pixels.
  fileprivate var variance: Double {
    var (sum, squares) = (0, 0)
    for level in bytes {
      sum += Int(level)
      squares += Int(level) * Int(level)
    }
    let count = Double(max(1, bytes.count))
    return Double(squares) / count - Double(sum) / count * Double(sum) / count
  }
}
