import ReelPlatform

/// A playlist of two others, one with pictures and one with their sound, which a player plays together.
///
/// It lies in a folder of its own, which is removed with the value.
final class PlaylistPair {
  /// The path of the playlist.
  let path: String
  private let folder: URL

  /// - Parameters:
  ///   - picture: the path of the playlist with pictures.
  ///   - sound: the path of the playlist with sound.
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

  private static func absolute(_ path: String) -> String {
    path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
  }
}
