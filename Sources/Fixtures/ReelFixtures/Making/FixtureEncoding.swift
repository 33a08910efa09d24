import ReelClips
import ReelGeometry
import ReelTiming
import ReelVideo

/// Writes the file of a clip: draws, converts, hashes and encodes its pictures, or takes encoded pieces, and adds
/// sound.
struct FixtureEncoding {
  /// The result of encoding.
  struct Result {
    var summary: ClipSummary
    var showings: [FixturePlan.Showing]
    var timeBase: TimeBase
    /// The MD5 of each picture sent to the encoder.
    var hashes: [String]
  }

  let recipe: FixtureRecipe
  let container: MediaContainer
  let plan: FixturePlan

  init(recipe: FixtureRecipe, container: MediaContainer) throws(InvalidValue) {
    (self.recipe, self.container) = (recipe, container)
    plan = try FixturePlan(recipe, keepsTimes: container.keepsTimes)
  }

  /// Draws and encodes all pictures.
  func encode(
    to path: String, pictures files: PictureFiles?, isCancelled: () -> Bool, progress: (Int) -> Void
  ) throws -> Result {
    let writer = try writer(to: path, files)
    defer { writer.cancel() }
    var pictures = try FixturePictures(recipe)
    var hashes: [String] = []
    hashes.reserveCapacity(plan.showings.count)
    for (index, showing) in plan.showings.enumerated() {
      if isCancelled() { throw CancellationError() }
      let (picture, hash) = try pictures.picture(of: showing.frame, as: writer.picture)
      hashes.append(hash)
      try PerformanceTimer.measure("encode") {
        try writer.append(picture, pts: showing.pts, duration: showing.duration)
      }
      progress(index + 1)
    }
    return try finish(writer, hashes, isCancelled)
  }

  /// Joins consecutive pieces from the first picture to the last.
  ///
  /// - Parameter next: Returns the next piece; nil after the last one.
  func join(
    to path: String, isCancelled: () -> Bool, next: () throws -> FixturePiece?
  ) throws -> Result {
    let writer = try writer(to: path, nil)
    defer { writer.cancel() }
    var hashes: [String] = []
    while let piece = try next() {
      if isCancelled() { throw CancellationError() }
      let shown = plan.showings[hashes.count..<hashes.count + piece.hashes.count]
      try PerformanceTimer.measure("join") {
        try writer.append(piece.packets, times: shown.map { ($0.pts, $0.duration) })
      }
      hashes += piece.hashes
    }
    return try finish(writer, hashes, isCancelled)
  }

  /// The configuration of the clip's writer.
  var configuration: ClipConfiguration {
    get throws(InvalidValue) {
      var configuration = ClipConfiguration(
        size: recipe.size, frameRate: recipe.frameRate, timeBase: timeBase, codec: recipe.codec,
        pixelFormat: recipe.pixelFormat, transfer: recipe.transfer, quality: recipe.quality,
        keyframeInterval: recipe.gop, bFrames: recipe.bFrames, orientation: recipe.orientation,
        sound: BeepFeed(recipe, plan).map {
          ClipConfiguration.Sound(sampleRate: BeepTrack.sampleRate, firstSample: $0.firstSample)
        })
      configuration.isFragmented = recipe.isFragmented
      configuration.fields = recipe.fields
      configuration.hasAlpha = recipe.hasAlpha
      // The first picture's timecode follows its own frame number.
      configuration.timecode = try recipe.timecode.map { text throws(InvalidValue) in
        try Timecode(parsing: text, rate: recipe.frameRate).advanced(by: plan.showings.first?.frame ?? 0).description
      }
      return configuration
    }
  }

  private var timeBase: TimeBase { TimeBase(1, plan.ticksPerSecond) }

  private func writer(to path: String, _ files: PictureFiles?) throws -> ClipWriter {
    let writer = try ClipWriter(to: path, replacing: .never, pictures: files, configuration: try configuration)
    if let beeps = BeepFeed(recipe, plan) { writer.written = { try beeps.follow($0) } }
    return writer
  }

  private func finish(_ writer: ClipWriter, _ hashes: [String], _ isCancelled: () -> Bool) throws -> Result {
    if isCancelled() { throw CancellationError() }
    let summary = try PerformanceTimer.measure("finish") { try writer.finish() }
    return Result(summary: summary, showings: plan.showings, timeBase: timeBase, hashes: hashes)
  }
}
