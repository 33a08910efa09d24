import ReelCanvas
import ReelGeometry

/// A piece of a picture that knows how to draw itself, where it stands and what lies on it.
///
/// Layers make up a tree below a stage's `root`, as in Core Animation. Subclass to draw, and make properties that can move
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
/// A layer has its own coordinates, in which `bounds` says how much of them it shows, and draws there; x grows to the right,
/// y downwards. The point of the bounds at `anchorPoint` stands at `position` in the superlayer, and `transform` turns and
/// stretches about it.
///
/// Layers, their stage and everything that changes them belong to one isolation domain: an actor, or one thread.
open class Layer: Presentable {
  /// The part of its own coordinates that the layer shows.
  @Animatable(.placement) public var bounds = Rect.zero
  /// Where the anchor point stands, in the coordinates of the superlayer.
  @Animatable(.placement) public var position = Point.zero
  /// The fixed point of the layer, as fractions of its bounds; first the centre, (0.5, 0.5).
  @Animatable(.placement) public var anchorPoint = Point(x: 0.5, y: 0.5)
  /// What is done to the layer and its sublayers about the anchor point.
  @Animatable(.placement) public var transform = AffineTransform.identity
  /// The opacity of the layer and its sublayers as one sheet, 0 to 1.
  @Animatable(.placement) public var opacity = 1.0

  /// The colour behind the content.
  @Animatable(.decoration) public var backgroundColor = Color.clear
  /// The radius of the corners of background and border, and of what `masksToBounds` leaves, in points.
  @Animatable(.decoration) public var cornerRadius = 0.0
  /// The width of the border, which lies inside of the bounds, above the content and the sublayers, in points.
  @Animatable(.decoration) public var borderWidth = 0.0
  /// The colour of the border.
  @Animatable(.decoration) public var borderColor = Color.black

  /// Whether neither the layer nor its sublayers are to be seen.
  public var isHidden = false { didSet { if isHidden != oldValue { propertyChanged(.placement) } } }

  /// Whether sublayers are cut off at the bounds, and they and the content at round corners.
  public var masksToBounds = false {
    didSet { if masksToBounds != oldValue { propertyChanged(.placement) } }
  }

  /// When the layer's own time is 0, in seconds of the superlayer's time; before that, the layer is not to be seen.
  ///
  /// A layer's time is (time of the superlayer − `beginTime`) · `speed` + `timeOffset`, as in Core Animation's
  /// `CAMediaTiming`. Animations and `update(at:)` follow it. When one of the three is changed, it jumps.
  public var beginTime = 0.0 {
    didSet {
      precondition(beginTime.isFinite, "a layer cannot begin at \(beginTime) seconds")
      if beginTime != oldValue { timeChanged() }
    }
  }

  /// The seconds of the layer's time in one second of the superlayer's; 0 stands still, and less than 0 runs backwards.
  ///
  /// What follows from time by `update(at:)` can run backwards. What was animated by transactions is at rest at its end.
  public var speed = 1.0 {
    didSet {
      precondition(speed.isFinite, "a layer's time cannot run \(speed) times as fast")
      if speed != oldValue { timeChanged() }
    }
  }

  /// The layer's time when it begins, in seconds.
  public var timeOffset = 0.0 {
    didSet {
      precondition(timeOffset.isFinite, "a layer's time cannot begin at \(timeOffset) seconds")
      if timeOffset != oldValue { timeChanged() }
    }
  }

  /// How long the layer is to be seen from `beginTime` on, in seconds of the superlayer's time; without end at first.
  public var duration = Double.infinity {
    didSet {
      precondition(duration >= 0, "a layer cannot be seen for \(duration) seconds")
      if duration != oldValue { stage?.needsUpdate = true }
    }
  }

  /// The layer that this one lies on.
  public private(set) weak var superlayer: Layer?
  /// The stage on which the layer stands, below its root.
  public private(set) weak var stage: Stage?
  /// The layers that lie on this one, the lowest first.
  public private(set) var sublayers: [Layer] = []

  /// The properties that are on their way.
  private(set) var tracks: [AnyTrack] = []
  /// What the stage drew last of the layer.
  var shown = ShownState()

  /// Creates a layer without extent.
  public init() {}

  /// Creates a layer that stands at a rectangle of its superlayer; its own coordinates begin at (0, 0).
  public init(frame: Rect) { self.frame = frame }

  /// Brings up to date what follows from the layer's own time; overridden by subclasses.
  ///
  ///     override func update(at time: Double) { angle = .degrees(6 * time.rounded(.down)) }
  ///
  /// The stage calls it before each frame, with superlayers before their sublayers, unless a superlayer is not to be seen. It
  /// may set any property of the layer and its sublayers, which takes them there at once, and add and remove sublayers. Set
  /// the same values for the same time, whatever was asked for before: times may be left out, and may go back
  /// where `speed` or `timeOffset` has them do so. A frame in which nothing gets another value costs nothing more.
  open func update(at time: Double) {}

  /// Draws the layer's content in its own coordinates; overridden by subclasses.
  ///
  /// Within it, the layer's properties read as they are on screen at this moment; they must not be set. Draw inside of
  /// `bounds`: what lies outside may be cut off. The drawing must follow from the layer's properties alone and not from the
  /// clip, because only the tiles that changed are drawn. When something changes that is not `@Animatable`, call
  /// `setNeedsDisplay()`. Sublayers are drawn afterwards, on top.
  ///
  /// - Throws: Anything; `Stage.render(at:into:)` hands it on. An override may also be declared without `throws`.
  open func draw(in context: GraphicsContext) throws {}

  /// Returns the parts of the layer, in its own coordinates, that look different from when this was asked last; nil, as
  /// here, where that may be all of it.
  ///
  /// When a property of the content has changed, the stage draws the whole layer again unless an override knows better: a
  /// wide layer in which little moves. It is asked in each frame in which the layer is to be seen and anything on the stage
  /// changes, with the properties as they are on screen, and remembers itself what they were before.
  ///
  /// The two pixels around each part are drawn again as well, so that softened edges need no margin. Farther away nothing
  /// may change, to the last bit, or traces stay on the picture.
  open func changedParts() -> [Rect]? { nil }

  /// Returns whether a rectangle, in the layer's own coordinates, looks as it did although it touches one of `changedParts()`;
  /// here, none does.
  ///
  /// It is asked of the tiles of these parts, each with the two pixels around it, right after they were told. An override
  /// saves drawing what is hidden, such as a light behind an opaque shape.
  open func isUnchanged(in rect: Rect) -> Bool { false }

  /// Has the whole layer drawn again in the next frame.
  public func setNeedsDisplay() {
    shown.isStale = true
    stage?.needsUpdate = true
  }

  /// Has a part of the layer drawn again in the next frame: a rectangle in its own coordinates.
  public func setNeedsDisplay(_ rect: Rect) {
    shown.staleRects.append(rect)
    stage?.needsUpdate = true
  }

  /// Where the layer stands in its superlayer: the smallest rectangle around its bounds there.
  ///
  /// Setting it moves and resizes the layer, as far as there is no `transform`, which it leaves as it is.
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
  /// Notes that a property has changed, so that the stage looks at the layer before the next frame.
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

  /// Takes the properties on their way to a time of the layer and returns whether its content changes by that.
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
  /// Lays a layer on top of the sublayers, taking it away from where it was.
  public func addSublayer(_ layer: Layer) {
    insertSublayer(layer, at: layer.superlayer === self ? sublayers.count - 1 : sublayers.count)
  }

  /// Lays a layer among the sublayers, taking it away from where it was.
  ///
  /// - Parameters:
  ///   - layer: The layer; it must not lie above this one.
  ///   - index: Its place in `sublayers` afterwards; 0 is the lowest.
  public func insertSublayer(_ layer: Layer, at index: Int) {
    precondition(!isDescendant(of: layer), "a layer cannot lie on itself")
    precondition(layer.stage?.root !== layer, "the root of a stage cannot lie on another layer")
    // On the same stage it goes on moving as it did; only its place changes.
    if layer.stage !== stage { layer.leaveStage() }
    layer.superlayer?.sublayers.removeAll { $0 === layer }
    precondition((0...sublayers.count).contains(index), "no place \(index) among \(sublayers.count) sublayers")
    sublayers.insert(layer, at: index)
    layer.superlayer = self
    layer.shown.isMoved = true
    if let stage { layer.enter(stage) }
    layer.timeChanged()
  }

  /// Lays a layer directly on top of one of the sublayers.
  public func insertSublayer(_ layer: Layer, above sibling: Layer) { insert(layer, beside: sibling, offset: 1) }

  /// Lays a layer directly below one of the sublayers.
  public func insertSublayer(_ layer: Layer, below sibling: Layer) { insert(layer, beside: sibling, offset: 0) }

  /// Takes the layer away from its superlayer; its properties come to rest.
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

  /// Joins a stage, sublayers and all.
  func enter(_ stage: Stage) {
    guard self.stage !== stage else { return }
    self.stage = stage
    for sublayer in sublayers { sublayer.enter(stage) }
  }

  /// Leaves the stage, sublayers and all: what they showed is damaged, and what was on its way arrives.
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
