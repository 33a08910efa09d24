/// The segments of a film: runs of frames, each compressed by a separate encoder and independent of earlier frames.
///
/// Their boundaries follow from the film's configuration alone, never from processors, load or time. So a film has
/// the same segments, and the same bytes, on any number of processors and machines.
package struct FilmSegments: Hashable, Sendable {
  /// The number of frames in each segment; the last one may have fewer.
  package let length: Int

  /// The minimum number of frames in a segment: opening an encoder takes as long as some pictures.
  private static let shortest = 50
  /// The maximum number of frames, and of pixels in all of them, in a film of a single segment.
  ///
  /// Encoding it takes half a second; splitting it would add a fifth, because draining one encoder and filling the
  /// next leaves processors idle.
  private static let (shortFilm, shortFilmPixels) = (300, 300 * 1280 * 720)

  /// Creates the segments of films with a given configuration.
  package init(_ configuration: VideoConfiguration) {
    let isShort =
      configuration.frameCount.map {
        $0 <= Self.shortFilm && $0 * configuration.size.area <= Self.shortFilmPixels
      } ?? false
    self.init(atLeast: isShort ? Self.shortFilm : Self.shortest, keyframeInterval: configuration.keyframeInterval)
  }

  /// Creates segments of a whole number of keyframe intervals, so that no keyframe is added.
  ///
  /// - Parameters:
  ///   - fewest: The minimum number of frames in a segment.
  ///   - interval: The keyframe interval in frames.
  package init(atLeast fewest: Int, keyframeInterval interval: Int) {
    length = interval * max(1, (fewest + interval - 1) / interval)
  }

  /// Returns the number of segments in a film of a given number of frames.
  package func count(frameCount: Int) -> Int { (frameCount + length - 1) / length }

  /// Returns the frames of a segment, counted from 0, in a film of a given number of frames.
  package func frames(ofSegment segment: Int, frameCount: Int) -> Range<Int> {
    min(segment * length, frameCount)..<min((segment + 1) * length, frameCount)
  }

  /// Returns the frames of a part of a film: whole segments, distributed as evenly as possible.
  ///
  /// - Parameters:
  ///   - part: The number of the part, from 1.
  ///   - count: The number of parts. If there are more parts than segments, the last ones have no frames.
  ///   - frameCount: The number of frames in the film.
  package func frames(ofPart part: Int, of count: Int, frameCount: Int) -> Range<Int> {
    let segments = self.count(frameCount: frameCount)
    let divisor = min(count, max(1, segments))
    let (first, end) = ((part - 1) * segments / divisor, part * segments / divisor)
    return min(first * length, frameCount)..<min(end * length, frameCount)
  }
}

extension VideoConfiguration {
  /// Whether films with this configuration consist of segments: H.264 from libx264 at a constant rate factor or
  /// lossless, and not live.
  ///
  /// A bit rate or a size limit is distributed over the whole film, and a live film must not wait for an encoder.
  package var isSegmented: Bool {
    if case .bitrate = quality { return false }
    return codec == .h264 && delay == .lookahead && bindingLimit == nil && !isInterlaced
      && (try? H264Encoder.choose(wanted: encoder)) == "libx264"
  }
}
