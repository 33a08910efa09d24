import ReelCanvas
import ReelGeometry
import ReelLayers
import ReelScenes

/// A page with its scenes, in the time of the film.
final class PageLayer: Layer {
  /// Installs the scenes of a page above all that lies on a layer.
  init(_ page: StoryFilm.Page, in layer: Layer) throws {
    super.init(frame: Rect(origin: .zero, size: layer.bounds.size))
    masksToBounds = true
    layer.addSublayer(self)
    for part in page.parts {
      if let background = part.background {
        let ground = Layer(frame: bounds)
        ground.backgroundColor = background
        stand(ground, part, in: page)
        addSublayer(ground)
      }
      stand(try addScene(part.scene.scene, at: part.start, for: part.end - part.start), part, in: page)
    }
  }

  /// What lasts as long as its page goes with it: frames are whole, and the last one stays.
  private func stand(_ layer: Layer, _ part: StoryFilm.Part, in page: StoryFilm.Page) {
    layer.beginTime = part.start
    layer.duration = part.end >= page.end ? .infinity : part.end - part.start
  }
}

/// The picture of a page at any time, drawn on a stage of its own: what does not change there is not drawn again, however the picture moves.
final class PageSheet {
  private let page: StoryFilm.Page
  private let size: PixelSize
  private var stage: Stage?
  private var bitmap: Bitmap

  init(_ page: StoryFilm.Page, size: PixelSize) {
    self.page = page
    self.size = size
    bitmap = Bitmap(size: size)
  }

  /// Returns the picture at a time of the film.
  func picture(at time: Double) throws -> Bitmap {
    // Time goes back only where a film is drawn out of order.
    if let stage, stage.time <= time {
      _ = try stage.render(at: time, into: &bitmap)
      return bitmap
    }
    let stage = Stage(size: size)
    _ = try PageLayer(page, in: stage.root)
    self.stage = stage
    bitmap = Bitmap(size: size)
    _ = try stage.render(at: time, into: &bitmap)
    return bitmap
  }
}
