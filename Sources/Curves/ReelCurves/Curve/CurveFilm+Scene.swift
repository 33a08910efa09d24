import ReelCanvas
import ReelLayers
import ReelPlatform
import ReelScenes

extension CurveFilm: Scene {
  /// The duration of the growth, if given.
  public var intrinsicDuration: Double? { duration }

  /// The caption's font.
  public var fonts: [Font] { look.fonts }

  /// Installs the curve, its backdrop and its caption.
  ///
  /// - Throws: `InvalidValue` or `DescriptionError` for an invalid curve.
  public func install(on layer: SceneLayer) throws {
    let curve = LSystemCurve(try system())
    let levels = try shownLevels(of: curve)
    // A curve that can't be measured is reported before anything is drawn.
    for level in levels { _ = try curve.extent(level: level) }
    // The first level has no previous level to grow out of.
    let shares = LevelScript(
      levels: levels, duration: duration ?? layer.length ?? 30, style: style, growthPart: growthPart
    ).shares(frameInterval: layer.frameInterval) { $0 == levels.lowerBound }
    let page = FlakePage(look, in: layer.bounds)
    let script = LevelFilmLayer.Script(style: style, shares: shares, shadow: 0.18) { [title] level in
      Self.captionText(title, level: level, lines: curve.lineCount(level: level))
    }
    let inks = ink?.map(page.theme.seen) ?? theme.inks(on: background)
    layer.addSublayer(
      try LevelFilmLayer(script, page, in: page.layout.canvas, on: layer) {
        CurveLayer(curve, theme: page.theme, inks: inks, unit: page.layout.unit)
      })
  }

  /// Returns the caption of a level: `Dragon  ·  Level 3  ·  8 lines`.
  static func captionText(_ title: String?, level: Int, lines: Double) -> String {
    let count = lines < 1e15 ? CaptionNumber.grouped(Int(clamping: lines)) : CaptionNumber.power(ofTen: log10(lines))
    let name = title.map { $0 + "  ·  " } ?? ""
    return "\(name)Level \(level)  ·  \(count) line\(lines == 1 ? "" : "s")"
  }

  /// The curve's name in the caption; nil for a custom curve.
  private var title: String? {
    guard axiom == nil, rules == nil else { return nil }
    switch name ?? .dragon {
    case .koch: return "Koch’s snowflake"
    case .antiKoch: return "Koch’s snowflake inwards"
    case .quadraticKoch: return "Koch’s island"
    case .hilbert: return "Hilbert’s curve"
    case .peano: return "Peano’s curve"
    case .gosper: return "Gosper’s flowsnake"
    case .dragon: return "Dragon"
    case .terdragon: return "Terdragon"
    case .levy: return "Lévy’s C"
    case .sierpinski: return "Sierpiński’s triangle"
    case .arrowhead: return "Sierpiński’s arrowhead"
    case .moore: return "Moore’s curve"
    case .plant: return "Plant"
    }
  }
}

extension CurveLayer: LevelDrawing {}
