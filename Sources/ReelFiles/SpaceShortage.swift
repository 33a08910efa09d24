/// A disk that may be too small for the film that is to be recorded on it.
///
/// How well a film can be compressed is known when it is made. This is a guess before that, for a warning and not a refusal.
package struct SpaceShortage: Hashable, Sendable {
  /// The bytes that the film may need.
  package var neededBytes: Int
  /// The bytes that are free.
  package var freeBytes: Int

  /// Compares what is needed with what is free in a folder; nil where it is enough, or the system does not tell.
  package init?(neededBytes: Int, inFolder folder: String) {
    guard let free = DiskSpace.free(inFolder: folder), free < neededBytes else { return nil }
    self.neededBytes = neededBytes
    freeBytes = free
  }
}
