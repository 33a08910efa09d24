import ReelLayers

extension SnowflakeFilm: Scene {
  /// The length of the film.
  public var intrinsicDuration: Double? { duration }

  /// Installs the flake, its backdrop and its caption.
  ///
  /// - Throws: `InvalidValue` for a number out of range.
  public func install(on layer: SceneLayer) throws {
    layer.addSublayer(try SnowflakeFilmLayer(self, frame: layer.bounds, frameInterval: layer.frameInterval))
  }
}
