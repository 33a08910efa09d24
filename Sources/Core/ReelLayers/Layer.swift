import ReelCanvas
import ReelGeometry

/// A part of a picture that draws itself, with a position and sublayers.
///
/// Layers form a tree below a stage's `root`, as in Core Animation. To draw, subclass `Layer`, and declare animated properties as
/// `@Animatable`:
///
///     final class DotLayer: Layer {
///       @Animatable var color = Color.orange
///
///       override func draw(in context: GraphicsContext) {
///         context.fill(Path(ellipseIn: bounds), with: .color(color))
///       }
///     }
///
/// A layer draws in its own coordinates and shows the part within `bounds`; x grows to the right, y downwards. The point of the bounds at
/// `anchorPoint` is at `position` in the superlayer, and `transform` applies about it.
///
/// Layers, their stage and all code that changes them belong to one isolation domain: an actor, or one thread.
open class Layer: Presentable {
  /// The visible part of the layer's own coordinates.
  @Animatable(.placement) public var bounds = Rect.zero
  /// The position of the anchor point in the superlayer's coordinates.
  @Animatable(.placement) public var position = Point.zero
  /// The fixed point of the layer, as fractions of its bounds; by default the centre, (0.5, 0.5).
  @Animatable(.placement) public var anchorPoint = Point(x: 0.5, y: 0.5)
  /// The transform of the layer and its sublayers about the anchor point.
  @Animatable(.placement) public var transform = AffineTransform.identity
  /// The opacity of the layer and its sublayers as a group, 0 to 1.
  @Animatable(.placement) public var opacity = 1.0

  /// The colour behind the content.
  @Animatable(.decoration) public var backgroundColor = Color.clear
  /// The corner radius of the background, the border and the clipping by `masksToBounds`, in points.
  @Animatable(.decoration) public var cornerRadius = 0.0
  /// The width of the border, which lies inside the bounds, above the content and the sublayers, in points.
  @Animatable(.decoration) public var borderWidth = 0.0
  /// The colour of the border.
  @Animatable(.decoration) public var borderColor = Color.black

  /// The name by which `Stage.layer(_:)` and tests find the layer; nil by default.
  public var identifier: String?

  /// Whether the layer and its sublayers are invisible.
  public var isHidden = false { didSet { if isHidden != oldValue { propertyChanged(.placement) } } }

  /// Whether sublayers are clipped to the bounds, and both sublayers and content to the corners.
  public var masksToBounds = false {
    didSet { if masksToBounds != oldValue { propertyChanged(.placement) } }
  }

  /// The superlayer's time at which the layer's local time begins, in seconds; before that the layer is invisible.
  ///
  /// A layer's time is (time of the superlayer − `beginTime`) · `speed` + `timeOffset`, as in Core Animation's
  /// `CAMediaTiming`. Animations and `update(at:)` follow it. Changing one of the three makes it jump.
  public var beginTime = 0.0 {
    didSet {
      precondition(beginTime.isFinite, "a layer cannot begin at \(beginTime) seconds")
      if beginTime != oldValue { timeChanged() }
    }
  }

  /// The seconds of the layer's time per second of the superlayer's; 0 stops it, and negative values run backwards.
  ///
  /// Values that `update(at:)` derives from time can run backwards. Animations by transactions stay at their end.
  public var speed = 1.0 {
    didSet {
      precondition(speed.isFinite, "a layer's time cannot run \(speed) times as fast")
      if speed != oldValue { timeChanged() }
    }
  }

  /// The layer's time at `beginTime`, in seconds.
  public var timeOffset = 0.0 {
    didSet {
      precondition(timeOffset.isFinite, "a layer's time cannot begin at \(timeOffset) seconds")
      if timeOffset != oldValue { timeChanged() }
    }
  }

  /// How long the layer is visible after `beginTime`, in seconds of the superlayer's time; infinite by default.
  public var duration = Double.infinity {
    didSet {
      precondition(duration >= 0, "a layer cannot be visible for \(duration) seconds")
      if duration != oldValue { stage?.needsUpdate = true }
    }
  }

  /// The layer above this one in the tree.
  public private(set) weak var superlayer: Layer?
  /// The stage whose tree holds the layer.
  public private(set) weak var stage: Stage?
  /// The layers drawn on top of this one, lowest first.
  public private(set) var sublayers: [Layer] = []

  /// The running animations.
  private(set) var tracks: [AnyTrack] = []
  /// The layer as the stage last drew it.
  var shown = ShownState()

  /// Creates an empty layer.
  public init() {}

  /// Creates a layer with a frame in its superlayer; its own coordinates begin at (0, 0).
  public init(frame: Rect) { self.frame = frame }

  /// Updates everything that depends on the layer's local time; override it in subclasses.
  ///
  ///     override func update(at time: Double) { angle = .degrees(6 * time.rounded(.down)) }
  ///
  /// The stage calls this before each frame, superlayers first, unless a superlayer is invisible. The method may set any property of the
  /// layer and its sublayers, which takes effect at once, and add and remove sublayers. Set the same values for the same time, regardless
  /// of earlier calls: times may be skipped, and may go back because of `speed` or `timeOffset`. A frame in which no value changes costs
  /// nothing more.
  open func update(at time: Double) {}

  /// Draws the layer's content in its own coordinates; override it in subclasses.
  ///
  /// During the call, the layer's properties return the values on screen and must not be set. Draw within `bounds`; anything outside may
  /// be clipped. Because only the changed tiles are drawn, the drawing must depend only on the layer's properties and not on the clip. If
  /// something changes that is not `@Animatable`, call `setNeedsDisplay()`. Sublayers are drawn afterwards, on top.
  ///
  /// - Throws: Any error, which `Stage.render(at:into:)` rethrows. An override may omit `throws`.
  open func draw(in context: GraphicsContext) throws {}

  /// Returns the parts of the layer, in its own coordinates, that changed since the last call; nil, the default, if the whole layer may
  /// have changed.
  ///
  /// When a content property changes, the stage redraws the whole layer unless an override reports less, as for a wide layer in which
  /// little moves. It is called in each frame in which the layer is visible and anything on the stage changes. Properties return the
  /// values on screen; the override must remember the previous values itself.
  ///
  /// The two pixels around each part are redrawn too, so antialiased edges need no margin. Farther away, no bit may change, or traces
  /// remain in the picture.
  open func changedParts() -> [Rect]? { nil }

  /// Returns whether a rectangle, in the layer's own coordinates, looks unchanged although it touches one of `changedParts()`; false by
  /// default.
  ///
  /// It is called for the tiles of these parts, each with the two pixels around it, right after `changedParts()`. An override can avoid
  /// drawing hidden things, such as a light behind an opaque shape.
  open func isUnchanged(in rect: Rect) -> Bool { false }

  /// Responds to a tap at a point in the layer's own coordinates; override it in subclasses.
  ///
  /// `Stage.handle(_:)` asks the visible layers under the point, topmost first, until one returns true.
  ///
  /// - Returns: Whether the layer used the tap; false by default.
  open func tapped(at point: Point) -> Bool { false }

  /// Responds to text that is typed while the layer has the stage's focus; override it in subclasses.
  ///
  /// - Parameter text: Characters in the order of their keys; Return is `\n`, Backspace is `\u{8}`.
  open func typed(_ text: String) {}

  /// Responds to getting or losing the stage's focus; override it in subclasses.
  open func focusChanged() {}

  /// Redraws the whole layer in the next frame.
  public func setNeedsDisplay() {
    shown.isStale = true
    stage?.needsUpdate = true
  }

  /// Redraws a rectangle, in the layer's own coordinates, in the next frame.
  public func setNeedsDisplay(_ rect: Rect) {
    shown.staleRects.append(rect)
    stage?.needsUpdate = true
  }

  /// The smallest rectangle around the bounds in the superlayer's coordinates.
  ///
  /// Setting it moves and resizes the layer as if it had no `transform`, and does not change `transform`.
  public var frame: Rect {
    get { transformToSuperlayer.apply(bounds) }
    set {
      bounds = Rect(origin: bounds.origin, size: newValue.size)
      position = Point(
        x: newValue.minX + anchorPoint.x * newValue.width, y: newValue.minY + anchorPoint.y * newValue.height)
    }
  }

  /// The transform from the layer's coordinates to its superlayer's.
  public var transformToSuperlayer: AffineTransform {
    let bounds = bounds
    let anchor = anchorPoint
    let position = position
    return AffineTransform.translation(
      x: -(bounds.minX + anchor.x * bounds.width), y: -(bounds.minY + anchor.y * bounds.height)
    )
    .followed(by: transform)
    .followed(by: .translation(x: position.x, y: position.y))
  }
}

// MARK: - Changes

extension Layer {
  /// Records that a property has changed, so that the stage surveys the layer before the next frame.
  func propertyChanged(_ effect: LayerEffect) {
    switch effect {
    case .content: shown.hasJumped = true
    case .decoration: shown.isStale = true
    case .placement: break
    }
    stage?.needsUpdate = true
  }

  func add(_ track: AnyTrack) {
    tracks.append(track)
    stage?.needsUpdate = true
  }

  func remove(_ track: AnyTrack) { tracks.removeAll { $0 === track } }

  /// Advances the animations to a time of the layer and returns whether its content changes.
  func showTracks(at time: Double) -> Bool {
    var redraws = false
    for track in tracks {
      if track.show(at: time) {
        if track.effect == .content { redraws = true }
        if track.effect == .decoration { shown.isStale = true }
      }
      if time >= track.end { track.finish() }
    }
    tracks.removeAll(where: \.isOver)
    return redraws
  }
}

// MARK: - Tree

extension Layer {
  /// Adds a layer on top of the sublayers, removing it from its superlayer first.
  public func addSublayer(_ layer: Layer) {
    insertSublayer(layer, at: layer.superlayer === self ? sublayers.count - 1 : sublayers.count)
  }

  /// Inserts a layer among the sublayers, removing it from its superlayer first.
  ///
  /// - Parameters:
  ///   - layer: The layer; it must not be an ancestor of this one.
  ///   - index: Its new index in `sublayers`; 0 is the lowest.
  public func insertSublayer(_ layer: Layer, at index: Int) {
    precondition(!isDescendant(of: layer), "a layer cannot be its own sublayer")
    precondition(layer.stage?.root !== layer, "the root of a stage cannot be a sublayer")
    // On the same stage, the layer's animations continue; only its position in the tree changes.
    if layer.stage !== stage { layer.leaveStage() }
    layer.superlayer?.sublayers.removeAll { $0 === layer }
    precondition(
      (0...sublayers.count).contains(index), "index \(index) is out of range for \(sublayers.count) sublayers")
    sublayers.insert(layer, at: index)
    layer.superlayer = self
    layer.shown.isMoved = true
    if let stage { layer.enter(stage) }
    layer.timeChanged()
  }

  /// Inserts a layer directly above one of the sublayers.
  public func insertSublayer(_ layer: Layer, above sibling: Layer) { insert(layer, beside: sibling, offset: 1) }

  /// Inserts a layer directly below one of the sublayers.
  public func insertSublayer(_ layer: Layer, below sibling: Layer) { insert(layer, beside: sibling, offset: 0) }

  /// Removes the layer from its superlayer; its animations end.
  public func removeFromSuperlayer() {
    guard let superlayer else { return }
    leaveStage()
    superlayer.sublayers.removeAll { $0 === self }
    self.superlayer = nil
  }

  private func insert(_ layer: Layer, beside sibling: Layer, offset: Int) {
    guard layer !== sibling else { return }
    let others = sublayers.filter { $0 !== layer }
    guard let index = others.firstIndex(where: { $0 === sibling }) else {
      preconditionFailure("the sibling is not one of the sublayers")
    }
    insertSublayer(layer, at: index + offset)
  }

  private func isDescendant(of layer: Layer) -> Bool {
    sequence(first: self, next: \.superlayer).contains { $0 === layer }
  }

  /// Adds the layer and its sublayers to a stage.
  func enter(_ stage: Stage) {
    guard self.stage !== stage else { return }
    self.stage = stage
    for sublayer in sublayers { sublayer.enter(stage) }
  }

  /// Removes the layer and its sublayers from the stage: their pixels are damaged, and their animations end.
  private func leaveStage() {
    guard let stage else { return }
    stage.damage(shown.extent)
    shown = ShownState()
    for track in tracks { track.finish() }
    tracks = []
    self.stage = nil
    for sublayer in sublayers { sublayer.leaveStage() }
  }
}
