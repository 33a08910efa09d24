import ReelGeometry

/// Bitmaps that take turns holding the newest frame while others are still being read.
///
/// Drawing on a bitmap with shared memory copies all of it. Instead, the chain updates a frame that is no longer in use: it copies only
/// the stale tiles, which are few if little moves.
package struct SwapChain {
  private struct Older {
    var bitmap: Bitmap
    /// The stale tiles.
    var stale: Region
  }

  private var older: [Older] = []
  /// The storage of the newest frame, and its change count when it was returned; valid as long as no other code has written to it.
  private weak var newest: BitmapStorage?
  private var changeCount = 0

  /// The maximum number of bitmaps: the concurrent readers, plus one to draw on.
  private static let most = 8

  /// Creates a chain without bitmaps.
  package init() {}

  /// Redraws tiles of the newest frame, as `Bitmap.redraw(_:_:)` does.
  package mutating func redraw<R>(
    _ bitmap: inout Bitmap, _ region: Region, _ body: (GraphicsContext) throws -> R
  ) throws -> R {
    makeUnique(&bitmap, without: region)
    return try bitmap.redraw(region, body)
  }

  private mutating func makeUnique(_ bitmap: inout Bitmap, without region: Region) {
    if newest !== bitmap.storage || changeCount != bitmap.storage.changeCount { older = [] }
    for index in older.indices { older[index].stale.formUnion(region) }
    if !bitmap.isUnique {
      let next: Bitmap
      if let index = older.indices.first(where: { older[$0].bitmap.isUnique }) {
        var free = older.remove(at: index)
        free.stale.subtract(region)
        free.bitmap.storage.copy(free.stale, from: bitmap.storage)
        next = free.bitmap
      } else {
        next = Bitmap(copying: bitmap, without: region)
        if older.count == Self.most { older.removeFirst() }
      }
      older.append(Older(bitmap: bitmap, stale: region))
      bitmap = next
    }
    newest = bitmap.storage
    changeCount = bitmap.storage.changeCount
  }
}
