import ReelGeometry

/// What a stage drew of a layer in the last frame, and what is stale since.
///
/// The stage finds damage by comparing this with what the layer shows now, so no setter has to know what it damages.
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
  /// Whether the whole layer has to be redrawn.
  var isStale = false
  /// Whether a property of the content has jumped.
  var hasJumped = false
  /// Whether the layer has moved within the tree.
  var isMoved = false
  /// Parts of the content that have to be redrawn, in the layer's coordinates.
  var staleRects: [Rect] = []
}
