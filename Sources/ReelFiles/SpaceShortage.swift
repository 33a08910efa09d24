/// A disk that may be too small for the film that is to be recorded on it.
///
/// How well a film can be compressed is known when it is made. This is a guess before that, for a warning and not a refusal.
public struct SpaceShortage: Hashable, Sendable {
  /// The bytes that the film may need.
  public var neededBytes: Int
  /// The bytes that are free.
  public var freeBytes: Int

  /// Compares what is needed with what is free in a folder; nil where it is enough, or the system does not tell.
  public init?(neededBytes: Int, inFolder folder: String) {
    guard let free = DiskSpace.free(inFolder: folder), free < neededBytes else { return nil }
    self.neededBytes = neededBytes
    freeBytes = free
  }
}
