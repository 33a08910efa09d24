import ReelFiles
import ReelGeometry
import ReelPlatform

/// Where the pictures of a film go.
package enum FilmTarget: Sendable {
  /// A movie that grows as they come: a file, or standard output, which may be another descriptor.
  case movie(MovieDestination, standardOutput: Int32 = 1)
  /// A movie file joined from parts that are complete, with the number of their frames.
  ///
  /// It has no growing file: if the process dies, nothing is lost, and the parts are joined again.
  case joined(MovieDestination, frameCount: Int)
  /// A part of a film, which is put into a movie later.
  case part(PacketDestination)

  private var destination: MovieDestination? {
    switch self {
    case .movie(let destination, _), .joined(let destination, _): destination
    case .part: nil
    }
  }

  /// Whether something in the output says how pixels are shown: not in raw planes.
  package func holds(_ display: SampleDisplay) -> Bool {
    switch destination {
    case .stream(.raw): display == SampleDisplay()
    case .stream(.y4m): display.orientation == .up
    default: true
    }
  }

  /// The container of the finished movie; MP4 for a part, whose movie is not known yet.
  package var container: MediaContainer { get throws(InvalidValue) { try destination?.container ?? .mp4 } }

  /// Returns the file of the movie, checked; nil for standard output and for a part.
  ///
  /// - Throws: As `MovieDestination.outputFile`.
  package func outputFile() throws -> OutputFile? { try destination?.outputFile() }

  /// Whether the sound of a movie is copied past the encoder when the film is completed, instead of what is heard being compressed.
  func copiesSound(of tracks: FilmTracks) -> Bool {
    guard case .movie = self, url != nil, let container = try? container else { return false }
    return tracks.copiedSound?.fits(container) == true
  }

  /// The file of the movie; nil for standard output and for a part.
  package var url: URL? { destination?.url }
}
