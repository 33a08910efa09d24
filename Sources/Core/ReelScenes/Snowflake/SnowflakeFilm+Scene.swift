import ReelCanvas
import ReelLayers

extension SnowflakeFilm: Scene {
  /// The duration of the growth, if given.
  public var intrinsicDuration: Double? { duration }

  /// The caption's font.
  public var fonts: [Font] { look.fonts }

  /// Installs the flake, its backdrop and its caption.
  ///
  /// - Throws: `InvalidValue` for a number out of range.
  public func install(on layer: SceneLayer) throws {
    try validate()
    let page = FlakePage(look, in: layer.bounds)
    let script = LevelFilmLayer.Script(
      style: style, shares: shares(given: layer.length, frameInterval: layer.frameInterval), shadow: 0.22,
      caption: Self.captionText)
    layer.addSublayer(
      try LevelFilmLayer(script, page, in: page.layout.flake, on: layer) {
        SnowflakeLayer(theme: page.theme, unit: page.layout.unit)
      })
  }

  /// Returns the caption of a level: `Level 3 · 192 segments`.
  static func captionText(level: Int) -> String {
    "Level \(level)  ·  \(CaptionNumber.grouped(3 << (2 * level))) segments"
  }
}

extension SnowflakeLayer: LevelDrawing {}
