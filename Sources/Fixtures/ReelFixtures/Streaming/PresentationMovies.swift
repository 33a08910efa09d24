import ReelFiles
import ReelPlatform

/// The representations of a presentation as movies, each with its segments concatenated.
///
/// They are in a temporary folder that is removed with this object.
final class PresentationMovies {
  let folder: URL
  /// The folder of the presentation.
  let source: StreamFolder
  let presentation: MediaPresentation
  private let path: String
  /// The playlists in use.
  private var pairs: [PlaylistPair] = []

  /// - Throws: `StreamPlaylist.Failure` if the folder cannot be created.
  init(_ presentation: MediaPresentation, path: String) throws(StreamPlaylist.Failure) {
    (self.presentation, self.path, source) = (presentation, path, StreamFolder(of: path))
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("reel-presentation-\(UUID().uuidString)")
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      throw StreamPlaylist.Failure(path: path, reason: "cannot create a folder for its segments in \(folder.path)")
    }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Returns the path of a movie with one video representation and the first audio representation.
  func movie(_ representation: MediaPresentation.Representation) throws -> String {
    let picture = try file(representation, name: "picture")
    guard let sound = presentation.sounds.first else { return picture }
    _ = try file(sound, name: "sound")
    for (name, part) in [("picture", representation), ("sound", sound)] {
      try write(
        "#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:9999\n#EXTINF:9999,\n\(name).\(Self.ending(of: part))\n#EXT-X-ENDLIST\n",
        to: "\(name).m3u8")
    }
    let pair = try PlaylistPair(
      picture: folder.appendingPathComponent("picture.m3u8").path,
      sound: folder.appendingPathComponent("sound.m3u8").path)
    pairs.append(pair)
    return pair.path
  }

  /// Returns the file whose name determines the manifest's: the representation's only file, or else the presentation.
  func origin(of representation: MediaPresentation.Representation) -> String {
    let names = Set(representation.segments.map(\.address))
    guard names.count == 1, let name = names.first, let file = try? source.path(of: name, in: path) else {
      return path
    }
    return file
  }

  /// The ending of a representation's file, by which FFmpeg recognizes it.
  private static func ending(of representation: MediaPresentation.Representation) -> String {
    let address = representation.segments.first?.address ?? ""
    return ["ts", "aac"].first { address.hasSuffix(".\($0)") } ?? "mp4"
  }

  private func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: folder.appendingPathComponent(name))
  }

  /// Writes the segments after the initialization data that decoders need.
  ///
  /// Unreadable segments are skipped.
  private func file(_ representation: MediaPresentation.Representation, name: String) throws -> String {
    let target = folder.appendingPathComponent("\(name).\(Self.ending(of: representation))")
    func failure() -> StreamPlaylist.Failure {
      StreamPlaylist.Failure(
        path: path, reason: "\(target.path) can't be written: \(SystemError(errno, "write").message)")
    }
    guard let file = fopen(target.path, "wb") else { throw failure() }
    defer { fclose(file) }
    func append(_ bytes: [UInt8]) throws {
      guard fwrite(bytes, 1, bytes.count, file) == bytes.count, fflush(file) == 0 else { throw failure() }
    }
    let reader = SegmentReader(playlist: path, folder: source)
    if let first = representation.segments.first, let beginning = first.beginning {
      try append(reader.bytes(first.beginningBytes, of: beginning))
    }
    for segment in representation.segments {
      if let bytes = try? reader.bytes(segment.bytes, of: segment.address) { try append(bytes) }
    }
    return target.path
  }
}
