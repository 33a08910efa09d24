import ReelGeometry

/// A layer as a stage drew it in the last frame, and what has become stale since.
///
/// The stage finds damage by comparing this with the layer's current state, so setters need not track damage.
struct ShownState {
  /// The state that determines which pixels a layer covers.
  struct Placement: Equatable {
    /// The transform from the layer's coordinates to pixels.
    var toPixels: AffineTransform
    var bounds: Rect
    var opacity: Double
    var masksToBounds: Bool
    /// The radius of the clipping corners.
    var cutRadius: Double
  }

  /// Nil if the layer was invisible.
  var placement: Placement?
  /// The pixels that the layer's own content may touch.
  var extent = Rect.zero
  /// Whether there is a border above the sublayers.
  var hasBorder = false
  /// The pixels that the layer and its sublayers may touch.
  var subtreeExtent = Rect.zero
  /// Whether the layer was present at the superlayer's time.
  var isPresent = false
  /// Whether the whole layer must be redrawn.
  var isStale = false
  /// Whether a content property has jumped.
  var hasJumped = false
  /// Whether the layer has moved within the tree.
  var isMoved = false
  /// The parts of the content to redraw, in the layer's coordinates.
  var staleRects: [Rect] = []
}
