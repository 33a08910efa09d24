import ReelCanvas
import ReelGeometry
import ReelLayers

/// Two pages during a transition.
///
/// Both are pictures here, so a still page is drawn once, and a frame costs only the blending.
final class TransitionLayer: Layer {
  /// Film time.
  @Animatable var time = 0.0

  private let from: StoryFilm.Page
  private let to: StoryFilm.Page
  private let setting: OverlaySetting
  private var sheets: (from: PageSheet, to: PageSheet)?

  init(from: StoryFilm.Page, to: StoryFilm.Page, _ setting: OverlaySetting, frame: Rect) {
    (self.from, self.to, self.setting) = (from, to, setting)
    super.init(frame: frame)
  }

  /// Releases the large pictures of the pages when they are not needed.
  func forgetPictures() { sheets = nil }

  override func draw(in context: GraphicsContext) throws {
    let size = PixelSize(covering: bounds.size)
    let sheets = sheets ?? (PageSheet(from, setting, size: size), PageSheet(to, setting, size: size))
    self.sheets = sheets
    let overlap = from.end - to.start
    let progress = overlap > 0 ? min(max(0, (time - to.start) / overlap), 1) : 1
    let pages = TransitionPages(from, to, sheets, at: time, in: bounds)
    try (from.transition.custom?.transition ?? from.transition).draw(pages, at: progress, in: context)
  }
}

/// The kinds of transition.
extension StoryTransition: PageTransition {
  /// Draws a moment of the transition.
  public func draw(_ pages: TransitionPages, at progress: Double, in context: GraphicsContext) throws {
    let (bounds, origin) = (pages.bounds, pages.bounds.origin)
    let part = TimingCurve.settle.value(at: progress)
    switch kind {
    case .cut: context.draw(try pages.to, at: origin)
    case .fade: context.draw(try faded(pages, progress, through: color), at: origin)
    case .dissolve: context.draw(try dissolved(pages, try (pages.from, pages.to), progress), at: origin)
    case .slide:
      drawCovered(try pages.from, part, in: bounds, context)
      context.draw(try pages.to, at: origin + shift(part - 1, in: bounds))
    case .push:
      context.draw(try pages.from, at: origin + shift(part, in: bounds))
      context.draw(try pages.to, at: origin + shift(part - 1, in: bounds))
    case .wipe:
      drawCovered(try pages.from, part, in: bounds, context)
      let next = try pages.to
      context.withState {
        context.clip(to: uncovered(part, in: bounds))
        context.draw(next, at: origin)
      }
    case .zoom:
      // Both are continued at their edges, so that no frame is seen around the smaller one.
      let from = PixelBlend.scaled(try pages.from, by: 1 + 0.06 * part)
      let to = PixelBlend.scaled(try pages.to, by: 0.94 + 0.06 * part)
      context.draw(try dissolved(pages, (from, to), progress), at: origin)
    case .pageCurl, .pageUncurl: context.draw(try curled(pages, TimingCurve.easeInOut.value(at: progress)), at: origin)
    }
  }

  /// Fades to a colour and from it; nil for the background of each page.
  private func faded(
    _ pages: TransitionPages, _ progress: Double, through color: Color?, _ pictures: (from: Bitmap, to: Bitmap)? = nil
  ) throws -> Bitmap {
    // Each page is visible for half of the time.
    let picture = try progress < 0.5 ? pictures?.from ?? pages.from : pictures?.to ?? pages.to
    let grounds = (TransitionPages.ground(of: pages.leaving), TransitionPages.ground(of: pages.coming))
    let middle = color ?? grounds.0.interpolated(to: grounds.1, fraction: progress)
    return PixelBlend.mixed(picture, PixelBlend.pixel(middle), 1 - abs(2 * progress - 1))
  }

  /// Fades from one page to the other; from text to text through the background, as two texts above each other are mud.
  private func dissolved(
    _ pages: TransitionPages, _ pictures: (from: Bitmap, to: Bitmap), _ progress: Double
  ) throws -> Bitmap {
    if pages.leaving.hasText, pages.coming.hasText, pages.leaving.isCovered, pages.coming.isCovered {
      return try faded(pages, progress, through: nil, pictures)
    }
    return PixelBlend.mixed(pictures.from, pictures.to, TimingCurve.easeInOut.value(at: progress))
  }

  private func curled(_ pages: TransitionPages, _ part: Double) throws -> Bitmap {
    // An uncurl is the same in reverse, so that its cylinder moves in the direction of the transition.
    let isCurl = kind == .pageCurl
    let (upper, lower) = try isCurl ? (pages.from, pages.to) : (pages.to, pages.from)
    return PageCurl(
      size: upper.size, direction: isCurl ? direction : direction.opposite, lean: .degrees(angle),
      progress: isCurl ? part : 1 - part
    ).apply(to: upper, over: lower)
  }

  /// The offset of a page moved by a fraction of the picture, in whole pixels to keep it sharp.
  private func shift(_ part: Double, in bounds: Rect) -> Vector {
    let way = direction.vector
    return Vector(dx: (way.dx * part * bounds.width).rounded(), dy: (way.dy * part * bounds.height).rounded())
  }

  /// Draws what the next page, which may be transparent, does not cover yet.
  private func drawCovered(_ picture: Bitmap, _ part: Double, in bounds: Rect, _ context: GraphicsContext) {
    let passed = uncovered(part, in: bounds)
    var rest = bounds
    if passed.width < bounds.width, passed.width > 0 {
      rest.size.width = bounds.width - passed.width
      if passed.minX == bounds.minX { rest.origin.x = passed.maxX }
    } else if passed.height < bounds.height, passed.height > 0 {
      rest.size.height = bounds.height - passed.height
      if passed.minY == bounds.minY { rest.origin.y = passed.maxY }
    } else if passed == bounds {
      return
    }
    context.withState {
      context.clip(to: rest)
      context.draw(picture, at: bounds.origin)
    }
  }

  /// The part of the picture that a moving edge has passed.
  private func uncovered(_ part: Double, in bounds: Rect) -> Rect {
    let shift = shift(part, in: bounds)
    var rect = bounds
    if shift.dx != 0 { rect.size.width = abs(shift.dx) } else if shift.dy != 0 { rect.size.height = abs(shift.dy) }
    if shift.dx == 0, shift.dy == 0 { return .zero }
    if shift.dx < 0 { rect.origin.x = bounds.maxX + shift.dx }
    if shift.dy < 0 { rect.origin.y = bounds.maxY + shift.dy }
    return rect
  }
}
