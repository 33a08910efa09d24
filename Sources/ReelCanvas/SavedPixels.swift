import ReelGeometry

/// Copies of the pixels outside a region, to be put back after drawing.
///
/// Cairo's clip would keep them as well, but the shades that it gives to the edges of shapes, to gradients and to turned images
/// depend on the clip, by up to one part in fifteen; a picture repaired tile by tile would show seams, and would
/// not be the one drawn at once.
struct SavedPixels {
  private let runs: [(offset: Int, length: Int)]

  /// Copies what is not in the region to the storage's spare memory.
  init(of storage: BitmapStorage, outside region: Region) {
    var runs: [(offset: Int, length: Int)] = []
    for rect in region.inverted.rects {
      let (x, y) = (Int(rect.minX), Int(rect.minY))
      let start = y * storage.bytesPerRow + x * 4
      if Int(rect.width) == storage.size.width {
        // Whole rows lie behind one another, padding and all.
        runs.append((start, Int(rect.height) * storage.bytesPerRow))
      } else {
        for row in 0..<Int(rect.height) { runs.append((start + row * storage.bytesPerRow, Int(rect.width) * 4)) }
      }
    }
    self.runs = runs
    copy(from: storage.bytes, to: storage.spareBytes)
  }

  /// Writes the pixels back to where they came from.
  func restore(to storage: BitmapStorage) {
    copy(from: storage.spareBytes, to: storage.bytes)
  }

  private func copy(from source: UnsafeMutableRawBufferPointer, to target: UnsafeMutableRawBufferPointer) {
    for run in runs {
      let range = run.offset..<run.offset + run.length
      UnsafeMutableRawBufferPointer(rebasing: target[range])
        .copyMemory(from: UnsafeRawBufferPointer(rebasing: source[range]))
    }
  }
}
