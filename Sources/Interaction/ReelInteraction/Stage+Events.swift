import ReelCanvas
import ReelGeometry
import ReelLayers

extension Stage {
  /// The identifiers of all layers, superlayers first.
  public var identifiers: [String] { layers(root).compactMap(\.identifier) }

  /// Returns the first layer with an identifier, visible or not; nil if there is none.
  public func layer(_ identifier: String) -> Layer? { layers(root).first { $0.identifier == identifier } }

  /// Returns the centre of a layer on screen, in points from the top left; nil while the layer is invisible or its centre is outside the
  /// picture.
  public func visibleCenter(of layer: Layer) -> Point? {
    guard layer.stage === self else { return nil }
    return presenting(at: time) {
      let path = Array(sequence(first: layer, next: \.superlayer))
      guard path.allSatisfy({ $0.isVisible(at: $0.superlayer?.localTime(at: time) ?? time) }) else { return nil }
      var point = layer.bounds.center
      for (index, above) in path.enumerated() {
        if index > 0, above.masksToBounds || above === root, !above.bounds.contains(point) { return nil }
        point = above.transformToSuperlayer.apply(point)
      }
      return point
    }
  }

  /// Passes an event to the layers at the stage's time.
  ///
  /// A tap goes to the visible layers under its point, topmost first, until one uses it. Typed text goes to the focused layer.
  ///
  /// - Returns: The layer that used the event; nil if none did.
  @discardableResult
  public func handle(_ event: UserEvent) -> Layer? {
    switch event {
    case .tap(let point):
      return presenting(at: time) { root.layers(under: point, above: time) }
        .first { $0.layer.tapped(at: $0.point) }?.layer
    case .tapLayer(let identifier):
      return layer(identifier).flatMap(visibleCenter).flatMap { handle(.tap($0)) }
    case .type(let text):
      guard let focusedLayer, focusedLayer.stage === self else { return nil }
      focusedLayer.typed(text)
      return focusedLayer
    }
  }

  private func layers(_ layer: Layer) -> [Layer] { [layer] + layer.sublayers.flatMap(layers) }
}

extension Layer {
  /// Whether the layer itself is visible at a time of the superlayer.
  fileprivate func isVisible(at above: Double) -> Bool { !isHidden && opacity > 0 && isPresent(at: above) }

  /// Returns the visible layers under a point of the superlayer, topmost first, each with the point in its own coordinates.
  fileprivate func layers(under point: Point, above: Double) -> [(layer: Layer, point: Point)] {
    guard isVisible(at: above), let point = transformToSuperlayer.inverted?.apply(point) else { return [] }
    let isInside = bounds.contains(point)
    if masksToBounds, !isInside { return [] }
    let below = sublayers.reversed().flatMap { $0.layers(under: point, above: ownTime(above)) }
    return below + (isInside ? [(self, point)] : [])
  }
}
