import ReelGeometry

/// What a stage drew of a layer in its last frame, and what has become stale since.
///
/// The stage finds damage by comparing this with what the layer shows now, so no setter has to know what it damages.
struct ShownState {
  /// What decides which pixels a layer covers.
  struct Placement: Equatable {
    /// The transform from the layer's coordinates to pixels.
    var toPixels: AffineTransform
    var bounds: Rect
    var opacity: Double
    var masksToBounds: Bool
    /// The radius of the corners at which all is cut off.
    var cutRadius: Double
  }

  /// Nil if the layer was not to be seen.
  var placement: Placement?
  /// The whole pixels that the layer's own content may touch.
  var extent = Rect.zero
  /// Whether there is a border above the sublayers.
  var hasBorder = false
  /// The whole pixels that the layer and its sublayers may touch.
  var subtreeExtent = Rect.zero
  /// Whether the time of the superlayer lay in the stretch in which the layer is to be seen.
  var isPresent = false
  /// Whether the whole layer is to be drawn again.
  var isStale = false
  /// Whether a property of the content has jumped.
  var hasJumped = false
  /// Whether the layer has got another place in the tree.
  var isMoved = false
  /// Parts of the content that are to be drawn again, in the layer's coordinates.
  var staleRects: [Rect] = []
}
