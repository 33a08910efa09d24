import ReelCanvas
import ReelGeometry
import ReelLayers
import ReelScenes

/// A page that rolls up on a cylinder and uncovers what lies below.
final class PageCurlLayer: Layer {
  /// The part of the way that is done.
  @Animatable var progress = 0.0
  /// The time of the film that the page shows.
  @Animatable var time = 0.0

  private let page: StoryFilm.Page
  /// The page on a stage of its own, whose picture is rolled up.
  private var sheet: Stage?
  private var picture: Bitmap

  init(_ page: StoryFilm.Page, frame: Rect) {
    self.page = page
    picture = Bitmap(size: PixelSize(covering: frame.size))
    super.init(frame: frame)
  }

  override func draw(in context: GraphicsContext) throws {
    _ = try sheet(before: time).render(at: time, into: &picture)
    let curl = PageCurl(
      size: picture.size, direction: page.transition.direction, lean: .degrees(page.transition.angle),
      progress: TimingCurve.easeInOut.value(at: progress))
    context.draw(curl.apply(to: picture), at: bounds.origin)
  }

  /// The stage, set up again where time has gone back.
  private func sheet(before time: Double) throws -> Stage {
    if let sheet, sheet.time <= time { return sheet }
    let stage = Stage(size: picture.size)
    _ = try PageLayer(page, in: stage.root)
    sheet = stage
    picture = Bitmap(size: picture.size)
    return stage
  }
}
