import ReelCanvas
import ReelGeometry

/// Draws the layers of a tree that touch a region, as the last survey found them.
struct LayerPainter {
  let context: GraphicsContext
  let region: Region

  /// Draws a layer and everything on it.
  func paint(_ layer: Layer) throws {
    let shown = layer.shown
    guard let placement = shown.placement, region.intersects(shown.subtreeExtent) else { return }
    guard placement.opacity < 1 else { return try paintSheet(layer, placement) }
    try context.withState {
      // The sheet that a group draws on is as large as the clip.
      clip(toPixels: shown.subtreeExtent)
      try context.withGroup(opacity: placement.opacity) { try paintSheet(layer, placement) }
    }
  }

  private func paintSheet(_ layer: Layer, _ placement: ShownState.Placement) throws {
    if region.intersects(layer.shown.extent) {
      try context.withState {
        // Cut at whole pixels, so that drawing outside of the bounds cannot leave traces beyond the damage.
        clip(toPixels: layer.shown.extent)
        context.transform = placement.toPixels
        try layer.draw(in: context)
      }
    }
    guard !layer.sublayers.isEmpty else { return }
    try context.withState {
      if placement.masksToBounds {
        context.transform = placement.toPixels
        context.clip(to: placement.bounds)
      }
      for sublayer in layer.sublayers { try paint(sublayer) }
    }
  }

  private func clip(toPixels rect: Rect) {
    context.transform = .identity
    context.clip(to: rect)
  }
}
