import ReelCanvas
import ReelClips
import ReelGeometry
import ReelVideo

/// Compares the pictures of a film with the frames of a reference that they show, in a second pass over both.
struct PairComparison {
  private(set) var qualities = FrameQualities()
  private(set) var worst: WorstPictures
  private(set) var colors: ColorCheck
  private(set) var placement: PlacementCheck
  private(set) var checks = PairChecks()
  private(set) var chroma = ChromaErrors()
  /// Measures VMAF, if requested.
  var meter: VMAFMeter?

  private let surveys: (seen: FilmSurvey, drawn: FilmSurvey)
  private let geometry: PictureGeometry
  private let fitting: PictureFitting
  /// The last frame as the film would show it.
  private var fitted: (frame: Int, plane: LumaPlane)?

  /// The bytes of frames that are kept for pictures that show earlier ones again, and the most frames.
  private static let keptBytes = 96 << 20
  private static let keptFrames = 24

  init(_ surveys: (seen: FilmSurvey, drawn: FilmSurvey), _ place: FilmPlacement, worstCount: Int) {
    self.surveys = surveys
    geometry = place.geometry
    fitting = PictureFitting(geometry.transform, from: place.original, to: place.observed)
    worst = WorstPictures(most: worstCount)
    colors = ColorCheck(codec: surveys.seen.facts.codec)
    placement = PlacementCheck(
      original: place.original, pixelAspect: surveys.seen.pixelAspect / surveys.drawn.pixelAspect)
  }

  /// Decodes both films and compares them.
  ///
  /// - Parameters:
  ///   - marks: What each picture shows. Only pictures of a single frame are compared.
  ///   - films: The film and its reference.
  mutating func run(_ marks: [Showing.Mark], films: (seen: FilmSurvey.Source, drawn: FilmSurvey.Source)) throws {
    let seen = DecodingAhead(try films.seen.open(withSound: false))
    let drawn = DecodingAhead(try films.drawn.open(withSound: false))
    defer {
      seen.end()
      drawn.end()
    }
    let most = max(2, min(Self.keptFrames, Self.keptBytes / (2 * max(1, surveys.drawn.size.area))))
    var kept: [ClipFrame] = []
    var (next, isOver) = (0, false)
    for (picture, mark) in marks.enumerated() {
      guard case .picture(let frame)? = seen.nextPicture() else { return }
      guard case .frame(let number, _) = mark else { continue }
      while next <= number, !isOver {
        guard case .picture(let frame)? = drawn.nextPicture() else {
          isOver = true
          break
        }
        if kept.count == most { kept.removeFirst() }
        kept.append(frame)
        next += 1
      }
      let index = number - (next - kept.count)
      guard kept.indices.contains(index) else { continue }
      try compare(frame, kept[index], number, time: surveys.seen.print.times[picture])
    }
  }

  private mutating func compare(_ frame: ClipFrame, _ original: ClipFrame, _ number: Int, time: Double) throws {
    let whole = try frame.uprightLuma(surveys.seen.orientation)
    if fitted?.frame != number {
      fitted = (number, fitting.fit(try original.uprightLuma(surveys.drawn.orientation)))
    }
    guard let plane = fitted?.plane, whole.size == geometry.size, plane.size == whole.size else { return }
    let (x, y) = geometry.visible
    guard !x.isEmpty, !y.isEmpty else { return }
    let (seen, drawn) = (whole.cut(x: x, y: y), plane.cut(x: x, y: y))
    let quality = PictureQuality(BlockComparison(seen, drawn), area: seen.size.area)
    try checks.add(
      ComparedPair(
        number: number, time: time, picture: frame, seen: seen, drawn: drawn,
        isInPlace: geometry.transform == .identity && surveys.seen.orientation == .up
          && surveys.drawn.orientation == .up
      ) { try original.bitmap() })
    placement.add(geometry, number: number, time: time)
    if qualities.count < 4 || qualities.count % 32 == 0 {
      if seen.size == whole.size { placement.addEdges(seen, drawn) }
      if surveys.seen.orientation == .up, surveys.drawn.orientation == .up {
        try colors.add(seen: try frame.raw(), drawn: try original.bitmap(), geometry.transform)
        if geometry.transform == .identity { chroma.add(try frame.raw(), original: try original.raw()) }
      }
    }
    qualities.append(number: number, time: time, quality)
    try meter?.add(seen: seen, drawn: drawn)
    let turn = surveys.drawn.orientation
    try worst.offer(
      .init(number: number, time: time, psnr: quality.psnr, ssim: quality.ssim), frame, surveys.seen.orientation, seen,
      drawn, isUpright: true, original: { try original.bitmap().oriented(turn) })
  }

  /// Collects the scores of VMAF.
  mutating func finish() throws {
    if let scores = try meter?.finish() { qualities.note(vmaf: scores) }
  }
}

extension DecodingAhead {
  /// Returns the next picture; nil at the end.
  fileprivate func nextPicture() -> ClipReader.Item? {
    while let item = next() {
      if case .picture = item { return item }
    }
    return nil
  }
}
