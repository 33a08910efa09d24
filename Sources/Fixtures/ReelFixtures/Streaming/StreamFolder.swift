import ReelFiles

/// The folder of a playlist or presentation, which may refer only to files inside it after links are resolved.
struct StreamFolder {
  /// The reason why an address is not read.
  enum Refusal: Error, CustomStringConvertible {
    case network
    case outside

    /// The reason, as text after a colon.
    var description: String {
      switch self {
      case .network: "it is on the network"
      case .outside: "it is outside the playlist's folder, but only files inside are read"
      }
    }
  }

  /// The folder.
  let path: String
  private let bounds: FolderBounds

  /// The folder of a playlist.
  init(of playlist: String) {
    path = OutputFile.split(playlist).folder
    bounds = FolderBounds([path])
  }

  /// Returns the path of the file at an address.
  ///
  /// - Parameters:
  ///   - address: The address as written in the playlist.
  ///   - playlist: The path of the playlist, in this folder or one below.
  func path(of address: String, in playlist: String) throws(Refusal) -> String {
    guard !address.contains("://") else { throw .network }
    let plain = StreamPlaylist.decoded(address)
    let path = plain.hasPrefix("/") ? plain : OutputFile.split(playlist).prefix + plain
    // A missing file cannot be read anyway.
    guard FolderBounds.real(path).map(bounds.contains) ?? true else { throw .outside }
    return path
  }
}
