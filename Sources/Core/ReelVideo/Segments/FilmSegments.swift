/// The segments of a film: runs of frames, each compressed by an encoder of its own and closed to what lies before.
///
/// They begin at frames that follow from the film's configuration alone, never from processors, load or time. So one film
/// has the same segments, and the same bytes, on any number of processors and machines.
package struct FilmSegments: Hashable, Sendable {
  /// The frames of each segment but the last one, which may have fewer.
  package let length: Int

  /// The fewest frames of a segment: opening an encoder takes as long as some pictures.
  private static let shortest = 50
  /// The most frames, and the most pixels in all of them, of a film that is one segment.
  ///
  /// It takes half a second, of which two ends of segments would be a fifth: an encoder that is emptied and one that is filled leave processors idle.
  private static let (shortFilm, shortFilmPixels) = (300, 300 * 1280 * 720)

  /// Returns the segments of films that are encoded in a way.
  package init(_ configuration: VideoConfiguration) {
    let isShort =
      configuration.frameCount.map {
        $0 <= Self.shortFilm && $0 * configuration.size.area <= Self.shortFilmPixels
      } ?? false
    self.init(atLeast: isShort ? Self.shortFilm : Self.shortest, keyframeInterval: configuration.keyframeInterval)
  }

  /// Returns segments of a whole number of distances of key frames, so that no key frame is added.
  ///
  /// - Parameters:
  ///   - fewest: The fewest frames of a segment.
  ///   - interval: The distance of key frames, in frames.
  init(atLeast fewest: Int, keyframeInterval interval: Int) {
    length = interval * max(1, (fewest + interval - 1) / interval)
  }

  /// Returns the number of segments in a film of a number of frames.
  package func count(frameCount: Int) -> Int { (frameCount + length - 1) / length }

  /// Returns the frames of a segment, counted from 0, in a film of a number of frames.
  package func frames(ofSegment segment: Int, frameCount: Int) -> Range<Int> {
    min(segment * length, frameCount)..<min((segment + 1) * length, frameCount)
  }

  /// Returns the frames of a part of a film: whole segments, as evenly shared as they can be.
  ///
  /// - Parameters:
  ///   - part: The number of the part, from 1.
  ///   - count: How many parts there are. If there are more parts than segments, the last ones have no frames.
  ///   - frameCount: The frames of the film.
  package func frames(ofPart part: Int, of count: Int, frameCount: Int) -> Range<Int> {
    let segments = self.count(frameCount: frameCount)
    let divisor = min(count, max(1, segments))
    let (first, end) = ((part - 1) * segments / divisor, part * segments / divisor)
    return min(first * length, frameCount)..<min(end * length, frameCount)
  }
}

extension VideoConfiguration {
  /// Whether films that are encoded so consist of segments: H.264 from libx264 at a constant rate factor, or without loss, and not live.
  ///
  /// A rate or a number of bytes is shared out over the whole film, and a live film must not wait for an encoder.
  package var isSegmented: Bool {
    if case .bitrate = quality { return false }
    return codec == .h264 && delay == .lookahead && bindingLimit == nil
      && (try? H264Encoder.choose(wanted: encoder)) == "libx264"
  }
}
