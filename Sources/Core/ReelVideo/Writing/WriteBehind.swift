import ReelPlatform

/// Starts writing a large file to disk while more data are still coming.
///
/// The system keeps written data in memory for seconds. Without this, a copied film would be in memory as a whole
/// before the disk starts, and then everything waits for it.
struct WriteBehind: ~Copyable {
  private let file: Int32
  /// The offset up to which the disk was asked to write.
  private var end: Int

  /// The number of bytes per request.
  private static let pieceSize = 16 << 20

  /// Opens a file a second time; does nothing if that fails.
  ///
  /// - Parameter start: The offset at which writing begins.
  init(path: String, from start: Int) {
    file = open(path, O_WRONLY | O_CLOEXEC)
    end = start
  }

  deinit { if file >= 0 { close(file) } }

  /// Reports the number of bytes written so far.
  ///
  /// The corresponding C function is `posix_fadvise` with `POSIX_FADV_DONTNEED`: Linux begins to write the range, and
  /// does not wait.
  mutating func advance(to position: Int) {
    guard file >= 0, position - end >= Self.pieceSize else { return }
    #if !canImport(Darwin)
      _ = posix_fadvise(file, off_t(end), off_t(position - end), POSIX_FADV_DONTNEED)
    #endif
    end = position
  }
}
