import ReelGeometry

/// Copies of pixels outside a region that a drawing may change, to be restored after it.
///
/// Cairo's clip would protect them too, but its antialiasing of edges, its gradients and its rotated images
/// depend on the clip, by up to one part in fifteen; a picture redrawn tile by tile would show seams and
/// differ from the one drawn at once.
struct SavedPixels {
  /// The tiles that need no copy: those to draw, and those already copied.
  private var known: Region
  private var runs: [Range<Int>] = []

  /// Creates it without copies.
  init(outside region: Region) {
    known = region
  }

  /// Copies tiles that are about to change to the storage's spare memory.
  mutating func save(_ tiles: Region, of storage: BitmapStorage) {
    var tiles = tiles
    tiles.subtract(known)
    if tiles.isEmpty { return }
    known.formUnion(tiles)
    let new = storage.runs(of: tiles)
    runs += new
    copy(new, from: storage.bytes, to: storage.spareBytes)
  }

  /// Restores the pixels.
  func restore(to storage: BitmapStorage) {
    if !runs.isEmpty { copy(runs, from: storage.spareBytes, to: storage.bytes) }
  }

  private func copy(
    _ runs: [Range<Int>], from source: UnsafeMutableRawBufferPointer, to target: UnsafeMutableRawBufferPointer
  ) {
    for run in runs {
      UnsafeMutableRawBufferPointer(rebasing: target[run])
        .copyMemory(from: UnsafeRawBufferPointer(rebasing: source[run]))
    }
  }
}
