/// A disk that may be too small for a film.
///
/// The estimate serves for a warning, not a refusal, because a film's compressed size is known only when it is made.
public struct SpaceShortage: Hashable, Sendable {
  /// The number of bytes that the film may need.
  public var neededBytes: Int
  /// The number of free bytes.
  public var freeBytes: Int

  /// Compares the required space with the free space in a folder; nil if it suffices or the free space is unknown.
  public init?(neededBytes: Int, inFolder folder: String) {
    guard let free = DiskSpace.free(inFolder: folder), free < neededBytes else { return nil }
    self.neededBytes = neededBytes
    freeBytes = free
  }
}
