import ReelGeometry

/// A pass over a layer tree that compares each layer's current look with what was last drawn.
struct DamageSurvey {
  let stage: Stage
  /// The tiles to redraw.
  private(set) var damage: Region
  /// Whether a rotated or sheared layer clips its sublayers.
  private(set) var clipsAslant = false

  init(stage: Stage) {
    self.stage = stage
    damage = Region(of: stage.size)
  }

  /// Surveys a layer and its sublayers.
  ///
  /// - Parameters:
  ///   - above: The transform from the superlayer's coordinates to pixels.
  ///   - clip: The pixels to which superlayers clip the layer.
  ///   - isDirty: Whether a change to a superlayer changes all pixels of this layer.
  ///   - time: The time of the superlayer.
  mutating func visit(_ layer: Layer, above: AffineTransform, clip: Rect, isDirty: Bool, time: Double) {
    let isPresent = layer.isPresent(at: time)
    let time = layer.ownTime(time)
    let changes = layer.showTracks(at: time) || layer.shown.hasJumped

    let placement = ShownState.Placement(
      toPixels: layer.transformToSuperlayer.followed(by: above), bounds: layer.bounds,
      opacity: min(layer.opacity, 1), masksToBounds: layer.masksToBounds,
      cutRadius: layer.masksToBounds ? max(0, layer.cornerRadius) : 0)
    let last = layer.shown
    guard !layer.isHidden, placement.opacity > 0, placement.toPixels.isInvertible, isPresent else {
      return hide(layer, isPresent: isPresent, time: time)
    }

    let cover = pixels(of: placement.bounds, placement.toPixels, clip: clip)
    if placement.masksToBounds, !placement.toPixels.keepsAxes, !cover.isEmpty { clipsAslant = true }
    let hasBorder = layer.hasBorder
    let extent = layer.drawsContent || hasBorder || layer.hasBackground ? cover : .zero
    let isMoved = last.placement?.toPixels != placement.toPixels || last.placement?.bounds != placement.bounds
    // Opacity and clipping change the sublayers' pixels even if the sublayers' properties have not changed.
    let spreads =
      isDirty || last.isMoved || last.placement?.opacity != placement.opacity
      || last.placement?.masksToBounds != placement.masksToBounds || (isMoved && placement.masksToBounds)
      || last.placement?.cutRadius != placement.cutRadius
    // Called in any case, because an override reports changes since the last call.
    let parts = layer.drawsContent ? layer.changedParts() : nil
    if isMoved || spreads || last.extent != extent {
      damage.insert(last.extent)
      damage.insert(extent)
    } else if last.isStale || changes && parts == nil {
      damage.insert(extent)
    } else {
      for rect in last.staleRects { damage.insert(pixels(of: rect, placement.toPixels, clip: extent)) }
      if changes, let parts { damage.formUnion(tiles(of: parts, of: layer, placement.toPixels, clip: extent)) }
    }

    layer.shown = ShownState(
      placement: placement, extent: extent, hasBorder: hasBorder, subtreeExtent: extent, isPresent: true)
    let inner = placement.masksToBounds ? cover : clip
    for sublayer in layer.sublayers {
      visit(sublayer, above: placement.toPixels, clip: inner, isDirty: spreads, time: time)
      layer.shown.subtreeExtent = layer.shown.subtreeExtent.union(sublayer.shown.subtreeExtent)
    }
  }

  /// Records that a layer and its sublayers are invisible; their animations continue.
  private mutating func hide(_ layer: Layer, isPresent: Bool, time: Double) {
    damage.insert(layer.shown.extent)
    layer.shown = ShownState(isPresent: isPresent)
    for sublayer in layer.sublayers {
      let inner = sublayer.ownTime(time)
      _ = sublayer.showTracks(at: inner)
      hide(sublayer, isPresent: sublayer.isPresent(at: time), time: inner)
    }
  }

  /// Returns the tiles of a layer's changed parts, except those in which it looks the same.
  private func tiles(of parts: [Rect], of layer: Layer, _ toPixels: AffineTransform, clip: Rect) -> Region {
    var tiles = Region(of: stage.size)
    for part in parts { tiles.insert(toPixels.apply(part).inset(by: -2).intersection(clip)) }
    if let toLayer = toPixels.inverted {
      tiles.removeTiles { layer.isUnchanged(in: toLayer.apply($0.inset(by: -2))) }
    }
    return tiles
  }

  /// Returns the pixels that a rectangle touches.
  ///
  /// Pixels covered by less than a millionth are ignored as rounding errors.
  private func pixels(of rect: Rect, _ toPixels: AffineTransform, clip: Rect) -> Rect {
    guard !rect.isEmpty else { return .zero }
    let image = toPixels.apply(rect)
    let x = (image.minX + 1e-6).rounded(.down)
    let y = (image.minY + 1e-6).rounded(.down)
    return Rect(
      x: x, y: y, width: (image.maxX - 1e-6).rounded(.up) - x, height: (image.maxY - 1e-6).rounded(.up) - y
    )
    .intersection(clip)
  }
}

extension AffineTransform {
  /// Whether the transform keeps rectangles aligned with the axes.
  fileprivate var keepsAxes: Bool { b == 0 && c == 0 || a == 0 && d == 0 }
}

extension Layer {
  /// Whether the layer may draw content; the base class draws none.
  var drawsContent: Bool { type(of: self) != Layer.self }

  /// Whether there is a background colour.
  var hasBackground: Bool { backgroundColor.alpha > 0 }

  /// Whether there is a border.
  var hasBorder: Bool { borderWidth > 0 && borderColor.alpha > 0 }
}
