import ReelFiles

/// A media presentation description of DASH (ISO/IEC 23009-1): what its representations are made of.
///
/// One period is read, with segments that are named by a template, by a list, or by the index in a file. It is plain text from anywhere:
/// the number of its segments is bounded.
public struct MediaPresentation: Hashable, Sendable {
  /// One representation: the film in one size, or its sound.
  public struct Representation: Hashable, Sendable {
    /// Its name in the presentation.
    public var name: String
    /// The bits a second that it says it needs; nil where it does not say.
    public var bandwidth: Int?
    /// Its segments, in order.
    public var segments: [StreamPlaylist.Segment]
  }

  /// The representations of the picture, in the order of the presentation.
  public internal(set) var pictures: [Representation] = []
  /// Those of the sound, where it does not come with the picture.
  public internal(set) var sounds: [Representation] = []

  /// The longest presentation that is read, in bytes.
  private static let longest = 16 << 20

  /// Reads the presentation at a path.
  ///
  /// - Throws: `StreamPlaylist.Failure` for what is none, and for more than one period.
  public init(path: String) throws(StreamPlaylist.Failure) {
    let bytes: [UInt8]
    do throws(BoundedFile.Failure) {
      bytes = try BoundedFile.read(path, limit: Self.longest)
    } catch {
      if case .tooLong = error {
        throw StreamPlaylist.Failure(path: path, reason: "it has more than \(Self.longest >> 20) MB")
      }
      throw StreamPlaylist.Failure(path: path, reason: "it is not there or may not be read")
    }
    try self.init(bytes: bytes, path: path)
  }

  /// Reads a presentation.
  ///
  /// - Parameters:
  ///   - bytes: its text.
  ///   - path: where it came from, for messages, and for what its addresses mean.
  /// - Throws: `StreamPlaylist.Failure` for what is none, and for more than one period.
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
      throw StreamPlaylist.Failure(path: path, reason: "it has no representation of pictures")
    }
  }
}
