import ReelCanvas
import ReelClips
import ReelGeometry
import ReelVideo

/// Compares the pictures of a film with the frames of a reference that they show.
struct PairComparison {
  private(set) var qualities = FrameQualities()
  private(set) var worst: WorstPictures
  private(set) var colors: ColorCheck
  private(set) var placement: PlacementCheck
  private(set) var checks = PairChecks()
  private(set) var chroma = ChromaErrors()
  /// Measures VMAF, if requested.
  var meter: VMAFMeter?

  private let turns: (seen: ImageOrientation, drawn: ImageOrientation)
  private let geometry: PictureGeometry
  private let fitting: PictureFitting
  /// The last frame as the film would show it.
  private var fitted: (frame: Int, plane: LumaPlane)?

  /// - Parameters:
  ///   - surveys: The film and its reference, surveyed or not.
  ///   - place: Where the frames are in the film's pictures.
  ///   - worstCount: The number of worst pictures to keep for a report.
  init(_ surveys: (seen: FilmSurvey, drawn: FilmSurvey), _ place: FilmPlacement, worstCount: Int) {
    turns = (surveys.seen.orientation, surveys.drawn.orientation)
    geometry = place.geometry
    fitting = PictureFitting(geometry.transform, from: place.original, to: place.observed)
    worst = WorstPictures(most: worstCount)
    colors = ColorCheck(codec: surveys.seen.facts.codec)
    placement = PlacementCheck(
      original: place.original, pixelAspect: surveys.seen.pixelAspect / surveys.drawn.pixelAspect)
  }

  /// Decodes both films again and compares them.
  ///
  /// - Parameters:
  ///   - marks: What each picture shows. Only pictures of a single frame are compared.
  ///   - times: The times of the pictures in seconds.
  ///   - films: The film and its reference.
  mutating func run(
    _ marks: [Showing.Mark], times: [Double], films: (seen: FilmSurvey.Source, drawn: FilmSurvey.Source)
  ) throws {
    let seen = DecodingAhead(try films.seen.open(withSound: false))
    let drawn = DecodingAhead(try films.drawn.open(withSound: false))
    defer {
      seen.end()
      drawn.end()
    }
    var window = FrameWindow(size: fitting.source)
    var isOver = false
    for (picture, mark) in marks.enumerated() {
      guard let frame = seen.nextPicture() else { return }
      guard case .frame(let number, _) = mark else { continue }
      while window.end <= number, !isOver {
        guard let frame = drawn.nextPicture() else {
          isOver = true
          break
        }
        window.append(frame, try frame.uprightLuma(turns.drawn))
      }
      guard let kept = window[number] else { continue }
      try compare(frame, try frame.uprightLuma(turns.seen), with: kept, number, time: times[picture])
    }
  }

  /// Compares a picture with a frame.
  mutating func compare(
    _ frame: ClipFrame, _ whole: LumaPlane, with kept: FrameWindow.Kept, _ number: Int, time: Double
  ) throws {
    let original = kept.frame
    if fitted?.frame != number { fitted = (number, fitting.fit(kept.plane)) }
    guard let plane = fitted?.plane, whole.size == geometry.size, plane.size == whole.size else { return }
    let (x, y) = geometry.visible
    guard !x.isEmpty, !y.isEmpty else { return }
    let (seen, drawn) = (whole.cut(x: x, y: y), plane.cut(x: x, y: y))
    let blocks = BlockComparison(seen, drawn)
    let quality = PictureQuality(blocks, area: seen.size.area)
    try checks.add(
      ComparedPair(
        number: number, time: time, picture: frame, seen: seen, drawn: drawn, blocks: blocks,
        transform: geometry.transform,
        isInPlace: geometry.transform == .identity && turns.seen == .up
          && turns.drawn == .up, reference: original, isFlash: false
      ) { try original.bitmap() })
    placement.add(geometry, number: number, time: time)
    let chroma =
      turns.seen == .up && turns.drawn == .up && geometry.transform == .identity && frame.pixelFormat.hasPrefix("yuv")
      ? self.chroma.add(try frame.raw(), original: try original.raw()) : nil
    if qualities.count < 4 || qualities.count % 32 == 0 {
      if seen.size == whole.size { placement.addEdges(seen, drawn) }
      if turns.seen == .up, turns.drawn == .up {
        try colors.add(seen: try frame.shown(), drawn: try original.shown().bitmap(), geometry.transform)
      }
    }
    qualities.append(number: number, time: time, quality, chroma: chroma)
    try meter?.add(seen: seen, drawn: drawn)
    let turn = turns.drawn
    try worst.offer(
      .init(number: number, time: time, psnr: quality.psnr, ssim: quality.ssim), frame, turns.seen, seen,
      drawn, isUpright: true, original: { try original.bitmap().oriented(turn) })
  }

  /// Collects the scores of VMAF.
  mutating func finish() throws {
    if let scores = try meter?.finish() { qualities.note(vmaf: scores) }
  }
}

extension DecodingAhead {
  /// Returns the next picture; nil at the end.
  fileprivate func nextPicture() -> ClipFrame? {
    while let item = next() {
      if case .picture(let frame) = item { return frame }
    }
    return nil
  }
}
