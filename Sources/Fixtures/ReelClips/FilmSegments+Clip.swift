import ReelVideo

extension FilmSegments {
  /// The minimum number of pictures in a clip's segment: opening an encoder takes as long as some of them.
  private static let shortestOfClips = 250

  /// Returns the segments of clips with given settings; nil for clips that are never cut.
  ///
  /// Only x264 is known to give output that follows from a segment's pictures alone, unless it distributes a bit
  /// budget over all of them.
  init?(clip configuration: ClipConfiguration, encoderName: String) {
    if case .bitrate = configuration.quality { return nil }
    guard encoderName == "libx264" else { return nil }
    self.init(atLeast: Self.shortestOfClips, keyframeInterval: configuration.keyframeInterval)
  }
}
