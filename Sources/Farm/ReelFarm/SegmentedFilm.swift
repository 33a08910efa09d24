import ReelFilms
import ReelGeometry
import ReelRecording
import ReelScenes
import ReelTiming
import ReelVideo

/// A film made in whole segments, each drawn and compressed without the ones before it.
package struct SegmentedFilm: Sendable {
  /// The film.
  package let film: FilmDescription
  /// The number of frames in the film.
  package let frameCount: Int
  /// The encoder's configuration.
  package let configuration: VideoConfiguration
  /// The film's division into segments.
  package let segments: FilmSegments

  /// Divides a film into segments.
  ///
  /// Nothing is drawn yet.
  ///
  /// - Parameters:
  ///   - film: The film.
  ///   - destination: The film's destination, if known; its container has a default codec.
  /// - Throws: `InvalidValue` for a film that cannot be compressed, or that has no segments because it is not H.264
  ///   by libx264 at a constant quality; the errors of `FilmDescription.frameCount`.
  package init(_ film: FilmDescription, for destination: MovieDestination = .standardOutput) throws {
    self.film = film
    frameCount = try film.frameCount
    let stream = FrameStream(
      size: film.film.size, frameRate: film.film.frameRate, mayHoldStill: film.scenes.mayHoldStill,
      frameCount: frameCount, hasAlpha: film.scenes.isTransparent)
    let sink = MovieSink(to: destination, configure: Self.configure(film, frameCount: frameCount))
    _ = try sink.preflight(stream, frameCount: frameCount)
    configuration = sink.configuration(stream)
    guard configuration.isSegmented else {
      throw InvalidValue(
        "encoding", configuration.codec.rawValue,
        sentence:
          "--part and --jobs are for films in H.264 by libx264: choose that codec and encoder, or leave both out")
    }
    segments = FilmSegments(configuration)
  }

  /// The number of segments in the film.
  package var segmentCount: Int { segments.count(frameCount: frameCount) }

  private static func configure(
    _ film: FilmDescription, frameCount: Int
  ) -> @Sendable (inout VideoConfiguration) -> Void {
    let encoding = film.output
    return {
      encoding.apply(to: &$0)
      // The count of the whole film, even if only a part of it is recorded.
      $0.frameCount = frameCount
    }
  }

  /// Returns a recorder for a range of frames that begins with a segment.
  ///
  /// - Parameters:
  ///   - frames: The frames of the film.
  ///   - file: The destination of the packets; this method sets its segment.
  package func recorder(of frames: Range<Int>, to file: PacketDestination) throws -> Recorder {
    var file = file
    file.segment = frames.lowerBound / segments.length
    return try Recorder(
      source: PartSource(try film.source(), from: frames.lowerBound),
      sink: MovieSink(target: .part(file), configure: Self.configure(film, frameCount: frameCount)))
  }
}
