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
    /// The frame in the container; nil for all of it.
    var frame: UnitRect?
    /// Its motion.
    var motion: StoryMotion?
    /// What captions must not cover, in its frame.
    var subject: UnitRect?

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
    /// The overlays that are shown with its scenes and move with them in transitions; nil for none.
    var overlays: [Overlay]?
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
    /// The parts of the text that look different from the rest; nil for none.
    var runs: [TextRun]?
    /// The place; nil for the bottom of the page.
    var place: StoryCaptions.Place?
    /// The position that its file gives.
    var position: CaptionPosition?
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
    /// The page whose content its points refer to; nil for points of the page.
    var content: Int?
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
  /// The overlays above all pages.
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

  /// Whether a page has no background, so that what is behind the film shows through.
  public var isTransparent: Bool { pages.contains { !$0.isCovered } }

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
    let setting = OverlaySetting(length: end, frameInterval: frameInterval)
    _ = try PagesLayer(pages, setting, in: layer)
    for overlay in overlays {
      let page = overlay.content.flatMap { pages.indices.contains($0) ? pages[$0] : nil }
      try setting.install(overlay, on: page, until: end, above: layer)
    }
    for (caption, setting) in zip(captions, CaptionSetting.settings(of: captions, on: pageOf(layer.bounds))) {
      let words = CaptionLayer(caption, setting, in: layer.bounds)
      words.beginTime = caption.start
      words.duration = caption.end >= end ? .infinity : caption.end - caption.start
      layer.addSublayer(words)
    }
  }
}

extension StoryFilm.Page {
  /// Whether a scene with a background fills the page.
  ///
  /// Motion may move it; what it leaves is black then.
  var isCovered: Bool { parts.contains(where: \.covers) }
}

extension StoryFilm.Part {
  /// Whether it hides what is below it.
  fileprivate var covers: Bool {
    guard frame == nil else { return false }
    return background?.alpha == 1 || scene.map { !$0.scene.isTransparent } ?? false
      || (parts ?? []).contains(where: \.covers)
  }
}

extension StoryFilm.Part {
  /// The rectangles of a page that captions must not cover.
  func subjects(in bounds: Rect) -> [Rect] {
    let area = frame?.placed(in: bounds) ?? bounds
    if let subject { return [subject.placed(in: area)] }
    // A scene is laid out from the corner of its own page.
    let own = (scene?.scene as? any FittedScene)?.subjects(on: pageOf(Rect(origin: .zero, size: area.size))) ?? []
    return own.map { Rect(x: $0.minX + area.minX, y: $0.minY + area.minY, width: $0.width, height: $0.height) }
      + (parts ?? []).flatMap { $0.subjects(in: area) }
  }
}

/// The geometry of a page, whose name `StoryFilm.Page` hides.
private func pageOf(_ bounds: Rect) -> Page { Page(bounds) }
