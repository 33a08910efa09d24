import ReelCanvas
import ReelGeometry
import ReelLayers

/// A drawing of a level, up to where a turtle has walked it.
package protocol LevelDrawing: Layer {
  /// The level; 2.4 shows level 3 risen to 40 % out of level 2.
  var level: Double { get set }
  /// The fraction of the line that is drawn, 0…1.
  var walked: Double { get set }
  /// The opacity of the inside, 0…1.
  var fillOpacity: Double { get set }
}

/// The layers of a film of consecutive levels, driven by its time.
package final class LevelFilmLayer: Layer {
  /// The timeline and its captions.
  package struct Script {
    var style: SnowflakeFilm.Style
    var shares: [SnowflakeFilm.Share]
    /// The opacity of the previous level while a turtle draws the next one over it, 0…1.
    var shadow: Double
    /// Returns the caption for a level.
    var caption: (Int) -> String

    package init(
      style: SnowflakeFilm.Style, shares: [SnowflakeFilm.Share], shadow: Double, caption: @escaping (Int) -> String
    ) {
      self.style = style
      self.shares = shares
      self.shadow = shadow
      self.caption = caption
    }
  }

  private let script: Script
  /// The time of the last frame.
  private let lastFrame: Double
  private let drawing: any LevelDrawing
  private let drawnBefore: any LevelDrawing
  private let caption: TextLayer?

  /// - Parameters:
  ///   - script: the timeline.
  ///   - page: the background and the layout.
  ///   - rect: the drawing's rectangle on the page.
  ///   - scene: the layer of the scene.
  ///   - make: makes a drawing; it is called twice, because one level may fade while the next is drawn.
  package init(
    _ script: Script, _ page: FlakePage, in rect: Rect, on scene: SceneLayer, drawing make: () -> any LevelDrawing
  ) throws {
    self.script = script
    lastFrame = (script.shares.last?.end ?? 0) - scene.frameInterval
    caption = page.caption
    drawnBefore = make()
    drawing = make()
    super.init(frame: scene.bounds)
    addSublayer(try page.backdrop(around: page.layout.flake))
    for layer in [drawnBefore, drawing] {
      layer.frame = rect
      addSublayer(layer)
    }
    if let caption { addSublayer(caption) }
  }

  /// Shows the film at its current time.
  package override func update(at time: Double) {
    let index = script.shares.lastIndex { $0.start <= time } ?? 0
    caption?.text = script.caption(script.shares[index].level)
    switch script.style {
    case .grow, .step:
      drawnBefore.isHidden = true
      drawing.level = level(of: index, at: time)
    case .draw:
      draw(index, at: time)
    }
  }

  /// Returns the level at a time within or after a share; each level grows from the state on screen when it begins.
  private func level(of index: Int, at time: Double) -> Double {
    let share = script.shares[index]
    let start =
      index > 0 ? level(of: index - 1, at: share.start) : Double(max(0, share.level - (share.growth > 0 ? 1 : 0)))
    return Change(begin: share.start, duration: share.growth, curve: .easeInOut)
      .value(from: start, to: Double(share.level), at: time)
  }

  /// Shows a turtle drawing a level.
  ///
  /// Nothing jumps: the previous level fades to a shadow, and the finished drawing fills.
  private func draw(_ index: Int, at time: Double) {
    let share = script.shares[index]
    let fade = min(0.3, max(0, (share.end - share.start - share.growth) / 2))
    let isFirst = index == 0
    let isLast = index == script.shares.count - 1
    let finished = share.start + share.growth
    let fill = Change(begin: finished, duration: isLast ? min(fade, max(0, lastFrame - finished)) : fade, curve: .ease)
    let shadow = Change(begin: share.start, duration: fade, curve: .easeOut)
    drawnBefore.isHidden = isFirst
    drawnBefore.level = Double(isFirst ? share.level : share.level - 1)
    drawnBefore.opacity =
      time >= finished
      ? fill.value(from: shadow.value(from: 1, to: script.shadow, at: finished), to: 0, at: time)
      : shadow.value(from: 1, to: script.shadow, at: time)
    drawing.level = Double(share.level)
    drawing.walked = Change(begin: share.start, duration: share.growth, curve: .linear).value(from: 0, to: 1, at: time)
    drawing.fillOpacity = time >= finished ? fill.value(from: 0, to: 1, at: time) : 0
  }
}
