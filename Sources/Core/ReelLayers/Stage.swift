import ReelCanvas
import ReelGeometry

/// A tree of layers with a clock, from which films are made.
///
///     let stage = Stage(size: PixelSize(width: 1280, height: 720), background: .white)
///     stage.root.addSublayer(dot)
///     stage.at(2.5) {
///       Transaction.animate(duration: 1) { dot.position.x = 600 }
///     }
///     var picture = Bitmap(size: stage.size)
///     let changed = try stage.render(at: 3, into: &picture)
///
/// A frame depends only on its time. Changes made in `at(_:_:)` happen at their own time, whenever the stage is rendered, so a film has
/// the same pictures at 10 and at 60 frames per second, and a late frame can be rendered without the earlier ones. Rendering costs only
/// what has changed: tiles that look the same are not redrawn.
///
/// Time only moves forwards. To show a film from the beginning, set up another stage.
public final class Stage {
  /// The size of the picture.
  public let size: PixelSize
  /// The number of pixels per unit of the root layer's coordinates.
  public let scale: Double
  /// The paint behind all layers.
  public var background: Paint { didSet { if background != oldValue { setNeedsDisplay() } } }
  /// The root of the layer tree, which covers the whole picture.
  public let root: Layer
  /// The stage's time, in seconds; during a scheduled action, the time of the action.
  public private(set) var time = 0.0

  /// The layer that receives typed text; nil for none.
  public weak var focusedLayer: Layer? {
    didSet {
      guard focusedLayer !== oldValue else { return }
      oldValue?.focusChanged()
      focusedLayer?.focusChanged()
    }
  }

  /// The pending actions and completions.
  var schedule = ActionSchedule()
  /// Schedule the outside events due at a time.
  package var inlets: [(Double) -> Void] = []
  /// The time at which layer properties are read, while they return the values on screen.
  private(set) var presentedTime: Double?
  /// Whether a layer has changed or is animating, so that the tree must be surveyed for damage.
  var needsUpdate = true
  /// The tiles to draw in the next frame.
  private var damage: Region
  /// Whether a rotated or sheared layer clips its sublayers.
  private var clipsAslant = false
  private var isAdvancing = false
  /// The bitmaps of frames that may still be read.
  private var swapChain = SwapChain()

  /// Creates a stage with an empty root layer.
  ///
  /// - Parameters:
  ///   - size: The size of the picture.
  ///   - scale: The number of pixels per unit of the layers' coordinates, more than 0.
  ///   - background: The paint behind all layers, in the root layer's coordinates.
  public init(size: PixelSize, scale: Double = 1, background: Paint = .clear) {
    precondition(scale > 0 && scale.isFinite, "a stage cannot have the scale \(scale)")
    self.size = size
    self.scale = scale
    self.background = background
    root = Layer(
      frame: Rect(x: 0, y: 0, width: Double(size.width) / scale, height: Double(size.height) / scale))
    damage = .all(of: size)
    root.enter(self)
  }

  /// Redraws the whole picture in the next frame, as needed to continue in another bitmap.
  public func setNeedsDisplay() { damage = .all(of: size) }

  // MARK: Time

  /// Schedules an action, such as a transaction, for a time in seconds.
  ///
  /// The stage runs the action before it renders that time or a later one, with `time` set to exactly that time. Actions of the same time
  /// run in scheduling order, after the completions of transactions that end then. Actions scheduled for the past run as soon as time
  /// advances.
  public func at(_ time: Double, _ action: @escaping () -> Void) {
    precondition(!time.isNaN, "an action cannot be scheduled for a time that is not a number")
    schedule.add(at: time, rank: .action, action)
  }

  /// Schedules a repeated action: at `start`, then every `interval` seconds, forever.
  ///
  /// The action receives its index, from 0. Run n is at start + n · interval, never at a sum of intervals.
  /// The stage retains the action. If the action uses the stage, it must capture it weakly, or both leak.
  public func every(_ interval: Double, from start: Double = 0, _ action: @escaping (Int) -> Void) {
    precondition(interval > 0 && interval.isFinite && start.isFinite, "an interval must be more than 0 seconds")
    repeatAction(action, number: 0, interval: interval, start: start)
  }

  private func repeatAction(_ action: @escaping (Int) -> Void, number: Int, interval: Double, start: Double) {
    at(start + Double(number) * interval) { [unowned self] in
      // Scheduled first, so that the next run precedes anything that this run schedules for the same time.
      repeatAction(action, number: number + 1, interval: interval, start: start)
      action(number)
    }
  }

  /// Advances the stage to a time without rendering: runs the actions due until then, and updates the layers.
  ///
  /// - Throws: `InvalidValue` for a time before the stage's own.
  public func advance(to time: Double) throws(InvalidValue) {
    guard time >= self.time, time.isFinite else {
      throw InvalidValue("time of a stage", time, expected: "\(self.time) or later, because it never runs backwards")
    }
    precondition(!isAdvancing, "an action of a stage cannot advance the stage")
    isAdvancing = true
    defer { isAdvancing = false }
    for admit in inlets { admit(time) }
    while let entry = schedule.next(dueAt: time) {
      self.time = max(self.time, entry.time)
      entry.action()
    }
    self.time = time
    updateTree()
  }

  private func updateTree() { Transaction.withoutAnimation { root.updateTree(at: time) } }

  /// Runs a closure in which properties return their values on screen at a time.
  package func presenting<Result>(at time: Double, _ body: () throws -> Result) rethrows -> Result {
    let outer = presentedTime
    presentedTime = time
    defer { presentedTime = outer }
    return try body()
  }

  // MARK: Rendering

  /// Advances the stage to a time and draws what has changed since the last frame.
  ///
  /// The bitmap must still hold the last frame; the first frame is drawn completely. If nothing has changed, the bitmap is not touched.
  ///
  /// - Returns: The tiles that were drawn.
  /// - Throws: `InvalidValue` for a time before the stage's own or a bitmap of another size, `CairoError`, and any error of a layer's
  ///   drawing. The stage can continue after an error; the missing parts are drawn in the next frame.
  public func render(at time: Double, into bitmap: inout Bitmap) throws -> Region {
    guard bitmap.size == size else {
      throw InvalidValue("bitmap size", bitmap.size, expected: "the stage's size, \(size)")
    }
    try advance(to: time)
    update()
    guard !damage.isEmpty else { return damage }
    // With a slanted clip, Cairo's rounding of edge pixels changes if it also clips to tiles.
    if clipsAslant { damage = .all(of: size) }
    try swapChain.redraw(&bitmap, damage) { context in try draw(damage, on: context) }
    defer { damage = Region(of: size) }
    return damage
  }

  /// Returns the whole picture at the stage's time, without affecting the next frame.
  public func snapshot() throws -> Bitmap {
    updateTree()
    update()
    var bitmap = Bitmap(size: size)
    try bitmap.redraw(.all(of: size)) { context in try draw(.all(of: size), on: context) }
    return bitmap
  }

  /// Adds the tiles that a rectangle touches, in pixels, to the damage.
  func damage(_ rect: Rect) { damage.insert(rect) }

  /// Surveys the tree for changes since the last frame.
  private func update() {
    guard needsUpdate else { return }
    presenting(at: time) {
      var survey = DamageSurvey(stage: self)
      survey.visit(root, above: .scale(scale), clip: size.bounds, isDirty: false, time: time)
      needsUpdate = false
      clipsAslant = survey.clipsAslant
      damage.formUnion(survey.damage)
    }
  }

  private func draw(_ region: Region, on context: GraphicsContext) throws {
    try presenting(at: time) {
      context.withState {
        context.scale(scale)
        context.paint(background)
      }
      try LayerPainter(context: context, region: region).paint(root)
    }
  }
}
