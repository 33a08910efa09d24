import ReelPlatform

/// Has the disk take what a large file has so far, while more is coming.
///
/// The system keeps what is written in memory for seconds. A film that is copied would be there as a whole before the disk begins, and then
/// everybody waits for it.
struct WriteBehind: ~Copyable {
  private let file: Int32
  /// Up to where the disk was told to begin.
  private var end: Int

  /// How much is handed over at once.
  private static let pieceSize = 16 << 20

  /// Opens a file a second time; without effect if that fails.
  ///
  /// - Parameter start: Where writing begins.
  init(path: String, from start: Int) {
    file = open(path, O_WRONLY | O_CLOEXEC)
    end = start
  }

  deinit { if file >= 0 { close(file) } }

  /// Says how far the file is written.
  ///
  /// The corresponding C function is `posix_fadvise` with `POSIX_FADV_DONTNEED`: Linux begins to write the range, and does not wait.
  mutating func advance(to position: Int) {
    guard file >= 0, position - end >= Self.pieceSize else { return }
    #if !canImport(Darwin)
      _ = posix_fadvise(file, off_t(end), off_t(position - end), POSIX_FADV_DONTNEED)
    #endif
    end = position
  }
}
