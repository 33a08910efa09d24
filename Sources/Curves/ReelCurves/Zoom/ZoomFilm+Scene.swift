import ReelScenes
import ReelCanvas
import ReelLayers

extension ZoomFilm: Scene {
  /// The caption's font.
  public var fonts: [Font] { look.fonts }

  /// Installs the flake, its backdrop and its caption.
  ///
  /// - Throws: `InvalidValue` for a number out of range.
  public func install(on layer: SceneLayer) throws {
    layer.addSublayer(try ZoomFilmLayer(self, frame: layer.bounds))
  }
}
