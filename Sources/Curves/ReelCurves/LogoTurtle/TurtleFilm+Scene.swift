import ReelLayers
import ReelScenes

extension TurtleFilm: Scene {
  /// The duration of the drawing and the hold, if given.
  public var intrinsicDuration: Double? { duration }

  /// Whether the background is transparent.
  public var isTransparent: Bool { background?.alpha == 0 }

  /// Installs the picture and its backdrop.
  ///
  /// - Throws: `LogoError` for an error in the program, `InvalidValue` or `DescriptionError` for a drawing that can't be filmed.
  public func install(on layer: SceneLayer) throws { layer.addSublayer(try TurtleFilmLayer(self, on: layer)) }
}
