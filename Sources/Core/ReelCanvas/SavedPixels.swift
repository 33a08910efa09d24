import ReelGeometry

/// Copies of pixels outside a region that a drawing may change, to be restored afterwards.
///
/// Cairo's clip would protect these pixels too. But its antialiasing, its gradients and its rotated images depend on the clip, by up to
/// one part in fifteen, so a picture redrawn tile by tile would show seams and differ from the picture drawn at once.
final class SavedPixels {
  /// The bytes of some tiles, run after run.
  private struct Copy {
    var runs: [Range<Int>]
    var bytes: UnsafeMutableRawBufferPointer
  }

  /// The tiles that need no copy: those to draw, and those already copied.
  private var known: Region
  private var copies: [Copy] = []

  /// Creates an empty set of copies.
  init(outside region: Region) {
    known = region
  }

  deinit {
    for copy in copies { PixelPool.shared.give(copy.bytes) }
  }

  /// Copies tiles that are about to change.
  func save(_ tiles: Region, of storage: BitmapStorage) {
    var tiles = tiles
    tiles.subtract(known)
    if tiles.isEmpty { return }
    known.formUnion(tiles)
    let runs = storage.runs(of: tiles)
    let bytes = PixelPool.shared.take(runs.reduce(0) { $0 + $1.count })
    copies.append(Copy(runs: runs, bytes: bytes))
    var start = 0
    for run in runs {
      UnsafeMutableRawBufferPointer(rebasing: bytes[start..<start + run.count])
        .copyMemory(from: UnsafeRawBufferPointer(rebasing: storage.bytes[run]))
      start += run.count
    }
  }

  /// Restores the pixels.
  func restore(to storage: BitmapStorage) {
    for copy in copies {
      var start = 0
      for run in copy.runs {
        UnsafeMutableRawBufferPointer(rebasing: storage.bytes[run])
          .copyMemory(from: UnsafeRawBufferPointer(rebasing: copy.bytes[start..<start + run.count]))
        start += run.count
      }
    }
  }
}
