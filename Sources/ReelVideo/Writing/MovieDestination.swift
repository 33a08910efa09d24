#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Where a movie goes.
public enum MovieDestination: Hashable, Sendable {
  /// A file, in the container that its ending names: `.mp4`, `.m4v`, `.mov`, `.mkv`.
  ///
  /// The path holds what was there before until the movie is complete, and then the whole movie. With `replaceExisting`
  /// false a file that is there is never replaced, also not one that appears while the movie is written.
  case file(URL, replaceExisting: Bool = true)
  /// Standard output, as a fragmented MP4 that can be read while it is written.
  case standardOutput
}
