import ReelFiles
import ReelGeometry
import ReelPlatform

/// The destination of a movie.
public enum MovieDestination: Hashable, Sendable {
  /// A file, in the container that its file name's ending selects: `.mp4`, `.m4v`, `.mov`, `.mkv`, `.webm`.
  ///
  /// The path holds the previous file until the movie is complete, and then the whole movie. With `.never` an
  /// existing file is not replaced, even if it appears while the movie is written. If the path is a link, its target
  /// is written.
  case file(URL, replacing: ReplacementPolicy = .named)
  /// A file by its path, byte for byte: `~` is not expanded, and `..` is left to the system.
  case path(String, replacing: ReplacementPolicy = .named)
  /// Standard output, in a format that can be read while it is written.
  ///
  /// Writing waits for the reader.
  case stream(StreamFormat)

  /// Standard output, as a fragmented MP4.
  public static var standardOutput: MovieDestination { .stream(.mp4) }

  /// Returns the checked file, or nil for standard output.
  ///
  /// - Throws: `OutputError` for a file that cannot be written, `InvalidValue` for an ending without a container.
  package func outputFile() throws -> OutputFile? {
    let path: String
    let replacing: ReplacementPolicy
    switch self {
    case .stream:
      return nil
    case .path(let given, let policy):
      (path, replacing) = (given, policy)
    case .file(let url, let policy):
      guard url.isFileURL else {
        throw OutputError.cannotCreate(path: url.absoluteString, reason: "only file URLs can be written: name a file")
      }
      (path, replacing) = (url.path(percentEncoded: false), policy)
    }
    if !path.hasSuffix("/") { _ = try container }
    return try OutputFile(path: path, replacing: replacing)
  }

  /// The container that the file name's ending selects; if the path is a link, the link's own name counts.
  package var container: MediaContainer {
    get throws(InvalidValue) {
      switch self {
      case .stream(let format): format == .mkv ? .mkv : .mp4
      case .path(let path, _): try MediaContainer(movieName: OutputFile.split(path).name)
      case .file(let url, _): try MediaContainer(movieName: url.lastPathComponent)
      }
    }
  }

  /// The file, or nil for standard output.
  package var url: URL? {
    switch self {
    case .stream: nil
    // The dot keeps `~` from being expanded.
    case .path(let path, _): URL(filePath: path.hasPrefix("/") ? path : "./" + path, directoryHint: .notDirectory)
    case .file(let url, _): url
    }
  }
}
