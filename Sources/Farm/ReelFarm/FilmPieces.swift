import ReelFilms
import ReelGeometry
import ReelRecording
import ReelScenes
import ReelTiming
import ReelVideo

/// A film that is made piece by piece: whole segments, each drawn and compressed without those before it.
package struct FilmPieces: Sendable {
  /// The film.
  package let film: FilmDescription
  /// How many frames it has.
  package let frameCount: Int
  /// How it is compressed.
  package let configuration: VideoConfiguration
  /// Where it is cut.
  package let segments: FilmSegments

  /// Creates the pieces of a film; nothing is drawn yet.
  ///
  /// - Parameters:
  ///   - film: The film.
  ///   - destination: Where it goes, if that is known: its container has a usual codec.
  /// - Throws: `InvalidValue` for a film that has no segments, because it is not H.264 by libx264 at a constant quality, or cannot be compressed
  ///   at all; as `FilmDescription.frameCount` does.
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
          "--part and --jobs are for films in H.264 by libx264: choose that codec and encoder, or leave them out")
    }
    segments = FilmSegments(configuration)
  }

  /// How many segments it has.
  package var segmentCount: Int { segments.count(frameCount: frameCount) }

  private static func configure(
    _ film: FilmDescription, frameCount: Int
  ) -> @Sendable (inout VideoConfiguration) -> Void {
    let encoding = film.output
    return {
      encoding.apply(to: &$0)
      // That of the whole film, where only a part of it is recorded.
      $0.frameCount = frameCount
    }
  }

  /// Returns what records a range of frames that begins with a segment.
  ///
  /// - Parameters:
  ///   - frames: The frames of the film.
  ///   - file: Where the packets go; its segment is set here.
  package func recorder(of frames: Range<Int>, to file: PacketDestination) throws -> Recorder {
    var file = file
    file.segment = frames.lowerBound / segments.length
    return try Recorder(
      source: PartSource(try film.source(), from: frames.lowerBound),
      sink: MovieSink(target: .piece(file), configure: Self.configure(film, frameCount: frameCount)))
  }
}
