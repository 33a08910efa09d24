import ReelCanvas
import ReelDescriptions
import ReelFilms
import ReelGeometry
import ReelLayers
import ReelScenes

/// A storyboard of which every time is known: a scene that draws any frame without those before it.
public struct StoryFilm: Sendable {
  /// A scene on its page.
  struct Part: Codable, Sendable {
    var scene: SceneSequence.Entry
    /// When it begins, in seconds of the film.
    var start: Double
    /// When it ends.
    var end: Double
    var background: Color?
  }

  /// What is to be seen at a time, but for transitions.
  struct Page: Codable, Sendable {
    /// When it begins, in seconds of the film.
    var start: Double
    /// When it ends.
    var end: Double
    /// Its scenes, the lowest first.
    var parts: [Part]
    /// How it leads into the next page.
    var transition: StoryTransition
  }

  /// Words below.
  struct Caption: Codable, Hashable, Sendable {
    var text: String
    var start: Double
    var end: Double
  }

  /// What stands above.
  struct Overlay: Codable, Hashable, Sendable {
    var look: StoryOverlay.Look
    var start: Double
    var end: Double
  }

  /// A name for what begins at a time.
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

  /// The length, in seconds.
  public var end: Double { pages.last?.end ?? 0 }
}

extension StoryFilm: DescribedScene {
  /// `storyboard`.
  public static let kind = "storyboard"
  /// Without pages there is no film.
  public static let requiredOptions: Set<String> = ["pages"]

  /// What is shown when.
  public static let options: [DescriptionOption<Self>] = [
    list("pages", "The scenes, with the times at which they begin and end.", \.pages),
    list("captions", "The words below.", \.captions),
    list("overlays", "What stands above.", \.overlays),
    list("chapters", "Names of times.", \.chapters),
  ]

  private static func list<Element: Codable & Sendable>(
    _ name: String, _ help: String, _ path: any WritableKeyPath<Self, [Element]> & Sendable
  ) -> DescriptionOption<Self> {
    DescriptionOption(
      name, "list", help: help,
      read: { _, _ in throw DescriptionError("\(name) has to be a list") }, write: { _ in nil },
      decode: { $0[keyPath: path] = $1 },
      encode: { $0[keyPath: path].isEmpty && name != "pages" ? nil : $0[keyPath: path] })
  }

  /// The length of all pages.
  public var intrinsicDuration: Double? { end }

  /// A page alone that always moves makes a film that does.
  public var mayHoldStill: Bool {
    pages.count != 1 || pages[0].parts.count != 1 || pages[0].parts[0].scene.scene.mayHoldStill
  }

  /// Installs the pages, what stands above them, and the words below.
  public func install(on layer: SceneLayer) throws {
    _ = try PagesLayer(pages, in: layer)
    for overlay in overlays {
      let above = overlay.look.layer(in: layer.bounds, over: end, frameInterval: layer.frameInterval)
      above.beginTime = overlay.start
      // Its time is the film's: what it tells is.
      above.timeOffset = overlay.start
      above.duration = overlay.end >= end ? .infinity : overlay.end - overlay.start
      layer.addSublayer(above)
    }
    for caption in captions {
      let words = CaptionLayer(caption.text, in: layer.bounds)
      words.beginTime = caption.start
      words.duration = caption.end >= end ? .infinity : caption.end - caption.start
      layer.addSublayer(words)
    }
  }
}
