import ReelCanvas
import ReelGeometry
import ReelPlatform
import Synchronization

/// The picture on screen of a program that sends only what changes: kept once, however many pictures come.
///
/// One thread may put pictures on it while another one draws it.
package final class PixelCanvas: Sendable {
  private struct State {
    var bitmap: Bitmap
    /// The tiles that changed since they were drawn.
    var changed: Region
  }

  /// The size of the picture.
  package let size: PixelSize
  /// Whether pixels may be transparent.
  package let hasAlpha: Bool
  private let state: Mutex<State>

  /// Creates a transparent canvas.
  package init(size: PixelSize, hasAlpha: Bool) {
    (self.size, self.hasAlpha) = (size, hasAlpha)
    state = Mutex(State(bitmap: Bitmap(size: size), changed: .all(of: size)))
  }

  /// Replaces areas by those of a picture; pixels that are equal count as unchanged, and all others are not looked at.
  ///
  /// - Precondition: the picture has the size of the canvas, and the areas lie inside.
  package func put(_ areas: [PixelArea], of picture: Bitmap) {
    precondition(picture.size == size, "a picture of \(picture.size) on a canvas of \(size)")
    let stride = picture.bytesPerRow
    state.withLock { state in
      var changed = state.changed
      picture.withUnsafeBytes { source in
        state.bitmap.withUnsafeMutableBytes { target in
          guard let source = source.baseAddress, let target = target.baseAddress else { return }
          for area in areas where !area.columns.isEmpty {
            for row in area.rows {
              changed.copy(area.columns, row, from: source + row * stride, to: target + row * stride)
            }
          }
        }
      }
      state.changed = changed
    }
  }

  /// Draws the tiles that changed since the last time, and returns them.
  package func draw(into bitmap: inout Bitmap) -> Region {
    precondition(bitmap.size == size, "a canvas of \(size) in a bitmap of \(bitmap.size)")
    let stride = bitmap.bytesPerRow
    return state.withLock { state in
      let changed = state.changed
      guard !changed.isEmpty else { return changed }
      state.changed = Region(of: size)
      state.bitmap.withUnsafeBytes { source in
        bitmap.withUnsafeMutableBytes { target in
          guard let source = source.baseAddress, let target = target.baseAddress else { return }
          for rect in changed.rects {
            let area = PixelArea(rect)
            let (start, count) = (4 * area.columns.lowerBound, 4 * area.columns.count)
            for row in area.rows { memcpy(target + row * stride + start, source + row * stride + start, count) }
          }
        }
      }
      return changed
    }
  }
}
