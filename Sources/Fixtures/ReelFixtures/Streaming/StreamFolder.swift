import ReelFiles

/// The files that a playlist or a presentation may name: those within its folder, with links resolved.
struct StreamFolder {
  /// Why an address is not read.
  enum Refusal: Error, CustomStringConvertible {
    case network
    case outside

    /// The reason, to follow a colon.
    var description: String {
      switch self {
      case .network: "it is on the network"
      case .outside: "it is outside the playlist's folder, and only what is in there is read"
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

  /// Returns the path of what an address means.
  ///
  /// - Parameters:
  ///   - address: as it stands in the playlist.
  ///   - playlist: the path of the playlist, here or in a folder below.
  func path(of address: String, in playlist: String) throws(Refusal) -> String {
    guard !address.contains("://") else { throw .network }
    let plain = StreamPlaylist.decoded(address)
    let path = plain.hasPrefix("/") ? plain : OutputFile.split(playlist).prefix + plain
    // What is not there can't be read anyway.
    guard FolderBounds.real(path).map(bounds.contains) ?? true else { throw .outside }
    return path
  }
}
