import ReelCanvas
import ReelGeometry

/// Draws the layers of a tree that touch a region, as found by the last survey.
struct LayerPainter {
  let context: GraphicsContext
  let region: Region

  /// Draws a layer and its sublayers.
  func paint(_ layer: Layer) throws {
    let shown = layer.shown
    guard let placement = shown.placement, region.intersects(shown.subtreeExtent) else { return }
    guard placement.opacity < 1 else { return try paintSheet(layer, placement) }
    try context.withState {
      // A group's surface is as large as the clip.
      clip(toPixels: shown.subtreeExtent)
      try context.withGroup(opacity: placement.opacity) { try paintSheet(layer, placement) }
    }
  }

  private func paintSheet(_ layer: Layer, _ placement: ShownState.Placement) throws {
    if region.intersects(layer.shown.extent) {
      try withExtent(of: layer, placement) {
        let background = layer.backgroundColor
        if background.alpha > 0 { LayerDecoration(of: layer, in: context).drawBackground(background) }
        if placement.cutRadius > 0 { cutCorners(of: layer) }
        try layer.draw(in: context)
      }
    }
    if !layer.sublayers.isEmpty {
      try context.withState {
        if placement.masksToBounds {
          context.transform = placement.toPixels
          context.clip(to: placement.bounds)
          if placement.cutRadius > 0 { cutCorners(of: layer) }
        }
        for sublayer in layer.sublayers { try paint(sublayer) }
      }
    }
    if layer.shown.hasBorder, region.intersects(layer.shown.extent) {
      withExtent(of: layer, placement) {
        LayerDecoration(of: layer, in: context).drawBorder(layer.borderColor, width: layer.borderWidth)
      }
    }
  }

  private func cutCorners(of layer: Layer) {
    context.clip(to: Path(points: LayerDecoration(of: layer, in: context).outline(), closed: true))
  }

  /// Draws in a layer's coordinates, clipped to whole pixels, so that drawing outside the bounds leaves no traces outside the damage.
  private func withExtent(
    of layer: Layer, _ placement: ShownState.Placement, _ body: () throws -> Void
  ) rethrows {
    try context.withState {
      clip(toPixels: layer.shown.extent)
      context.transform = placement.toPixels
      try body()
    }
  }

  private func clip(toPixels rect: Rect) {
    context.transform = .identity
    context.clip(to: rect)
  }
}
