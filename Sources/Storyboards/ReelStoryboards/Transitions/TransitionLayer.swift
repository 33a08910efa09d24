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
  private var sheets: (from: PageSheet, to: PageSheet)?

  init(from: StoryFilm.Page, to: StoryFilm.Page, frame: Rect) {
    self.from = from
    self.to = to
    super.init(frame: frame)
  }

  /// Releases the large pictures of the pages when they are not needed.
  func forgetPictures() { sheets = nil }

  override func draw(in context: GraphicsContext) throws {
    let size = PixelSize(covering: bounds.size)
    let sheets = sheets ?? (PageSheet(from, size: size), PageSheet(to, size: size))
    self.sheets = sheets
    let overlap = from.end - to.start
    let progress = overlap > 0 ? min(max(0, (time - to.start) / overlap), 1) : 1
    let transition = from.transition
    if transition.kind == .fade {
      // Each page is visible for half of the time.
      let picture = try progress < 0.5 ? sheets.from.picture(at: time) : sheets.to.picture(at: time)
      let color = PixelBlend.pixel(transition.color)
      return context.draw(PixelBlend.mixed(picture, color, 1 - abs(2 * progress - 1)), at: bounds.origin)
    }
    let pictures = (from: try sheets.from.picture(at: time), to: try sheets.to.picture(at: time))
    draw(pictures, TimingCurve.easeInOut.value(at: progress), in: context)
  }

  private func draw(_ pictures: (from: Bitmap, to: Bitmap), _ part: Double, in context: GraphicsContext) {
    let transition = from.transition
    switch transition.kind {
    case .cut, .fade: context.draw(pictures.to, at: bounds.origin)
    case .dissolve: context.draw(PixelBlend.mixed(pictures.from, pictures.to, part), at: bounds.origin)
    case .slide:
      drawCovered(pictures.from, part, in: context)
      context.draw(pictures.to, at: bounds.origin + shift(part - 1))
    case .push:
      context.draw(pictures.from, at: bounds.origin + shift(part))
      context.draw(pictures.to, at: bounds.origin + shift(part - 1))
    case .wipe:
      drawCovered(pictures.from, part, in: context)
      context.withState {
        context.clip(to: uncovered(part))
        context.draw(pictures.to, at: bounds.origin)
      }
    case .zoom:
      // Behind a page without a background, the one before it disappears.
      context.withGroup(opacity: to.isCovered ? 1 : 1 - part) {
        context.draw(pictures.from, in: scaled(1 + 0.5 * part))
      }
      context.withGroup(opacity: min(1, 1.5 * part)) { context.draw(pictures.to, in: scaled(0.86 + 0.14 * part)) }
    case .pageCurl:
      let curl = PageCurl(
        size: pictures.from.size, direction: transition.direction, lean: .degrees(transition.angle), progress: part)
      context.draw(curl.apply(to: pictures.from, over: pictures.to), at: bounds.origin)
    case .pageUncurl:
      // The same curl in reverse, so that its cylinder moves in the direction of the transition.
      let curl = PageCurl(
        size: pictures.to.size, direction: transition.direction.opposite, lean: .degrees(transition.angle),
        progress: 1 - part)
      context.draw(curl.apply(to: pictures.to, over: pictures.from), at: bounds.origin)
    }
  }

  /// The offset of a page moved by a fraction of the picture, in whole pixels to keep it sharp.
  private func shift(_ part: Double) -> Vector {
    let way = from.transition.direction.vector
    return Vector(dx: (way.dx * part * bounds.width).rounded(), dy: (way.dy * part * bounds.height).rounded())
  }

  private func scaled(_ factor: Double) -> Rect {
    Rect(center: bounds.center, size: Size(width: bounds.width * factor, height: bounds.height * factor))
  }

  /// Draws what the next page, which may be transparent, does not cover yet.
  private func drawCovered(_ picture: Bitmap, _ part: Double, in context: GraphicsContext) {
    let passed = uncovered(part)
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
  private func uncovered(_ part: Double) -> Rect {
    let shift = shift(part)
    var rect = bounds
    if shift.dx != 0 { rect.size.width = abs(shift.dx) } else if shift.dy != 0 { rect.size.height = abs(shift.dy) }
    if shift.dx == 0, shift.dy == 0 { return .zero }
    if shift.dx < 0 { rect.origin.x = bounds.maxX + shift.dx }
    if shift.dy < 0 { rect.origin.y = bounds.maxY + shift.dy }
    return rect
  }
}
