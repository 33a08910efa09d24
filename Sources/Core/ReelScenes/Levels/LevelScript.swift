/// How the time of a film is divided among consecutive levels.
struct LevelScript {
  var levels: ClosedRange<Int>
  /// How long the film is, in seconds.
  var duration: Double
  var style: SnowflakeFilm.Style
  /// The part of a level's share in which it grows, 0…1.
  var growthPart: Double

  /// Returns the shares of all levels, of equal length.
  ///
  /// The last level has stopped growing by the last frame, and every level has begun.
  ///
  /// - Parameters:
  ///   - frameInterval: the seconds between frames.
  ///   - isRootless: whether a level has no predecessor to grow out of and appears at once.
  func shares(frameInterval: Double, isRootless: (Int) -> Bool) -> [SnowflakeFilm.Share] {
    let length = duration / Double(levels.count)
    return levels.enumerated().map { index, level in
      let lastFrame = max(0, duration - frameInterval)
      let start = min(duration * Double(index) / Double(levels.count), lastFrame)
      let end = duration * Double(index + 1) / Double(levels.count)
      let part = style == .step || style == .grow && isRootless(level) ? 0 : growthPart
      let limit = level == levels.upperBound ? max(0, lastFrame - start) : length
      return SnowflakeFilm.Share(level: level, start: start, growth: min(part * length, limit), end: end)
    }
  }
}
