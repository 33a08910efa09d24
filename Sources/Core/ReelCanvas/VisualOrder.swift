import CReelCairo

/// The order in which a line shows its characters, from left to right.
///
/// It follows Unicode's bidirectional algorithm (UAX #9) for a line that begins on the left. The corresponding C function is
/// `pango_log2vis_get_embedding_levels`.
package struct VisualOrder: Hashable, Sendable {
  /// The index of each shown character, from left to right.
  package let indices: [Int]
  /// Whether each character, by its index, runs from right to left.
  package let isRightToLeft: [Bool]

  /// Arranges a line.
  package init(of scalars: [Unicode.Scalar]) {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars.map { $0.value == 0 ? " " : $0 })
    var direction = PANGO_DIRECTION_LTR
    let levels: [UInt8] = String(view).withCString { text in
      guard let levels = pango_log2vis_get_embedding_levels(text, -1, &direction) else { return [] }
      defer { g_free(levels) }
      return Array(UnsafeBufferPointer(start: levels, count: scalars.count))
    }
    isRightToLeft = levels.map { $0 % 2 == 1 }
    // Rule L2: from the highest level down, runs of at least this level are reversed.
    var order = Array(levels.indices)
    var level = levels.max() ?? 0
    while level > 0 {
      var start = 0
      while start < order.count {
        var end = start
        while end < order.count, levels[order[end]] >= level { end += 1 }
        order[start..<end].reverse()
        start = max(end, start + 1)
      }
      level -= 1
    }
    indices = order
  }

  /// The mirrored form that a character has where it runs from right to left, as a bracket does; itself for most.
  ///
  /// The corresponding C function is `g_unichar_get_mirror_char`.
  package static func mirrored(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    var mirrored: gunichar = 0
    guard g_unichar_get_mirror_char(scalar.value, &mirrored) != 0 else { return scalar }
    return Unicode.Scalar(mirrored) ?? scalar
  }
}
