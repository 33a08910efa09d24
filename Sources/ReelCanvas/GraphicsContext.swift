import CReelCairo
import ReelGeometry

/// Draws into a bitmap; `Bitmap.draw(clippedTo:_:)` makes one and ends it.
///
/// x grows to the right and y downwards. Whatever is drawn goes through the transform, is cut by the clip and is laid over
/// what is there. After the closure that it was made for, a context does nothing. Coordinates that are not numbers, and transforms
/// that flatten the plane, draw nothing and do no harm to what is drawn later.
public final class GraphicsContext {
  /// What `save()` keeps, beside what Cairo keeps itself.
  struct State {
    var transform = AffineTransform.identity
    /// Whether Cairo can work with the transform.
    var isDrawable = true
    /// Whether a clip through a flattened transform, or a group without opacity, hides everything.
    var isHidden = false
    /// The clip, while it is a rectangle of whole pixels and what is drawn goes straight to the bitmap.
    var pixelClip: PixelRect?
  }

  /// Cairo's context; nil when the closure is over.
  private(set) var cairo: OpaquePointer?
  /// The bitmap's memory; nil where the surface has none.
  let storage: BitmapStorage?
  /// The tiles that the drawing is for; nil for all.
  let region: Region?
  /// The same as rectangles.
  let tiles: [PixelRect]
  /// The rectangle around these.
  let wanted: PixelRect
  /// The pixels of other tiles that Cairo may have changed; nil where all are drawn for.
  private(set) var others: SavedPixels?
  private(set) var state = State()
  private var saved: [State] = []
  /// The number of saved states that belong to an enclosing group or `withState`, which `restore()` must leave alone.
  private var floor = 0

  init(
    _ surface: borrowing SurfaceHandle, over storage: BitmapStorage?, for region: Region?
  ) throws(CairoError) {
    self.storage = storage
    self.region = region
    let all = storage.map { PixelRect(of: $0.size) } ?? PixelRect(left: 0, top: 0, right: 0, bottom: 0)
    tiles = region.map { $0.rects.compactMap { PixelRect($0) } } ?? [all]
    wanted = tiles.dropFirst().reduce(tiles.first ?? all) { $0.union($1) }
    state.pixelClip = storage.map { PixelRect(of: $0.size) }
    if storage != nil, let region, !region.isAll { others = SavedPixels(outside: region) }
    guard let created = cairo_create(surface.pointer) else { throw CairoError(CAIRO_STATUS_NO_MEMORY, "draw") }
    cairo = created
    let status = cairo_status(created)
    if status != CAIRO_STATUS_SUCCESS {
      end()
      throw CairoError(status, "draw")
    }
  }

  deinit { end() }

  /// Cairo's first failure, which makes it ignore all that follows.
  var status: cairo_status_t { cairo.map(cairo_status) ?? CAIRO_STATUS_SUCCESS }

  /// Lets go of Cairo's context; calls made later do nothing.
  func end() {
    if let cairo { cairo_destroy(cairo) }
    cairo = nil
  }

  /// Cairo's context if what is drawn now could be seen.
  var target: OpaquePointer? { state.isDrawable && !state.isHidden ? cairo : nil }

  /// The same for drawing with Cairo, which may leave its traces in all other tiles as well.
  var painter: OpaquePointer? {
    if target != nil, let region { save(.all(of: region.frame)) }
    return target
  }

  /// Keeps what tiles hold that are not drawn for.
  private func save(_ tiles: Region) {
    guard let storage, others != nil else { return }
    cairo_surface_flush(cairo_get_target(cairo))
    others?.save(tiles, of: storage)
  }

  /// The same for drawing with Cairo in a rectangle and no farther around it than `margin`; nil if that cannot be seen.
  ///
  /// What cannot be seen is left out; the pixels of other tiles will be put back in any case.
  func painter(around bounds: @autoclosure () -> Rect?, margin: Double = 0) -> OpaquePointer? {
    guard target != nil, let region else { return painter }
    guard let bounds = bounds().flatMap({ pixels(around: $0, margin: margin) }) else { return painter }
    guard region.intersects(bounds) else { return nil }
    var tiles = Region(of: region.frame)
    tiles.insert(bounds)
    save(tiles)
    return target
  }

  /// Whether what lies in a rectangle can be seen in the tiles drawn for.
  package func canBeSeen(_ bounds: Rect) -> Bool {
    guard let region else { return true }
    return pixels(around: bounds, margin: 0).map { region.intersects($0) } ?? true
  }

  /// The pixels that drawing in a rectangle can touch; nil if that is not known.
  private func pixels(around bounds: Rect, margin: Double) -> Rect? {
    // Two pixels for softened edges and for what a scaled image takes from its neighbours.
    let pixels = state.transform.apply(bounds).inset(by: -2 - margin * state.transform.largestStretch)
    return [pixels.minX, pixels.minY, pixels.maxX, pixels.maxY].allSatisfy(\.isFinite) ? pixels : nil
  }

  /// Whether there are pixels in a rectangle that are wanted.
  func canBeSeen(_ pixels: PixelRect) -> Bool {
    guard !pixels.isEmpty, let region else { return !pixels.isEmpty }
    return region.intersects(
      Rect(x: Double(pixels.left), y: Double(pixels.top), width: Double(pixels.width), height: Double(pixels.height)))
  }

  // MARK: State

  /// Runs a closure and then restores transform and clip to what they were, whatever the closure did.
  public func withState<R>(_ body: () throws -> R) rethrows -> R {
    save()
    let outer = floor
    floor = saved.count
    defer {
      unwind(to: floor)
      floor = outer
      restore()
    }
    return try body()
  }

  /// Remembers transform and clip; `withState(_:)` cannot forget to restore them.
  ///
  /// The corresponding C function is `cairo_save`.
  public func save() {
    guard let cairo else { return }
    saved.append(state)
    cairo_save(cairo)
  }

  /// Goes back to the transform and clip of the last `save()`; without one it does nothing.
  ///
  /// The corresponding C function is `cairo_restore`.
  public func restore() {
    guard let cairo, saved.count > floor, let last = saved.popLast() else { return }
    cairo_restore(cairo)
    state = last
  }

  private func unwind(to count: Int) {
    while cairo != nil, saved.count > count { restore() }
  }

  // MARK: Transform

  /// The transform from the coordinates of calls to pixels.
  public var transform: AffineTransform {
    get { state.transform }
    set {
      state.transform = newValue
      state.isDrawable = newValue.isDrawable
      setCairoTransform(newValue)
    }
  }

  /// Applies a transform to what is drawn from now on, before the transforms that hold already.
  public func concatenate(_ transform: AffineTransform) {
    self.transform = transform.followed(by: state.transform)
  }

  /// Shifts what is drawn from now on.
  public func translate(x: Double, y: Double) { concatenate(.translation(x: x, y: y)) }

  /// Stretches what is drawn from now on, from the origin.
  public func scale(_ factor: Double) { concatenate(.scale(factor)) }

  /// Stretches what is drawn from now on, from the origin, in each direction by its own factor.
  public func scale(x: Double, y: Double) { concatenate(.scale(x: x, y: y)) }

  /// Turns what is drawn from now on about the origin, clockwise as seen.
  public func rotate(_ angle: Angle) { concatenate(.rotation(angle)) }

  /// Gives Cairo a transform, unless it is one that would put Cairo into its error state.
  func setCairoTransform(_ transform: AffineTransform) {
    guard let cairo, transform.isDrawable else { return }
    var matrix = cairo_matrix_t(transform)
    cairo_set_matrix(cairo, &matrix)
  }

  // MARK: Clip

  /// Limits what is drawn from now on to the inside of a path, and to what earlier clips left.
  ///
  /// The corresponding C function is `cairo_clip`.
  public func clip(to path: Path, rule: FillRule = .nonZero) {
    guard let cairo = target else {
      state.isHidden = true
      return
    }
    state.pixelClip = nil
    emit(path.elements, to: cairo)
    cairo_set_fill_rule(cairo, rule.cairo)
    cairo_clip(cairo)
  }

  /// Limits what is drawn from now on to a rectangle, and to what earlier clips left.
  public func clip(to rect: Rect) {
    guard let cairo = target else {
      state.isHidden = true
      return
    }
    let isUpright = state.transform.b == 0 && state.transform.c == 0
    let whole = isUpright && !rect.isEmpty ? PixelRect(state.transform.apply(rect)) : nil
    state.pixelClip = whole.flatMap { state.pixelClip?.intersection($0) }
    emit(rect, to: cairo)
    cairo_clip(cairo)
  }

  // MARK: Groups

  /// Runs a closure and lays what it drew over the picture as one sheet of an opacity from 0 to 1.
  ///
  /// Things that overlap within the group do not shine through one another. Transform and clip are restored
  /// afterwards. The corresponding C functions are `cairo_push_group` and `cairo_paint_with_alpha`.
  public func withGroup<R>(opacity: Double, _ body: () throws -> R) rethrows -> R {
    guard let cairo = painter, opacity > 0 else {
      return try withState {
        state.isHidden = true
        return try body()
      }
    }
    return try withState {
      cairo_push_group(cairo)
      state.pixelClip = nil
      forgetClearness(of: cairo)
      let outer = floor
      floor = saved.count
      defer {
        unwind(to: floor)
        floor = outer
        if self.cairo != nil {
          cairo_pop_group_to_source(cairo)
          cairo_paint_with_alpha(cairo, min(opacity, 1))
        }
      }
      return try body()
    }
  }
}

extension AffineTransform {
  /// Whether Cairo's arithmetic can bear this transform: it can be undone, and its numbers are not astronomic.
  var isDrawable: Bool {
    let largest = max(max(abs(a), abs(b)), max(abs(c), abs(d)))
    let shift = max(abs(tx), abs(ty))
    return isInvertible && largest < 1e9 && shift < 1e12 && abs(determinant) > 1e-18
  }
}

extension cairo_matrix_t {
  init(_ transform: AffineTransform) {
    self.init(
      xx: transform.a, yx: transform.b, xy: transform.c, yy: transform.d, x0: transform.tx, y0: transform.ty)
  }
}

extension FillRule {
  var cairo: cairo_fill_rule_t { self == .nonZero ? CAIRO_FILL_RULE_WINDING : CAIRO_FILL_RULE_EVEN_ODD }
}
