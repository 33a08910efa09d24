import ReelFiles

/// A DASH media presentation description (ISO/IEC 23009-1) and the representations in it.
///
/// It may have one period, whose segments are given by a template, by a list, or by an index in the file. The text may
/// come from anywhere, so the number of its segments is limited.
public struct MediaPresentation: Hashable, Sendable {
  /// One representation: the film at one size, or its sound.
  public struct Representation: Hashable, Sendable {
    /// Its name in the presentation.
    public var name: String
    /// The declared bandwidth in bits a second; nil if not declared.
    public var bandwidth: Int?
    /// Its segments, in order.
    public var segments: [StreamPlaylist.Segment]
  }

  /// The video representations, in order.
  public internal(set) var pictures: [Representation] = []
  /// The audio representations, if the sound is separate from the picture.
  public internal(set) var sounds: [Representation] = []

  /// The maximum size of a presentation in bytes.
  private static let longest = 16 << 20

  /// Reads the presentation at a path.
  ///
  /// - Throws: `StreamPlaylist.Failure` for a file that is not a presentation or has more than one period.
  public init(path: String) throws(StreamPlaylist.Failure) {
    let bytes: [UInt8]
    do throws(BoundedFile.Failure) {
      bytes = try BoundedFile.read(path, limit: Self.longest)
    } catch {
      let reason =
        switch error {
        case .tooLong: "it has more than \(Self.longest >> 20) MB"
        case .unopened(let reason), .unread(let reason): reason
        }
      throw StreamPlaylist.Failure(path: path, reason: reason)
    }
    try self.init(bytes: bytes, path: path)
  }

  /// Creates a presentation of one film and its sound.
  init(picture: Representation, sound: Representation) { (pictures, sounds) = ([picture], [sound]) }

  /// Parses a presentation.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - path: The file's path, for error messages and as the base of relative addresses.
  /// - Throws: `StreamPlaylist.Failure` for text that is not a presentation or has more than one period.
  public init(bytes: [UInt8], path: String) throws(StreamPlaylist.Failure) {
    var reader = MediaPresentationReader(path: path)
    do {
      try reader.read(bytes)
    } catch let error as StreamPlaylist.Failure {
      throw error
    } catch {
      throw StreamPlaylist.Failure(path: path, reason: "\(error)")
    }
    (pictures, sounds) = (reader.pictures, reader.sounds)
    guard !pictures.isEmpty else {
      throw StreamPlaylist.Failure(path: path, reason: "it has no video representation")
    }
  }
}
