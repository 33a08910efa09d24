import ReelGeometry
import ReelLayers
import ReelScenes

/// A scene whose content has a place on its page, which may move, such as a picture or a terminal that zooms.
protocol ContentScene: Scene {
  /// Returns the rectangle of the content as a function of the time, in seconds of the scene.
  ///
  /// - Parameters:
  ///   - length: The length of the scene, in seconds.
  ///   - page: The scene's page.
  func contentFrame(of length: Double, on page: Page) -> (Double) -> Rect
}

/// Where the content of a scene is on a page of a film.
struct ContentPlace {
  private let content: (Double) -> Rect
  /// The area of the scene.
  private let area: Rect
  private let (start, length): (Double, Double)

  /// Finds the first content of a page; nil if there is none.
  init?(in film: StoryFilm.Page, on bounds: Rect) {
    self.init(film.parts, PageLayer.room(of: film, in: bounds), pageOf: bounds)
  }

  private init?(_ parts: [StoryFilm.Part], _ room: Rect, pageOf bounds: Rect) {
    for part in parts {
      let own = PageLayer.frame(of: part, in: Rect(origin: .zero, size: room.size))
      let area = Rect(origin: Point(x: room.minX + own.minX, y: room.minY + own.minY), size: own.size)
      if let entry = part.scene, let scene = entry.scene as? any ContentScene {
        (self.area, start, length) = (area, part.start, entry.seconds ?? part.end - part.start)
        content = scene.contentFrame(
          of: length, on: Page(Rect(origin: .zero, size: area.size), in: area.size == room.size ? bounds : area))
        return
      }
      if let inner = ContentPlace(part.parts ?? [], area, pageOf: bounds) {
        self = inner
        return
      }
    }
    return nil
  }

  /// The rectangle of the content at a time of the film.
  func frame(at time: Double) -> Rect {
    let frame = content(min(max(0, time - start), length))
    return Rect(origin: Point(x: area.minX + frame.minX, y: area.minY + frame.minY), size: frame.size)
  }
}

/// The points of an overlay on a page: in points, or as fractions of a scene's content.
struct OverlayPlace {
  let content: ContentPlace?
  let point: Double

  /// The place of a point at a time of the film.
  func callAsFunction(_ place: Point, at time: Double) -> Point {
    guard let frame = content?.frame(at: time) else { return Point(x: place.x * point, y: place.y * point) }
    return Point(x: frame.minX + place.x * frame.width, y: frame.minY + place.y * frame.height)
  }
}

/// A frame around a part of the page, or an arrow to it.
final class MarkLayer: Layer {
  private let look: StoryOverlay.Look
  private let place: OverlayPlace
  private let size: Double
  private let shape = ShapeLayer(Path())

  init(_ look: StoryOverlay.Look, _ place: OverlayPlace, frame: Rect) {
    (self.look, self.place) = (look, place)
    size = look.size * place.point
    super.init(frame: frame)
    shape.frame = bounds
    if look.kind == .arrow {
      shape.fillColor = look.color
    } else {
      (shape.strokeColor, shape.lineWidth) = (look.color, size)
    }
    addSublayer(shape)
    update(at: 0)
  }

  override func update(at time: Double) {
    let (first, last) = (place(look.start, at: time), place(look.end, at: time))
    shape.path = look.kind == .arrow ? arrow(from: first, to: last) : box(first, last)
  }

  private func box(_ first: Point, _ last: Point) -> Path {
    let rect = Rect(x: first.x, y: first.y, width: last.x - first.x, height: last.y - first.y)
    // The line is around the part, not on it.
    return Path(roundedRect: rect.inset(by: -size), radius: 2 * size)
  }

  private func arrow(from tail: Point, to tip: Point) -> Path {
    let way = tip - tail
    guard way.length > 0 else { return Path() }
    let along = way * (1 / way.length)
    let across = Vector(dx: -along.dy, dy: along.dx)
    let neck = tip - along * min(4 * size, way.length)
    return Path(
      points: [
        tail + across * (0.3 * size), neck + across * (0.5 * size), neck + across * (1.8 * size), tip,
        neck - across * (1.8 * size), neck - across * (0.5 * size), tail - across * (0.3 * size),
      ], closed: true)
  }
}
