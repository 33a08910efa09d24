/// A disk that may be too small for a film.
///
/// How well a film compresses is known only when it is made. This is an estimate, for a warning and not a refusal.
public struct SpaceShortage: Hashable, Sendable {
  /// The bytes that the film may need.
  public var neededBytes: Int
  /// The bytes that are free.
  public var freeBytes: Int

  /// Compares the required space with the free space in a folder; nil if it suffices or is unknown.
  public init?(neededBytes: Int, inFolder folder: String) {
    guard let free = DiskSpace.free(inFolder: folder), free < neededBytes else { return nil }
    self.neededBytes = neededBytes
    freeBytes = free
  }
}
