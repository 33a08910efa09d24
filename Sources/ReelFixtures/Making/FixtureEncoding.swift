import ReelCanvas
import ReelGeometry
import ReelTiming
import ReelVideo

/// Draws, converts, hashes and encodes a recipe's frames, with their sound.
struct FixtureEncoding {
  /// What was encoded.
  struct Result {
    var summary: ClipSummary
    var showings: [FixturePlan.Showing]
    var timeBase: TimeBase
    /// The MD5 of each picture sent to the encoder.
    var hashes: [String]
  }

  let recipe: FixtureRecipe
  let container: MediaContainer

  func encode(
    to path: String, pictures: PictureFiles?, isCancelled: () -> Bool, progress: (Int) -> Void
  ) throws -> Result {
    let plan = try FixturePlan(recipe, keepsTimes: container.keepsTimes)
    let base = TimeBase(1, plan.ticksPerSecond)
    let writer = try ClipWriter(
      to: path, replacing: .never, pictures: pictures, configuration: try configuration(plan, base))
    defer { writer.cancel() }
    var painter = try FixturePainter(recipe)
    let stairs = recipe.hasAlpha ? AlphaStairs(try FrameMarkPairLayout(size: recipe.size)) : nil
    var hashes: [String] = []
    hashes.reserveCapacity(plan.showings.count)
    var last: (frame: Int, picture: RawPicture, hash: String)?
    var nextSample = firstSample(plan)
    for (index, showing) in plan.showings.enumerated() {
      if isCancelled() { throw CancellationError() }
      if last?.frame != showing.frame {
        last = try PerformanceTimer.measure("draw") {
          var picture = try writer.picture(of: painter.drawStored(frame: showing.frame))
          if let stairs { picture = picture.withAlpha(stairs.level) }
          return (showing.frame, picture, picture.md5)
        }
      }
      guard let last else { continue }
      try PerformanceTimer.measure("encode") {
        try writer.append(last.picture, pts: showing.pts, duration: showing.duration)
      }
      hashes.append(last.hash)
      if recipe.sound == .beep {
        let end = samples(showing.pts + showing.duration, plan)
        if end > nextSample {
          let start = samples(sourceStart(plan), plan)
          try writer.append(
            samples: BeepTrack(drawing: recipe.drawing).samples(nextSample - start..<end - start))
          nextSample = end
        }
      }
      progress(index + 1)
    }
    if isCancelled() { throw CancellationError() }
    let summary = try PerformanceTimer.measure("finish") { try writer.finish() }
    return Result(summary: summary, showings: plan.showings, timeBase: base, hashes: hashes)
  }

  private func configuration(_ plan: FixturePlan, _ base: TimeBase) throws(InvalidValue) -> ClipConfiguration {
    let sound =
      recipe.sound == .beep
      ? ClipConfiguration.Sound(sampleRate: BeepTrack.sampleRate, firstSample: firstSample(plan)) : nil
    var configuration = ClipConfiguration(
      size: recipe.size, frameRate: recipe.frameRate, timeBase: base, codec: recipe.codec,
      pixelFormat: recipe.pixelFormat, transfer: recipe.transfer, quality: recipe.quality, keyframeInterval: recipe.gop,
      bFrames: recipe.bFrames,
      orientation: recipe.orientation, sound: sound)
    configuration.isFragmented = recipe.isFragmented
    configuration.fields = recipe.fields
    configuration.hasAlpha = recipe.hasAlpha
    // What is shown first has the time of its own number.
    configuration.timecode = try recipe.timecode.map { text throws(InvalidValue) in
      try Timecode(parsing: text, rate: recipe.frameRate).advanced(by: plan.showings.first?.frame ?? 0).description
    }
    return configuration
  }

  /// The time at which frame 0 would be shown if nothing were dropped: the sound's own zero.
  private func sourceStart(_ plan: FixturePlan) -> Int {
    switch recipe.faults.start {
    case .zero: 0
    case .at(let time): time.ticks(perSecond: plan.ticksPerSecond)
    case .negative: -2 * plan.frameTicks
    }
  }

  /// The sound begins with the slot of frame 0, but never before 0, which no player plays.
  private func firstSample(_ plan: FixturePlan) -> Int { max(0, samples(sourceStart(plan), plan)) }

  private func samples(_ ticks: Int, _ plan: FixturePlan) -> Int {
    let product = Double(ticks) * Double(BeepTrack.sampleRate) / Double(plan.ticksPerSecond)
    return Int(product.rounded())
  }
}
