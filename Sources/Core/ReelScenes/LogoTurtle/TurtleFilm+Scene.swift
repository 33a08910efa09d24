import ReelLayers

extension TurtleFilm: Scene {
  /// How long it draws and holds, if that is given.
  public var intrinsicDuration: Double? { duration }

  /// Whether it has no background.
  public var isTransparent: Bool { background?.alpha == 0 }

  /// Installs the picture and its backdrop.
  ///
  /// - Throws: `LogoError` for an error in the program, `InvalidValue` or `DescriptionError` for what can't be filmed.
  public func install(on layer: SceneLayer) throws { layer.addSublayer(try TurtleFilmLayer(self, on: layer)) }
}
