import ReelLayers

extension CurveFilm: Scene {
  /// How long it grows, where that was said.
  public var intrinsicDuration: Double? { duration }

  /// Installs the curve, its backdrop and its caption.
  ///
  /// - Throws: `InvalidValue` or `DescriptionError` for what is no curve.
  public func install(on layer: SceneLayer) throws { layer.addSublayer(try CurveFilmLayer(self, on: layer)) }
}
