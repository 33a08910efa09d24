import ReelCanvas
import ReelGeometry
import ReelLayers
import ReelScenes

/// A page with its scenes and their overlays, in film time.
final class PageLayer: Layer {
  /// Installs the scenes of a page above a layer's other sublayers.
  init(_ page: StoryFilm.Page, _ setting: OverlaySetting, in layer: Layer) throws {
    super.init(frame: Rect(origin: .zero, size: layer.bounds.size))
    masksToBounds = true
    layer.addSublayer(self)
    let room = page.strip.map { addStrip($0, page) } ?? self
    for part in page.parts { try add(part, to: room, in: page) }
    for overlay in page.overlays ?? [] {
      try setting.install(overlay, on: overlay.content == nil ? nil : page, until: page.end, above: self)
    }
  }

  /// Adds the strip for captions, and returns the area left for scenes.
  private func addStrip(_ strip: StoryFilm.Strip, _ page: StoryFilm.Page) -> Layer {
    backgroundColor = strip.color
    let room = RoomLayer(frame: Self.room(of: page, in: bounds), of: bounds)
    addSublayer(room)
    return room
  }

  /// The area of a page's scenes.
  static func room(of page: StoryFilm.Page, in bounds: Rect) -> Rect {
    guard let strip = page.strip else { return bounds }
    let height = min((strip.height * Page(bounds).point).rounded(), bounds.height - 1)
    return Rect(x: 0, y: strip.isAbove ? height : 0, width: bounds.width, height: bounds.height - height)
  }

  /// Installs a part on a layer in film time.
  private func add(_ part: StoryFilm.Part, to layer: Layer, in page: StoryFilm.Page) throws {
    var holder = layer
    if part.frame != nil || part.motion != nil {
      holder = MotionLayer(part.motion, frame: Self.frame(of: part, in: layer.bounds), point: Page(bounds).point)
      stand(holder, part, in: page)
      // Its content uses film time, too.
      holder.timeOffset = holder.beginTime
      layer.addSublayer(holder)
    }
    if let background = part.background {
      let ground = Layer(frame: Rect(origin: .zero, size: holder.bounds.size))
      ground.backgroundColor = background
      stand(ground, part, in: page)
      holder.addSublayer(ground)
    }
    if let scene = part.scene?.scene {
      let rect = Rect(origin: .zero, size: holder.bounds.size)
      let length = part.scene?.seconds ?? part.end - part.start
      stand(try holder.addScene(scene, in: rect, at: part.start, for: length), part, in: page)
    }
    for inner in part.parts ?? [] { try add(inner, to: holder, in: page) }
  }

  /// The frame of a part.
  ///
  /// Cells are aligned to whole pixels, so that their content stays sharp.
  static func frame(of part: StoryFilm.Part, in bounds: Rect) -> Rect {
    guard let frame = part.frame?.placed(in: bounds) else { return bounds }
    let (left, top) = (frame.minX.rounded(), frame.minY.rounded())
    return Rect(
      x: left, y: top, width: max(1, frame.maxX.rounded() - left), height: max(1, frame.maxY.rounded() - top))
  }

  /// Sets the time of a layer.
  ///
  /// A part that ends with its page stays, so that the last frame is complete.
  private func stand(_ layer: Layer, _ part: StoryFilm.Part, in page: StoryFilm.Page) {
    layer.beginTime = part.start
    layer.duration = part.end >= page.end ? .infinity : part.end - part.start
  }
}

/// The picture of a page at any time, drawn on a separate stage so that unchanged content is not redrawn while it
/// moves.
final class PageSheet {
  private let page: StoryFilm.Page
  private let setting: OverlaySetting
  private let size: PixelSize
  private var stage: Stage?
  private var bitmap: Bitmap

  init(_ page: StoryFilm.Page, _ setting: OverlaySetting, size: PixelSize) {
    (self.page, self.setting, self.size) = (page, setting, size)
    bitmap = Bitmap(size: size)
  }

  /// Returns the picture at a film time.
  func picture(at time: Double) throws -> Bitmap {
    // Time goes back only if a film is drawn out of order.
    if let stage, stage.time <= time {
      _ = try stage.render(at: time, into: &bitmap)
      return bitmap
    }
    let stage = Stage(size: size)
    _ = try PageLayer(page, setting, in: stage.root)
    self.stage = stage
    bitmap = Bitmap(size: size)
    _ = try stage.render(at: time, into: &bitmap)
    return bitmap
  }
}
