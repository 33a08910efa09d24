import ReelCanvas
import ReelGeometry
import ReelLayers
import ReelTurtle

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The layers of a film in which a curve comes to be, which follow its time.
final class CurveFilmLayer: Layer {
  private let film: CurveFilm
  private let model: LSystemCurve
  private let levels: ClosedRange<Int>
  private let shares: [SnowflakeFilm.Share]
  /// When the last frame is shown.
  private let lastFrame: Double
  private let curve: CurveLayer
  private let drawnBefore: CurveLayer
  private let caption: TextLayer?

  init(_ film: CurveFilm, on scene: SceneLayer) throws {
    self.film = film
    let model = LSystemCurve(try film.system())
    let levels = try film.shownLevels(of: model)
    (self.model, self.levels) = (model, levels)
    // The first level has nothing to grow out of.
    shares = LevelScript(
      levels: levels, duration: film.duration ?? scene.length ?? 30, style: film.style, growthPart: film.growthPart
    ).shares(frameInterval: scene.frameInterval) { $0 == levels.lowerBound }
    lastFrame = (shares.last?.end ?? 0) - scene.frameInterval
    let frame = scene.bounds
    let theme = film.theme.on(film.background)
    let size = PixelSize(covering: frame.size)
    let layout = FlakeLayout(size: size, hasCaption: film.showsCaption && theme.caption != nil)
    // While fonts are looked for, the backdrop is drawn.
    caption = layout.captionLayer(theme: theme)
    let inks = film.ink ?? film.theme.inks(on: film.background)
    curve = CurveLayer(model, theme: theme, inks: inks, unit: layout.unit)
    drawnBefore = CurveLayer(model, theme: theme, inks: inks, unit: layout.unit)
    super.init(frame: frame)
    addSublayer(try BackdropLayer(size: size, theme: theme, flake: layout.flake, unit: layout.unit))
    for layer in [drawnBefore, curve] {
      layer.frame = layout.canvas
      addSublayer(layer)
    }
    // A curve that can't be measured is told before anything is drawn.
    for level in levels { _ = try model.extent(level: level) }
    if let caption { addSublayer(caption) }
  }

  /// Shows the moment of the film.
  override func update(at time: Double) {
    let index = shares.lastIndex { $0.start <= time } ?? 0
    let share = shares[index]
    caption?.text = Self.captionText(film.title, level: share.level, lines: model.lineCount(level: share.level))
    switch film.style {
    case .grow, .step:
      drawnBefore.isHidden = true
      curve.level = level(of: index, at: time)
    case .draw:
      draw(share, at: time)
    }
  }

  /// The level at a time within a share or after it: each one grows from what is on screen when it begins.
  private func level(of index: Int, at time: Double) -> Double {
    let share = shares[index]
    guard index > 0 else { return Double(share.level) }
    return Change(begin: share.start, duration: share.growth, curve: .easeInOut)
      .value(from: level(of: index - 1, at: share.start), to: Double(share.level), at: time)
  }

  /// Shows a turtle that draws a level, while what was drawn before fades.
  private func draw(_ share: SnowflakeFilm.Share, at time: Double) {
    let fade = min(0.3, max(0, (share.end - share.start - share.growth) / 2))
    let isFirst = share.level == levels.lowerBound
    let finished = share.start + share.growth
    let shownFill = Change(
      begin: finished, duration: share.level == levels.upperBound ? min(fade, max(0, lastFrame - finished)) : fade,
      curve: .ease)
    let shadow = Change(begin: share.start, duration: fade, curve: .easeOut)
    drawnBefore.isHidden = isFirst
    drawnBefore.level = Double(isFirst ? share.level : share.level - 1)
    drawnBefore.opacity =
      time >= finished
      ? shownFill.value(from: shadow.value(from: 1, to: 0.18, at: finished), to: 0, at: time)
      : shadow.value(from: 1, to: 0.18, at: time)
    curve.level = Double(share.level)
    curve.walked = Change(begin: share.start, duration: share.growth, curve: .linear).value(from: 0, to: 1, at: time)
    curve.fillOpacity = time >= finished ? shownFill.value(from: 0, to: 1, at: time) : 0
  }

  /// The line that tells a level: `Dragon  ·  Level 3  ·  8 lines`.
  static func captionText(_ title: String?, level: Int, lines: Double) -> String {
    let count =
      lines < 1e15 ? SnowflakeFilmLayer.grouped(Int(lines)) : ZoomFilmLayer.numberText(powerOfTen: log10(lines))
    let name = title.map { $0 + "  ·  " } ?? ""
    return "\(name)Level \(level)  ·  \(count) line\(lines == 1 ? "" : "s")"
  }
}

extension CurveFilm {
  /// What the caption calls the curve; nil where it is one's own.
  var title: String? {
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
