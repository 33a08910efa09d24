import ReelCanvas
import ReelFiles
import ReelGeometry
import ReelTiming
import ReelVideo

/// Compares any movie with the film that it was made from, and determines what happened to it.
///
/// The frames of both are matched by what they show, so the film needs no marks. Fingerprints of 2 kB a frame are kept,
/// at most 256 MB. Pictures are compared while both films are decoded; only if the frames that they show turn out to be
/// others than they seemed, or elsewhere in the pictures, both are decoded once more.
public struct ReferenceVerifier {
  /// The reason why two movies cannot be compared.
  public enum Failure: ReelError, Hashable {
    /// The exit code of a command that ends with this error.
    public var exitStatus: ExitStatus { .badInput }

    /// No picture shows a frame of the reference.
    case nothingAlike(path: String, reference: String, pictures: Int)

    /// One line that says what failed, where, why, and what to do.
    public var description: String {
      switch self {
      case .nothingAlike(let path, let reference, let pictures):
        "cannot compare \(path) with \(reference): none of its \(pictures) pictures shows a frame of it; "
          + "is it the right reference?"
      }
    }
  }

  /// The path of the movie.
  public var path: String
  /// The path of the film that the movie was made from.
  public var reference: String
  /// The name of the reference in reports; nil for its path.
  package var referenceName: String?
  /// The folder that must contain every file a playlist (`.m3u8`) refers to; nil for the playlist's folder.
  public var folder: String?
  /// The expectations that the movie must meet.
  public var expectations: [Expectation] = []
  /// Whether matched pictures are compared, which takes most of the time.
  public var measuresQuality = true
  /// Starts the FFmpeg process that measures VMAF; nil if VMAF was not requested.
  package var vmaf: VMAFMeter.Start?
  /// The number of worst pictures to keep for a report.
  public var worstCount = 0

  /// Creates a verifier.
  public init(path: String, reference: String) { (self.path, self.reference) = (path, reference) }

  /// Decodes both films, matches their frames and judges the movie.
  ///
  /// Blocks while it decodes: call it on a separate thread.
  ///
  /// - Throws: `MovieError.unreadable` for a film that cannot be read; `Failure.nothingAlike` for films that have
  ///   nothing in common.
  public func run() throws -> VerifiedMovie {
    var films = (seen: FilmSurvey.Source(path: path, folder: folder), drawn: FilmSurvey.Source(path: reference))
    let pass = try SinglePass(films, compares: measuresQuality && vmaf == nil, worstCount: worstCount)
    var surveys = pass.surveys
    var alignment = FrameAlignment(seen: surveys.seen.print, drawn: surveys.drawn.print)
    var place = FilmPlacement(original: surveys.drawn.size, observed: surveys.seen.size)
    // The frames of a first placement are often off by some, so that it is improved once their frames are known.
    for _ in 0..<2 where alignment.mayBeElsewhere || films.seen.area != nil {
      let found = try place.improved(by: alignment.likelyPairs, pass.placed, films: films, surveys: surveys)
      guard !found.isNear(place, pixels: 0.2), let areas = found.areas else { break }
      let isSurveyed =
        films.seen.area == nil
        ? found.isNear(place, pixels: 1) : films.seen.area == areas.seen && films.drawn.area == areas.drawn
      place = found
      if isSurveyed { break }
      // Fingerprints must be of what both films show.
      (films.seen.area, films.drawn.area) = (areas.seen, areas.drawn)
      (surveys.seen, surveys.drawn) = try FilmSurvey.pair(films.seen, films.drawn)
      alignment = FrameAlignment(seen: surveys.seen.print, drawn: surveys.drawn.print)
    }
    guard !alignment.pairs.isEmpty else {
      throw Failure.nothingAlike(path: path, reference: referenceName ?? reference, pictures: surveys.seen.print.count)
    }
    let timing = ReferenceTiming(surveys.drawn, film: surveys.seen)
    let timeline = timing.timeline(alignment.marks, times: surveys.seen.print.times)
    let isWhole = place.isNear(FilmPlacement(original: place.original, observed: place.observed), pixels: 0)
    let known = isWhole && pass.suits(alignment) ? pass.comparison : nil
    var comparison = known ?? PairComparison(surveys, place, worstCount: worstCount)
    if measuresQuality, known == nil {
      comparison.meter = vmaf.map { VMAFMeter($0) }
      try comparison.run(alignment.marks, times: surveys.seen.print.times, films: films)
      try comparison.finish()
    }
    var result = Verification(file: path)
    result.reference = referenceName ?? reference
    result.asksForVMAF = vmaf != nil
    report(timeline, alignment, surveys, into: &result)
    report(comparison, alignment.levels, into: &result)
    reportSound(timeline, alignment, surveys, into: &result)
    result.judge(expectations, tolerance: 2 * timeline.reference.tolerance(interval: 1 / timeline.rates.frames))
    return VerifiedMovie(
      verification: result, timeline: timeline, worst: comparison.worst.entries.map(comparison.qualities.scored))
  }

  private func report(
    _ timeline: Timeline, _ alignment: FrameAlignment, _ surveys: (seen: FilmSurvey, drawn: FilmSurvey),
    into result: inout Verification
  ) {
    let times = surveys.seen.print.times
    result.pictureCount = alignment.marks.count
    result.readCount = alignment.pairs.count
    result.showings = zip(alignment.marks, times).map { Showing(time: $0.1, mark: $0.0) }
    result.originalTimes = surveys.drawn.print.times
    result.frameRate = timeline.count > 1 ? timeline.rates.pictures : 0
    result.findings = timeline.findings.map { finding in
      var finding = finding
      if finding.kind == .unreadable { finding.kind = .unmatched }
      let isUnsure = finding.spans.contains { alignment.still(with: $0.first) != nil }
      if [.dropped, .duplicated, .frozen].contains(finding.kind), finding.note == nil, isUnsure {
        finding.note = "where the picture stands still, the choice of frames is a guess"
      }
      return finding
    }
    if !alignment.stills.isEmpty {
      let spans = alignment.stills.map {
        Finding.Span($0.lowerBound, $0.upperBound, time: surveys.drawn.print.times[$0.lowerBound])
      }
      result.findings.append(
        Finding(
          .indistinct, total: surveys.drawn.print.count, spans: spans, note: "there the picture stands still"))
    }
    if surveys.seen.damageCount > 0 { result.findings.append(Finding(.damaged, count: surveys.seen.damageCount)) }
  }

  /// The change of luma that codecs do not make: a factor, and levels of 255.
  private static let (minGain, minOffset) = (0.06, 6.0)

  /// The change of black, white and what is between, in words; nil if they are as in the reference.
  private static func words(_ levels: (gain: Double, offset: Double)) -> String? {
    // Black is at 16 and white at 235.
    let (black, white) = (levels.gain * 16 + levels.offset - 16, levels.gain * 235 + levels.offset - 235)
    guard abs(levels.gain - 1) > minGain || max(abs(black), abs(white)) > minOffset else { return nil }
    func change(_ name: String, _ value: Double) -> String {
      "\(name) \(decimal(abs(value), places: 0)) of 255 \(value < 0 ? "darker" : "lighter")"
    }
    return "\(change("black", black)), \(change("white", white))"
  }

  private func report(
    _ comparison: PairComparison, _ levels: (gain: Double, offset: Double), into result: inout Verification
  ) {
    if let place = comparison.placement.place {
      result.findings += comparison.placement.findings(areFieldsKept: true)
      result.scale = [place.scale.x, place.scale.y]
      result.aspect = place.aspect * place.stretch
      result.scaleWords = place.scaleWords
    }
    let toneCause = comparison.colors.toneCause ?? Self.words(levels)
    if let toneCause { result.findings.append(Finding(.levels, count: 1, note: toneCause)) }
    let areLevelsKept = toneCause == nil
    if let cause = comparison.colors.cause ?? (areLevelsKept ? comparison.colors.strength : nil) {
      result.findings.append(Finding(.colors, count: 1, note: cause))
    }
    result.findings += comparison.checks.findings(besides: result.findings)
    if !comparison.qualities.isEmpty {
      result.quality = QualitySummary(
        frames: comparison.qualities, worst: comparison.worst.entries.map { comparison.qualities.scored($0.frame) },
        chromaPSNR: comparison.chroma.psnr, minChromaPSNR: comparison.chroma.psnr == nil ? nil : comparison.chroma.min)
    }
  }

  private func reportSound(
    _ timeline: Timeline, _ alignment: FrameAlignment, _ surveys: (seen: FilmSurvey, drawn: FilmSurvey),
    into result: inout Verification
  ) {
    let times = surveys.seen.print.times
    let pairs = alignment.pairs.filter { alignment.still(with: $0.frame) == nil }
    let usable = pairs.isEmpty ? alignment.pairs : pairs
    let speed = timeline.rates.isRetimed ? timeline.rates.pictures / timeline.rates.frames : 1
    func place(_ time: Double) -> Double {
      // Single odd pictures must not decide.
      let nearest = usable.indices.min { abs(times[usable[$0].picture] - time) < abs(times[usable[$1].picture] - time) }
      let range = ((nearest ?? 0) - 12..<(nearest ?? 0) + 13).clamped(to: usable.indices)
      let places = usable[range].map {
        surveys.drawn.print.times[$0.frame] + speed * (time - times[$0.picture])
      }
      return Rhythm.median(places) ?? time
    }
    let sound = SoundAlignment(
      seen: surveys.seen.sound, drawn: surveys.drawn.sound, speed: speed, place: place)
    result.findings += sound.findings
    let channels = ChannelCheck(surveys.seen.channels, surveys.drawn.channels) { place($0 - (sound.offset ?? 0)) }
    if !channels.words.isEmpty {
      result.findings.append(
        Finding(.channels, count: channels.words.count, note: channels.words.joined(separator: ", ")))
    }
    if !sound.findings.contains(where: { $0.kind == .silent }),
      let limits = SoundSpectrum.limits(seen: surveys.seen.spectrum, drawn: surveys.drawn.spectrum)
    {
      result.soundBandwidth = [limits.seen, limits.drawn]
    }
    (result.soundOffset, result.worstSoundOffset, result.soundDoubt) = (sound.offset, sound.worst, sound.doubt)
  }
}
