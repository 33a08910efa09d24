import ReelCanvas
import ReelGeometry
import ReelVideo

/// Collects everything that is seen and heard in a movie while it is decoded.
struct MovieWatcher {
  private(set) var timeline: Timeline
  private(set) var worst: WorstPictures

  let recipe: FixtureRecipe?
  /// The deliberate faults as they would be observed; nil for a clip without faults.
  let plan: Timeline?
  /// The intended time of the clip's frame 0 in seconds, if no frame were dropped.
  let start: Double
  let shift: Double
  var originals: OriginalFrames?
  var marks: FrameMarkReader
  var geometry: (pose: FrameMarkPose, size: PixelSize, value: PictureGeometry)?
  var placement: PlacementCheck?
  private(set) var sound = BeepListener()
  var qualities = FrameQualities()
  /// Measures VMAF for compared pictures, if requested.
  var meter: VMAFMeter?
  var corruptCount = 0
  private(set) var turn: TurnCheck
  var colors: ColorCheck
  var chroma = ChromaErrors()
  /// Whether the clip was made in colour.
  let hasColors: Bool
  private(set) var spoiled = SpoiledCheck()
  /// The luma weights of the movie; nil before a picture was compared.
  var lumaMatrix: ColorMatrix?
  /// The transfer function of the movie's samples, whatever its tags say; nil before a mark was read.
  var transfer: ColorTransfer?
  var lostTags: String?
  var fields: FieldCheck
  var checks = PairChecks()
  private var hasExchangedLines = false
  var alpha: AlphaCheck
  let timecode: String?
  private(set) var levels = LevelCheck()
  var nextTime = 0.0
  let usualInterval: Double
  /// The intended time of each frame in seconds, by its number; empty without a recipe.
  let originalTimes: [Double]

  init(
    _ reader: ClipReader, recipe: FixtureRecipe?, showings: [Showing]?, worstCount: Int, measuresQuality: Bool,
    hasColors: Bool
  ) throws {
    (self.recipe, self.hasColors) = (recipe, hasColors)
    marks = FrameMarkReader(original: recipe?.shownSize, drawing: recipe?.drawing)
    let facts = reader.facts
    colors = ColorCheck(codec: facts.codec)
    fields = FieldCheck(recipe?.fields ?? .progressive)
    timecode = facts.timecode
    alpha = AlphaCheck(
      try recipe.flatMap { recipe in recipe.hasAlpha ? try FrameMarkPairLayout(size: recipe.size) : nil })
    turn = TurnCheck(playerTurn: reader.orientation)
    placement = recipe.map { PlacementCheck(original: $0.shownSize, pixelAspect: reader.pixelAspect.ratio) }
    let isTransportStream = facts.container == "mpegts"
    // The offset that FFmpeg's muxer adds to all times of a transport stream.
    shift = isTransportStream ? MediaContainer.ts.timeShift.seconds : 0
    let rate = recipe?.frameRate
    usualInterval = 1 / (facts.frameRate ?? rate ?? 25).framesPerSecond
    var reference = TimelineReference(
      frameRate: rate, frameCount: recipe?.frameCount, clip: recipe?.clip, headerRate: facts.frameRate,
      tick: abs(facts.tick.seconds),
      startAllowance: reader.soundCodec == nil ? 0 : max(Self.soundDelay, abs(facts.tick.seconds)),
      hasArbitraryStart: isTransportStream && recipe?.faults.start ?? .zero == .zero)
    let made = try recipe.flatMap { $0.faults.isEmpty ? nil : try FixturePlan($0) }
    if let made, recipe?.faults.variableRate == true { reference.durations = made.durations }
    timeline = Timeline(reference: reference)
    worst = WorstPictures(most: worstCount)
    originals = try measuresQuality ? recipe.map { try OriginalFrames($0) } : nil
    start = made.map { Double($0.start) / Double($0.ticksPerSecond) } ?? 0
    originalTimes =
      recipe.map { recipe in
        let times = (0..<recipe.frameCount).map { recipe.frameRate.seconds(ofFrame: $0) }
        return made?.moved(times) ?? times
      } ?? []
    plan = made.map { [reference] in Timeline(showings ?? $0.pictures(of: recipe?.clip ?? 0), reference: reference) }
  }

  /// The maximum start delay of a clip with sound, in seconds.
  ///
  /// Audio codecs begin with up to 1105 inaudible samples. Containers without negative times move everything else after
  /// them.
  private static let soundDelay = 0.026

  /// The maximum difference in seconds at which two times are equal.
  var tolerance: Double {
    2 * timeline.reference.tolerance(interval: 1 / (recipe?.frameRate.framesPerSecond ?? timeline.rates.frames))
  }

  mutating func take(_ item: ClipReader.Item) throws {
    switch item {
    case .picture(let frame): try watch(frame)
    case .sound(let samples): sound.add(samples, shift: shift)
    }
  }

  private mutating func watch(_ frame: ClipFrame) throws {
    let time = frame.pts.map { $0.seconds - shift } ?? nextTime
    nextTime = time + usualInterval
    if frame.isCorrupt { corruptCount += 1 }
    var (luma, form) = try frame.luma()
    if timeline.count == 0 { lostTags = recipe.flatMap { TagCheck($0.transfer).cause(of: frame) } }
    fields.note(frame.fields)
    let finding = marks.read(gray: luma, size: frame.size)
    timeline.append(Showing(time: time, mark: finding.shown))
    guard case .mark(let mark) = finding else { return }
    form.transfer = noteTransfer(frame)
    if let pose = marks.pose, let seen = marks.levels {
      levels.add(seen, pose, white: form.white, index: timeline.count - 1)
      turn.add(pose, timeline.last)
    }
    // Slanted pictures cannot be compared pixel by pixel.
    guard originals != nil, mark.clip == recipe?.clip, mark.number < recipe?.frameCount ?? 0, let pose = marks.pose,
      pose.isUpright
    else { return }
    originals?.form = form
    if let lumaMatrix { originals?.form.matrix = lumaMatrix }
    try compare(frame, LumaPlane(size: frame.size, bytes: luma), number: mark.number, time: time, pose: pose)
  }

  /// Determines the transfer function of the samples.
  ///
  /// If its tag is lost, the white of the first mark decides.
  private mutating func noteTransfer(_ frame: ClipFrame) -> ColorTransfer {
    if let transfer { return transfer }
    var found = frame.transfer
    if let drawn = recipe?.transfer, drawn != found, let white = marks.levels?.ofLuma.white {
      func distance(_ transfer: ColorTransfer) -> Double { abs(white - 255 * transfer.signal(1)) }
      if distance(drawn) < distance(found) { found = drawn }
    }
    transfer = found
    return found
  }

  private mutating func compare(
    _ frame: ClipFrame, _ whole: LumaPlane, number: Int, time: Double, pose: FrameMarkPose
  ) throws {
    guard let recipe else { return }
    let whole = try ordered(whole, number, pose)
    if geometry?.pose != pose || geometry?.size != frame.size {
      let form = try FrameMarkForm(version: recipe.drawing, size: recipe.shownSize)
      guard form.grid == marks.grid else { return }
      let layout = form.poses[marks.isSecond ? 1 : 0]
      // If lines are exchanged, the edges of marks are off by one line.
      var found = PictureGeometry(
        pose: hasExchangedLines ? layout : pose, layout: layout, grid: form.grid, original: recipe.shownSize,
        observed: frame.size)
      if let drawn = try originals?.upright(number) { found.refine(seen: whole, drawn: drawn) }
      // Another estimate of the same place must not look like a movement.
      if let known = geometry?.value, known.size == frame.size, let drawn = try originals?.upright(number),
        PictureAlignment.error(known.transform, whole, drawn)
          <= 2 * PictureAlignment.error(found.transform, whole, drawn) + 4
      {
        found = known
      }
      geometry = (pose, frame.size, found)
    }
    guard var geometry = geometry?.value else { return }
    var (x, y) = geometry.visible
    guard !x.isEmpty, !y.isEmpty else { return }
    // An all-white picture has no colours.
    if lumaMatrix == nil, !recipe.flashes(at: number) { try findMatrix(whole.cut(x: x, y: y), number, geometry) }
    guard var fitted = try originals?.plane(of: number, geometry) else { return }
    var (seen, drawn) = (whole.cut(x: x, y: y), fitted.cut(x: x, y: y))
    var blocks = BlockComparison(seen, drawn)
    if recipe.fields == .progressive,
      let shift = PictureNudge.shift(seen, drawn, squaredError: blocks.squaredError)
    {
      geometry.transform = geometry.transform.followed(by: .translation(x: shift.dx, y: shift.dy))
      (x, y) = geometry.visible
      fitted = try originals?.plane(of: number, geometry) ?? fitted
      (seen, drawn) = (whole.cut(x: x, y: y), fitted.cut(x: x, y: y))
      blocks = BlockComparison(seen, drawn)
    }
    spoiled.add(seen, drawn, blocks, at: (x.lowerBound, y.lowerBound), Finding.Span(number, time: time))
    if fields.isNeeded, isSample, !hasExchangedLines, geometry.transform.isUnscaled,
      let upright = try originals?.upright(number), let exchanged = try originals?.exchanged(number)
    {
      fields.compare(whole, asShown(upright), asShown(exchanged))
    }
    if fields.isNeeded, frame.fields == .progressive, geometry.transform.isUnscaled,
      let upright = try originals?.upright(number)
    {
      fields.compareBobbed(whole, upright, number: number)
    }
    if alpha.isNeeded, isSample {
      alpha.add(try frame.raw(), geometry.transform, planes: (whole, fitted))
    }
    var chromaPSNR: Double?
    // Colours do not change within a clip, so some pictures of a long one suffice.
    if hasColors, isSample, let original = try originals?.bitmap(of: number) {
      try colors.add(seen: try frame.raw(as: transfer ?? .sdr), drawn: original, geometry.transform)
      if geometry.transform == .identity, transfer == .sdr, qualities.count < 4 || qualities.count % 128 == 0 {
        chromaPSNR = chroma.add(try frame.raw(), drawn: original)
      }
    }
    if hasColors, originals != nil {
      let painter = originals
      try checks.add(
        ComparedPair(
          number: number, time: time, picture: frame, seen: seen, drawn: drawn, blocks: blocks,
          transform: geometry.transform,
          isInPlace: geometry.transform == .identity && recipe.fields == .progressive && !hasExchangedLines,
          reference: nil, isFlash: recipe.flashes(at: number)
        ) {
          var painter = painter
          return try painter?.bitmap(of: number) ?? Bitmap(size: recipe.shownSize)
        })
    }
    placement?.add(geometry, number: number, time: time)
    if isSample, seen.size == frame.size { placement?.addEdges(seen, drawn) }
    let quality = PictureQuality(blocks, area: seen.size.area)
    qualities.append(number: number, time: time, quality, chroma: chromaPSNR)
    try meter?.add(seen: seen, drawn: drawn)
    try worst.offer(
      .init(number: number, time: time, psnr: quality.psnr, ssim: quality.ssim), frame, pose.orientation, seen, drawn)
  }

  /// Returns the picture with its lines in the right order, so that other faults are reported separately.
  private mutating func ordered(_ whole: LumaPlane, _ number: Int, _ pose: FrameMarkPose) throws -> LumaPlane {
    guard whole.size == recipe?.shownSize, pose.orientation == .up else { return whole }
    if isSample, let drawn = try originals?.upright(number) {
      let isExchanged = fields.compareLines(whole, asShown(drawn))
      if isExchanged != hasExchangedLines { geometry = nil }
      hasExchangedLines = isExchanged
    }
    return hasExchangedLines ? whole.exchangingLines : whole
  }

  /// Returns a drawing with the levels of the mark.
  ///
  /// In a negative, every edge would otherwise look like exchanged lines.
  private func asShown(_ drawn: LumaPlane) -> LumaPlane {
    guard let levels = marks.levels, let form = originals?.form else { return drawn }
    return drawn.shown(with: levels, white: 16 + form.white * 219 / 255)
  }

  /// Whether this picture is in the sample that is used for properties constant in a clip.
  private var isSample: Bool { qualities.count < 4 || qualities.count % 32 == 0 }

  /// The minimum gain in decibels for weights that neither a tag nor the clip specifies.
  private static let matrixGain = 2.0

  /// Determines the luma weights of the movie, which are still those of the original if only its tags are wrong.
  ///
  /// If the movie was converted to BT.601 but kept its old tag, the difference is one of colours and not damage to
  /// pictures.
  private mutating func findMatrix(_ seen: LumaPlane, _ number: Int, _ geometry: PictureGeometry) throws {
    guard let tagged = originals?.form.matrix else { return }
    let (x, y) = geometry.visible
    func error(_ matrix: ColorMatrix) throws -> Double {
      originals?.form.matrix = matrix
      guard let drawn = try originals?.plane(of: number, geometry).cut(x: x, y: y) else { return .infinity }
      return -PictureQuality(seen, drawn).psnr
    }
    let written = recipe?.transfer.isHDR == true ? ColorMatrix.bt2020 : .bt709
    if tagged != written {
      lumaMatrix = try error(written) < error(tagged) ? written : tagged
    } else if tagged == .bt709 {
      lumaMatrix = try error(.bt601) + Self.matrixGain < error(tagged) ? .bt601 : tagged
    }
    originals?.form.matrix = lumaMatrix ?? tagged
  }
}

extension FrameMarkReader.Finding {
  /// The finding as the timeline represents it.
  fileprivate var shown: Showing.Mark {
    switch self {
    case .mark(let mark): .frame(mark.number, clip: mark.clip)
    case .mixed(let first, let second) where first.clip == second.clip:
      .blended(first.number, second.number, clip: first.clip)
    case .torn(let first, let second) where first.clip == second.clip:
      .torn(first.number, second.number, clip: first.clip)
    case .mixed, .torn, .unclear, .none: .unreadable
    }
  }
}

extension FixturePlan {
  /// The longest duration of each frame in seconds, by its number; 0 for one that is not shown.
  var durations: [Double] {
    var result = [Double](repeating: 0, count: (showings.map(\.frame).max() ?? -1) + 1)
    for showing in showings {
      result[showing.frame] = max(result[showing.frame], Double(showing.duration) / Double(ticksPerSecond))
    }
    return result
  }

  /// Returns the times of all frames with those that the plan gives to the frames it shows, in seconds.
  func moved(_ times: [Double]) -> [Double] {
    var result = times
    // A frame shown again keeps its first time.
    for showing in showings.reversed() where result.indices.contains(showing.frame) {
      result[showing.frame] = Double(showing.pts) / Double(ticksPerSecond)
    }
    return result
  }

  /// Returns the pictures of a clip shown as planned.
  func pictures(of clip: Int) -> [ReelFixtures.Showing] {
    showings.map {
      ReelFixtures.Showing($0.frame, of: clip, at: Double($0.pts) / Double(ticksPerSecond))
    }
  }
}
