import ReelCanvas
import ReelDescriptions
import ReelFilms
import ReelGeometry
import ReelLayers
import ReelScenes
import ReelTiming

/// A storyboard with all times resolved: a scene that can draw any frame without the frames before it.
public struct StoryFilm: Sendable {
  /// A scene on its page, or several scenes that share an area.
  struct Part: Codable, Sendable {
    /// The scene; nil for several.
    var scene: SceneSequence.Entry?
    /// The scenes, bottom first.
    var parts: [Part]?
    /// The start, in seconds of film time.
    var start: Double
    /// The end.
    var end: Double
    var background: Color?
    /// The frame as fractions of the container's width and height: left, top, width, height; nil for all of it.
    var frame: [Double]?
    /// Its motion.
    var motion: StoryMotion?

    init(_ scene: SceneSequence.Entry?, start: Double, end: Double) {
      (self.scene, self.start, self.end) = (scene, start, end)
    }
  }

  /// A page of the film, apart from transitions.
  struct Page: Codable, Sendable {
    /// Its start, in seconds of film time.
    var start: Double
    /// Its end.
    var end: Double
    /// Its scenes, bottom first.
    var parts: [Part]
    /// The transition to the next page.
    var transition: StoryTransition
    /// The strip for its captions; nil if they are shown over its scenes.
    var strip: Strip?
  }

  /// A strip of a page that is reserved for captions.
  struct Strip: Codable, Hashable, Sendable {
    /// Whether it is at the top of the page.
    var isAbove: Bool
    /// Its height, in points.
    var height: Double
    var color: Color
  }

  /// A caption.
  struct Caption: Codable, Hashable, Sendable {
    var text: String
    var start: Double
    var end: Double
    /// The place; nil for the bottom of the page.
    var place: StoryCaptions.Place?
    /// The style; nil for light text on a dark plate.
    var style: StoryTextStyle?
    /// Whether its language is written from right to left.
    var isRightToLeft: Bool?
  }

  /// An overlay.
  struct Overlay: Codable, Sendable {
    var look: StoryOverlay.Look
    var start: Double
    var end: Double
    var motion: StoryMotion?
    /// The scene it shows, if it is one.
    var scene: SceneSequence.Entry?
  }

  /// A chapter.
  struct Chapter: Codable, Hashable, Sendable {
    var title: String
    var start: Double
  }

  /// Creates a film without pages.
  public init() {}

  var pages: [Page] = []
  var captions: [Caption] = []
  var overlays: [Overlay] = []
  var chapters: [Chapter] = []
  /// The stretch of it that is shown; nil for all.
  var clip: TimeSpan?

  /// The length, in seconds.
  public var end: Double { pages.last?.end ?? 0 }
  /// The length of what is shown of it, in seconds.
  public var length: Double { clip?.length ?? end }
}

extension StoryFilm: DescribedScene {
  /// `storyboard`.
  public static let kind = "storyboard"
  /// A film needs pages.
  public static let requiredOptions: Set<String> = ["pages"]

  /// The options for pages, captions, overlays, chapters and the stretch.
  public static let options: [DescriptionOption<Self>] = [
    list("pages", "The scenes, with the times at which they begin and end.", \.pages),
    list("captions", "The captions.", \.captions),
    list("overlays", "The overlays.", \.overlays),
    list("chapters", "The chapters.", \.chapters),
    DescriptionOption(
      "clip", "table", help: "The stretch to show.",
      read: { _, _ in throw DescriptionError("clip must be a table of start and end") }, write: { _ in nil },
      decode: { $0.clip = $1 }, encode: { $0.clip }),
  ]

  private static func list<Element: Codable & Sendable>(
    _ name: String, _ help: String, _ path: any WritableKeyPath<Self, [Element]> & Sendable
  ) -> DescriptionOption<Self> {
    DescriptionOption(
      name, "list", help: help,
      read: { _, _ in throw DescriptionError("\(name) must be a list") }, write: { _ in nil },
      decode: { $0[keyPath: path] = $1 },
      encode: { $0[keyPath: path].isEmpty && name != "pages" ? nil : $0[keyPath: path] })
  }

  /// The length of all pages, or of the stretch to show.
  public var intrinsicDuration: Double? { length }

  /// False only for a single scene that is always moving.
  public var mayHoldStill: Bool {
    guard pages.count == 1, pages[0].parts.count == 1, let scene = pages[0].parts[0].scene else { return true }
    return scene.scene.mayHoldStill
  }

  /// Installs the pages, overlays and captions.
  public func install(on layer: SceneLayer) throws {
    guard let clip else { return try install(above: layer, frameInterval: layer.frameInterval) }
    let film = Layer(frame: layer.bounds)
    film.timeOffset = clip.start
    layer.addSublayer(film)
    try install(above: film, frameInterval: layer.frameInterval)
  }

  /// Installs everything on a layer in film time.
  private func install(above layer: Layer, frameInterval: Double) throws {
    _ = try PagesLayer(pages, in: layer)
    for overlay in overlays {
      let above = overlay.look.layer(in: layer.bounds, over: end, frameInterval: frameInterval)
      let holder = overlay.motion.map { motion in
        MotionLayer(
          motion, frame: above.frame, anchor: overlay.look.anchor, point: pointLength(in: layer.bounds))
      }
      if let holder {
        holder.masksToBounds = overlay.motion?.keyframes.contains { $0.crop != nil } ?? false
        above.frame = holder.bounds
        holder.addSublayer(above)
      }
      let top = holder ?? above
      top.beginTime = overlay.start
      // Its time is film time, which it may show.
      top.timeOffset = overlay.start
      top.duration = overlay.end >= end ? .infinity : overlay.end - overlay.start
      layer.addSublayer(top)
      if let scene = overlay.scene {
        let rect = Rect(origin: .zero, size: above.bounds.size)
        let shown = try above.addScene(scene.scene, in: rect, at: overlay.start, for: scene.seconds)
        // When the scene is over, its last picture stays.
        shown.duration = .infinity
      }
    }
    for caption in captions {
      let words = CaptionLayer(caption, in: layer.bounds)
      words.beginTime = caption.start
      words.duration = caption.end >= end ? .infinity : caption.end - caption.start
      layer.addSublayer(words)
    }
  }
}

/// The length of a point.
///
/// A function outside `StoryFilm`, whose own `Page` hides the geometry of pages.
private func pointLength(in bounds: Rect) -> Double { Page(bounds).point }
