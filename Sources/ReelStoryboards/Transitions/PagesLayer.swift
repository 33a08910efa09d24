import ReelCanvas
import ReelGeometry
import ReelLayers
import ReelScenes

/// The pages of a film, each there at its time, and on its way to the next.
final class PagesLayer: Layer {
  private var pages: [(page: StoryFilm.Page, layer: PageLayer)] = []
  /// What lies above the pages while they fade.
  private let cover = Layer()
  /// The pages that roll up, by their numbers.
  private var curls: [Int: PageCurlLayer] = [:]

  init(_ pages: [StoryFilm.Page], in layer: SceneLayer) throws {
    super.init(frame: layer.bounds)
    layer.addSublayer(self)
    for page in pages {
      let pageLayer = try PageLayer(page, in: self)
      self.pages.append((page, pageLayer))
    }
    for (index, page) in pages.dropLast().enumerated() where page.transition.kind == .pageCurl {
      let curl = PageCurlLayer(page, frame: bounds)
      insertSublayer(curl, above: self.pages[index + 1].layer)
      curls[index] = curl
    }
    cover.frame = bounds
    addSublayer(cover)
  }

  override func update(at time: Double) {
    var coverColor = Color.clear
    for (index, (page, layer)) in pages.enumerated() {
      let isLast = index == pages.count - 1
      layer.isHidden = time < page.start || !isLast && time >= page.end
      curls[index]?.isHidden = true
      guard !layer.isHidden else { continue }
      var pose = Pose(bounds)
      if index > 0 {
        let before = pages[index - 1].page
        if time < before.end { pose.enter(by: before.transition, progress(from: page.start, to: before.end, time)) }
      }
      if !isLast, time >= pages[index + 1].page.start {
        let progress = progress(from: pages[index + 1].page.start, to: page.end, time)
        pose.leave(by: page.transition, progress)
        if page.transition.kind == .fade {
          coverColor = page.transition.color.with(alpha: page.transition.color.alpha * (1 - abs(2 * progress - 1)))
        }
        if let curl = curls[index] {
          curl.progress = progress
          curl.time = time
          curl.isHidden = false
          pose.isHidden = true
        }
      }
      pose.apply(to: layer)
    }
    cover.backgroundColor = coverColor
  }

  private func progress(from start: Double, to end: Double, _ time: Double) -> Double {
    end > start ? min(max(0, (time - start) / (end - start)), 1) : 1
  }

  /// How a page stands within a transition.
  private struct Pose {
    let whole: Rect
    var bounds: Rect
    var position: Point
    var scale = 1.0
    var opacity = 1.0
    var isHidden = false

    init(_ bounds: Rect) {
      whole = bounds
      self.bounds = bounds
      position = bounds.center
    }

    /// The page comes.
    mutating func enter(by transition: StoryTransition, _ progress: Double) {
      let eased = TimingCurve.easeInOut.value(at: progress)
      switch transition.kind {
      case .cut, .pageCurl: break
      case .fade: isHidden = progress < 0.5
      case .dissolve: opacity = eased
      case .slide, .push: move(transition.direction.vector, by: eased - 1)
      case .wipe: uncover(transition.direction, eased)
      case .zoom:
        opacity = min(1, 1.5 * eased)
        scale = 0.86 + 0.14 * eased
      }
    }

    /// The page goes.
    mutating func leave(by transition: StoryTransition, _ progress: Double) {
      let eased = TimingCurve.easeInOut.value(at: progress)
      switch transition.kind {
      case .cut, .pageCurl, .dissolve, .slide, .wipe: break
      case .fade: isHidden = progress >= 0.5
      case .push: move(transition.direction.vector, by: eased)
      case .zoom: scale = 1 + 0.5 * eased
      }
    }

    private mutating func move(_ direction: Vector, by part: Double) {
      // At whole pixels nothing is drawn softer than it is.
      position.x += (direction.dx * part * whole.width).rounded()
      position.y += (direction.dy * part * whole.height).rounded()
    }

    /// Leaves the part of the page that the edge has passed.
    private mutating func uncover(_ direction: StoryTransition.Direction, _ part: Double) {
      switch direction {
      case .left:
        bounds.origin.x = whole.minX + (whole.width * (1 - part)).rounded()
        bounds.size.width = whole.maxX - bounds.minX
      case .right: bounds.size.width = (whole.width * part).rounded()
      case .up:
        bounds.origin.y = whole.minY + (whole.height * (1 - part)).rounded()
        bounds.size.height = whole.maxY - bounds.minY
      case .down: bounds.size.height = (whole.height * part).rounded()
      }
      position = bounds.center
    }

    func apply(to layer: Layer) {
      layer.bounds = bounds
      layer.position = position
      layer.transform = scale == 1 ? .identity : .scale(scale)
      layer.opacity = opacity
      layer.isHidden = isHidden
    }
  }
}

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
