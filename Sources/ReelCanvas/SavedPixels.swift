import ReelGeometry

/// Copies of pixels outside a region that a drawing may change, to be put back after it.
///
/// Cairo's clip would keep them as well, but the shades that it gives to the edges of shapes, to gradients and to turned images
/// depend on the clip, by up to one part in fifteen; a picture repaired tile by tile would show seams, and would
/// not be the one drawn at once.
struct SavedPixels {
  /// The tiles that need no copy: those that are drawn for, and those that were copied.
  private var known: Region
  private var runs: [Range<Int>] = []

  /// Begins with no copies.
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

  /// Writes the pixels back to where they came from.
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
