/// Divides a film's time among consecutive levels.
package struct LevelScript {
  var levels: ClosedRange<Int>
  /// The length of the film, in seconds.
  var duration: Double
  var style: SnowflakeFilm.Style
  /// The fraction of a level's share in which it grows, 0…1.
  var growthPart: Double

  package init(levels: ClosedRange<Int>, duration: Double, style: SnowflakeFilm.Style, growthPart: Double) {
    self.levels = levels
    self.duration = duration
    self.style = style
    self.growthPart = growthPart
  }

  /// Returns the shares of all levels, which are equally long.
  ///
  /// Every level has begun, and the last one has stopped growing, by the last frame.
  ///
  /// - Parameters:
  ///   - frameInterval: the seconds between frames.
  ///   - isRootless: whether a level has no previous level to grow out of and appears at once.
  package func shares(frameInterval: Double, isRootless: (Int) -> Bool) -> [SnowflakeFilm.Share] {
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
