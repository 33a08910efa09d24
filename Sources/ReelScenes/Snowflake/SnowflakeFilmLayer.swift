import ReelCanvas
import ReelGeometry
import ReelLayers
import ReelTurtle

/// The layers of a film in which a snowflake grows, which follow its time.
final class SnowflakeFilmLayer: Layer {
  private let film: SnowflakeFilm
  private let shares: [SnowflakeFilm.Share]
  /// When the last frame is shown.
  private let lastFrame: Double
  private let flake: SnowflakeLayer
  private let drawnBefore: SnowflakeLayer
  private let caption: TextLayer?

  init(_ film: SnowflakeFilm, on scene: SceneLayer) throws {
    try film.validate()
    self.film = film
    shares = film.shares(given: scene.length, frameInterval: scene.frameInterval)
    lastFrame = (shares.last?.end ?? 0) - scene.frameInterval
    let frame = scene.bounds
    let theme = film.theme.on(film.background)
    let size = PixelSize(covering: frame.size)
    let layout = FlakeLayout(size: size, hasCaption: film.showsCaption && theme.caption != nil)
    // While fonts are looked for, the backdrop is drawn.
    caption = layout.captionLayer(theme: theme)
    flake = SnowflakeLayer(theme: theme, unit: layout.unit)
    drawnBefore = SnowflakeLayer(theme: theme, unit: layout.unit)
    super.init(frame: frame)
    addSublayer(try BackdropLayer(size: size, theme: theme, flake: layout.flake, unit: layout.unit))
    for layer in [drawnBefore, flake] {
      layer.frame = layout.flake
      addSublayer(layer)
    }
    if let caption { addSublayer(caption) }
  }

  /// Shows the moment of the film.
  override func update(at time: Double) {
    let index = shares.lastIndex { $0.start <= time } ?? 0
    let share = shares[index]
    caption?.text = Self.captionText(level: share.level)
    switch film.style {
    case .grow, .step:
      drawnBefore.isHidden = true
      flake.level = level(of: index, at: time)
    case .draw:
      draw(share, at: time)
    }
  }

  /// The level at a time within a share or after it: each one grows from what is on screen when it begins.
  private func level(of index: Int, at time: Double) -> Double {
    let share = shares[index]
    let before = index == 0 ? max(0, share.level - (share.growth > 0 ? 1 : 0)) : nil
    let start = before.map(Double.init) ?? level(of: index - 1, at: share.start)
    return Change(begin: share.start, duration: share.growth, curve: .easeInOut)
      .value(from: start, to: Double(share.level), at: time)
  }

  /// Shows a turtle that draws a level.
  ///
  /// Nothing jumps: what was drawn before fades to a shadow, and the finished flake fills.
  private func draw(_ share: SnowflakeFilm.Share, at time: Double) {
    let fade = min(0.3, max(0, (share.end - share.start - share.growth) / 2))
    let isFirst = share.level == film.levels.lowerBound
    let isLast = share.level == film.levels.upperBound
    let finished = share.start + share.growth
    let fill = Change(begin: finished, duration: isLast ? min(fade, max(0, lastFrame - finished)) : fade, curve: .ease)
    let shadow = Change(begin: share.start, duration: fade, curve: .easeOut)
    drawnBefore.isHidden = isFirst
    drawnBefore.level = isFirst ? 0 : Double(share.level - 1)
    drawnBefore.opacity =
      time >= finished
      ? fill.value(from: shadow.value(from: 1, to: 0.22, at: finished), to: 0, at: time)
      : shadow.value(from: 1, to: 0.22, at: time)
    flake.level = Double(share.level)
    flake.walked = Change(begin: share.start, duration: share.growth, curve: .linear).value(from: 0, to: 1, at: time)
    flake.fillOpacity = time >= finished ? fill.value(from: 0, to: 1, at: time) : 0
  }

  /// The line that tells a level: `Level 3 · 192 segments`.
  static func captionText(level: Int) -> String {
    "Level \(level)  ·  \(grouped(3 << (2 * level))) segments"
  }

  /// Writes a number with thin spaces between groups of three digits.
  static func grouped(_ number: Int) -> String {
    var text = ""
    for (index, digit) in String(number).reversed().enumerated() {
      if index > 0, index % 3 == 0 { text = "\u{2009}" + text }
      text = String(digit) + text
    }
    return text
  }
}
