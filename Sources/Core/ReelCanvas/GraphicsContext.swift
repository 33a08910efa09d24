import CReelCairo
import ReelGeometry

/// Draws into a bitmap; `Bitmap.draw(clippedTo:_:)` creates it.
///
/// x grows to the right and y downwards. Everything drawn is transformed, clipped and composited over the picture. After its closure, a
/// context does nothing. Coordinates that are not finite, and singular transforms, draw nothing and do not affect later drawing.
public final class GraphicsContext {
  /// The state that `save()` stores in addition to Cairo's.
  struct State {
    var transform = AffineTransform.identity
    /// Whether Cairo supports the transform.
    var isDrawable = true
    /// Whether a clip under a singular transform, or a group with zero opacity, hides everything.
    var isHidden = false
    /// The clip, if it is a rectangle of whole pixels and drawing goes straight to the bitmap.
    var pixelClip: PixelRect?
  }

  /// Cairo's context; nil after the closure.
  private(set) var cairo: OpaquePointer?
  /// The bitmap's memory; nil if the surface has none.
  let storage: BitmapStorage?
  /// The tiles to draw; nil for all.
  let region: Region?
  /// The tiles as rectangles.
  let tiles: [PixelRect]
  /// The rectangle around these rectangles.
  let wanted: PixelRect
  /// The saved pixels of other tiles that Cairo may change; nil if all tiles are drawn.
  let others: SavedPixels?
  private(set) var state = State()
  private var saved: [State] = []
  /// The number of saved states that belong to an enclosing group or `withState` and that `restore()` must not touch.
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
    others = storage.flatMap { _ in region.flatMap { $0.isAll ? nil : SavedPixels(outside: $0) } }
    guard let created = cairo_create(surface.pointer) else { throw CairoError(CAIRO_STATUS_NO_MEMORY, "draw") }
    cairo = created
    let status = cairo_status(created)
    if status != CAIRO_STATUS_SUCCESS {
      end()
      throw CairoError(status, "draw")
    }
  }

  deinit { end() }

  /// Cairo's first failure, after which it ignores all calls.
  var status: cairo_status_t { cairo.map(cairo_status) ?? CAIRO_STATUS_SUCCESS }

  /// Releases Cairo's context; later calls do nothing.
  func end() {
    if let cairo { cairo_destroy(cairo) }
    cairo = nil
  }

  /// Cairo's context, if drawing could be visible.
  var target: OpaquePointer? { state.isDrawable && !state.isHidden ? cairo : nil }

  /// The context for drawing with Cairo, which may touch all other tiles as well.
  var painter: OpaquePointer? {
    if target != nil, let region { save(.all(of: region.frame)) }
    return target
  }

  /// Saves the tiles outside the region to draw.
  private func save(_ tiles: Region) {
    guard let storage, others != nil else { return }
    cairo_surface_flush(cairo_get_target(cairo))
    others?.save(tiles, of: storage)
  }

  /// The context for drawing with Cairo within `margin` of a rectangle; nil if that is invisible.
  ///
  /// Invisible drawing is skipped; the pixels of other tiles are restored in any case.
  func painter(around bounds: @autoclosure () -> Rect?, margin: Double = 0) -> OpaquePointer? {
    guard target != nil, let region else { return painter }
    guard let bounds = bounds().flatMap({ pixels(around: $0, margin: margin) }) else { return painter }
    guard region.intersects(bounds) else { return nil }
    var tiles = Region(of: region.frame)
    tiles.insert(bounds)
    save(tiles)
    return target
  }

  /// Whether a rectangle touches the tiles to draw.
  package func canBeSeen(_ bounds: Rect) -> Bool {
    guard let region else { return true }
    return pixels(around: bounds, margin: 0).map { region.intersects($0) } ?? true
  }

  /// The pixels that drawing in a rectangle can touch; nil if unknown.
  private func pixels(around bounds: Rect, margin: Double) -> Rect? {
    // Two pixels for antialiased edges and the filter of a scaled image.
    let pixels = state.transform.apply(bounds).inset(by: -2 - margin * state.transform.largestStretch)
    return [pixels.minX, pixels.minY, pixels.maxX, pixels.maxY].allSatisfy(\.isFinite) ? pixels : nil
  }

  /// Whether a rectangle touches the requested pixels.
  func canBeSeen(_ pixels: PixelRect) -> Bool {
    guard !pixels.isEmpty, let region else { return !pixels.isEmpty }
    return region.intersects(
      Rect(x: Double(pixels.left), y: Double(pixels.top), width: Double(pixels.width), height: Double(pixels.height)))
  }

  // MARK: State

  /// Runs a closure, then restores the transform and clip, whatever the closure did.
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

  /// Saves the transform and clip; prefer `withState(_:)`, which always restores them.
  ///
  /// The corresponding C function is `cairo_save`.
  public func save() {
    guard let cairo else { return }
    saved.append(state)
    cairo_save(cairo)
  }

  /// Restores the transform and clip of the last `save()`; without one, does nothing.
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

  /// The transform from drawing coordinates to pixels.
  public var transform: AffineTransform {
    get { state.transform }
    set {
      state.transform = newValue
      state.isDrawable = newValue.isDrawable
      setCairoTransform(newValue)
    }
  }

  /// Applies a transform to subsequent drawing, before the current transform.
  public func concatenate(_ transform: AffineTransform) {
    self.transform = transform.followed(by: state.transform)
  }

  /// Translates subsequent drawing.
  public func translate(x: Double, y: Double) { concatenate(.translation(x: x, y: y)) }

  /// Scales subsequent drawing about the origin.
  public func scale(_ factor: Double) { concatenate(.scale(factor)) }

  /// Scales subsequent drawing about the origin, with a separate factor for each direction.
  public func scale(x: Double, y: Double) { concatenate(.scale(x: x, y: y)) }

  /// Rotates subsequent drawing about the origin, clockwise on screen.
  public func rotate(_ angle: Angle) { concatenate(.rotation(angle)) }

  /// Sets Cairo's transform, unless it would put Cairo into its error state.
  func setCairoTransform(_ transform: AffineTransform) {
    guard let cairo, transform.isDrawable else { return }
    var matrix = cairo_matrix_t(transform)
    cairo_set_matrix(cairo, &matrix)
  }

  // MARK: Clip

  /// Clips subsequent drawing to the inside of a path, within earlier clips.
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

  /// Clips subsequent drawing to a rectangle, within earlier clips.
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

  /// Runs a closure and composites its drawing as one group with an opacity from 0 to 1.
  ///
  /// Shapes that overlap within the group do not show through each other. The transform and clip are restored afterwards. The
  /// corresponding C functions are `cairo_push_group` and `cairo_paint_with_alpha`.
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
      treatAsDrawn(of: cairo)
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
  /// Whether Cairo's arithmetic supports this transform: it is invertible, and its numbers are not astronomical.
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
