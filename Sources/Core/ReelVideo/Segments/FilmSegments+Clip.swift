extension FilmSegments {
  /// The fewest pictures of a clip's segment: opening an encoder takes as long as some of them.
  private static let shortestOfClips = 250

  /// Returns the segments of clips that are encoded in a way; nil for clips that are never cut.
  ///
  /// Only x264 is known to give what follows from a segment's pictures alone, unless it shares a number of bits out over all of them.
  init?(clip configuration: ClipConfiguration, encoderName: String) {
    if case .bitrate = configuration.quality { return nil }
    guard encoderName == "libx264" else { return nil }
    self.init(atLeast: Self.shortestOfClips, keyframeInterval: configuration.keyframeInterval)
  }
}
