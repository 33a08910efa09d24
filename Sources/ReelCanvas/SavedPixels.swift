import ReelGeometry

/// Copies of the pixels outside a region, to be put back after drawing.
///
/// Cairo's clip would keep them as well, but the shades that it gives to the edges of shapes, to gradients and to turned images
/// depend on the clip, by up to one part in fifteen; a picture repaired tile by tile would show seams, and would
/// not be the one drawn at once.
struct SavedPixels {
  private let runs: [Range<Int>]

  /// Copies what is not in the region to the storage's spare memory.
  init(of storage: BitmapStorage, outside region: Region) {
    runs = storage.runs(of: region.inverted)
    copy(from: storage.bytes, to: storage.spareBytes)
  }

  /// Writes the pixels back to where they came from.
  func restore(to storage: BitmapStorage) {
    copy(from: storage.spareBytes, to: storage.bytes)
  }

  private func copy(from source: UnsafeMutableRawBufferPointer, to target: UnsafeMutableRawBufferPointer) {
    for run in runs {
      UnsafeMutableRawBufferPointer(rebasing: target[run])
        .copyMemory(from: UnsafeRawBufferPointer(rebasing: source[run]))
    }
  }
}
