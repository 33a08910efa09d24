import ReelPlatform

/// A playlist of two others, one with pictures and one with their sound, which players play together.
///
/// It is in a temporary folder that is removed with this object.
final class PlaylistPair {
  /// The path of the playlist.
  let path: String
  private let folder: URL

  /// - Parameters:
  ///   - picture: The path of the playlist with pictures.
  ///   - sound: The path of the playlist with sound.
  init(picture: String, sound: String) throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("reel-playlist-\(UUID().uuidString)")
    path = folder.appendingPathComponent("movie.m3u8").path
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let text = """
      #EXTM3U
      #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="sound",NAME="sound",DEFAULT=YES,URI="\(Self.absolute(sound))"
      #EXT-X-STREAM-INF:BANDWIDTH=1,AUDIO="sound"
      \(Self.absolute(picture))

      """
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// The path from the root of the file system.
  static func absolute(_ path: String) -> String {
    path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
  }
}
