import ReelGeometry

/// The bitmaps that take turns at holding the newest frame, while others still read the frames before.
///
/// Before a bitmap is drawn on whose memory somebody shares, all of it has to be copied. A frame that nobody reads any more
/// is brought up to date instead: only the tiles in which it is behind are copied, and those are few where little moves.
package struct SwapChain {
  private struct Older {
    var bitmap: Bitmap
    /// The tiles in which it differs from the newest frame.
    var stale: Region
  }

  private var older: [Older] = []
  /// What the newest frame is in, and how often it had been changed when it was handed out; it is known for as long as
  /// nobody but its drawer has written to it.
  private weak var newest: BitmapStorage?
  private var changeCount = 0

  /// As many as there are readers at once, and one to draw on.
  private static let most = 8

  /// Creates a chain without bitmaps.
  package init() {}

  /// Draws tiles of the newest frame anew, as `Bitmap.redraw(_:_:)` does.
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
      if let place = older.indices.first(where: { older[$0].bitmap.isUnique }) {
        var free = older.remove(at: place)
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
