import ReelFiles
import ReelGeometry
import ReelPlatform
import ReelVideo

/// The names of a fixture's files: the movie, its manifest and its hashes.
public struct FixtureFiles: Hashable, Sendable {
  /// The movie's path, or the pattern of numbered pictures.
  public let movie: String
  /// The manifest: `clip.json` for `clip.mp4`.
  public let manifest: String
  /// The hashes of the decoded frames in FFmpeg's form: `clip.framemd5` for `clip.mp4`.
  public let hashes: String
  /// The container that the file name's ending selects.
  public let container: MediaContainer

  /// Derives the names of the files from the movie's name.
  ///
  /// - Throws: `InvalidValue` for a name whose ending is not a container of clips.
  public init(movie: String) throws(InvalidValue) {
    let (prefix, _, name) = OutputFile.split(movie)
    container = try MediaContainer(fileName: name)
    self.movie = movie
    var stem = String(name.dropLast(container.rawValue.count + 1))
    if container == .png {
      // For frame-%04d.png the other files are frame.json and frame.framemd5; for %04d.png, frames.json.
      _ = try NumberedNames(pattern: movie)
      if let start = stem.firstIndex(of: "%") { stem = String(stem[..<start]) }
      while let last = stem.last, "-_. ".contains(last) { stem.removeLast() }
      if stem.isEmpty { stem = "frames" }
    } else if stem.isEmpty || stem.contains("%") {
      throw InvalidValue("clip name", name, expected: "a name before the ending, without % signs")
    }
    manifest = prefix + stem + ".json"
    hashes = prefix + stem + ".framemd5"
  }
}
