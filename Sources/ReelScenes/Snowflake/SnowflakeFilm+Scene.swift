import ReelLayers

extension SnowflakeFilm: Scene {
  /// How long it grows, where that was said.
  public var intrinsicDuration: Double? { duration }

  /// Installs the flake, its backdrop and its caption.
  ///
  /// - Throws: `InvalidValue` for a number out of range.
  public func install(on layer: SceneLayer) throws {
    layer.addSublayer(try SnowflakeFilmLayer(self, on: layer))
  }
}
