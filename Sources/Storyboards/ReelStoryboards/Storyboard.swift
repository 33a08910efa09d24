import ReelCanvas
import ReelDescriptions
import ReelFilms
import ReelGeometry
import ReelImages
import ReelScenes
import ReelTiming

/// A film as an author writes it: scenes, transitions, captions and overlays.
///
/// A storyboard is read from YAML by `init(yaml:file:)`, or made in Swift:
///
///     let storyboard = Storyboard {
///       TitleScene("Letters").lasting(2.5).leading(by: StoryTransition(.dissolve))
///       SnowflakeFilm(levels: 0...4, duration: 8).captioned("It grows")
///     }
///     let film = try storyboard.description()
public struct Storyboard: Sendable {
  /// The size and rate of the frames; the length follows from the scenes.
  public var film: FilmSettings
  /// How a movie of the film is encoded.
  public var output = EncodingSettings()
  /// How an animated picture of the film is encoded.
  public var animation = AnimationSettings()
  /// The scenes in order.
  public var items: [StoryItem]
  /// The overlays above all scenes, bottom first.
  public var overlays: [StoryOverlay]
  /// The paths of all files named in the text, with links resolved: pictures, tables, included storyboards; empty for one made in Swift.
  public internal(set) var files: [String] = []
  /// The film's sounds, besides those of scenes.
  public var sounds: [StorySound] = []
  /// The settings for captions.
  public var captions = StoryCaptions()
  /// The outputs that the storyboard lists; empty for none.
  public var outputs: [ListedOutput] = []

  /// Creates a storyboard of 1280×720 pixels and 30 frames a second.
  ///
  /// - Parameters:
  ///   - items: The scenes in order.
  ///   - overlays: The overlays above all of them.
  public init(_ items: [StoryItem], overlays: [StoryOverlay] = []) {
    self.items = items
    self.overlays = overlays
    film = FilmSettings()
    film.frameRate = 30
  }

  /// Returns the film as a description that can be recorded.
  ///
  /// - Parameter stretch: The part to show; the whole film by default.
  /// - Throws: `StoryboardError` with all impossible times.
  public func description(of stretch: StoryStretch = StoryStretch()) throws(StoryboardError) -> FilmDescription {
    try noted(of: stretch).film
  }

  /// Returns the film with notes on what it does not show, each with its line: `story.yaml:6: …`.
  ///
  /// - Throws: `StoryboardError` with all impossible times.
  package func noted(of stretch: StoryStretch) throws(StoryboardError) -> (film: FilmDescription, notes: [String]) {
    var settings = film
    let resolver = StoryResolver(self)
    let (story, tracks) = try resolver.film(stretch)
    settings.length = .frames(max(1, settings.frameRate.frameCount(seconds: story.length)))
    var film = FilmDescription(story, film: settings, output: output)
    film.animation = animation
    film.tracks = story.clip.map(tracks.clipped) ?? tracks
    return (film, resolver.problems.notes)
  }
}

/// A scene of a storyboard, or several that run concurrently, with caption, timing and transition.
public struct StoryItem: Sendable {
  /// The content: a scene, or a group.
  enum Content: Sendable {
    case scene(any DescribedScene)
    case group(StoryLayout, [StoryItem])
  }

  var content: Content
  /// The name that times refer to.
  public var id: String?
  /// How long it is shown; nil for its own duration.
  public var seconds: Double?
  /// Its start among concurrent scenes; a number counts from their common start.
  public var from: StoryTime?
  /// Its end; a number counts from the start of its container.
  public var until: StoryTime?
  /// The captions; those without times share the scene's time in order.
  public var captions: [StoryCaption] = []
  /// What captions must not cover, as fractions of the scene's page; nil for its texts alone.
  public var subject: Rect?
  /// The style of its captions; nil for the film's.
  public var captionStyle: StoryTextStyle?
  /// The background; nil for its own.
  public var background: Color?
  /// The keyframes in order of time.
  public var motion: [StoryKeyframe] = []
  /// The transition to the next scene.
  public var transition = StoryTransition(.cut)
  /// The sounds heard while it is shown.
  public var sounds: [StorySound] = []
  /// Whether it lasts as long as its sounds.
  public var lastsAsSound = false
  /// The overlays while it is shown, below those of the film.
  public var overlays: [StoryOverlay] = []
  /// The chapter that begins with it.
  public var chapter: String?
  var mark: StoryMark?
  /// Whether it is the last item made from a row of `each`.
  var isRepeated = false

  /// Creates an item that shows a scene.
  ///
  /// - Parameter scene: The scene.
  public init(_ scene: some Scene) { content = .scene(scene.described) }

  /// Creates an item of scenes that run concurrently, each above those before it.
  ///
  /// - Parameter items: The scenes.
  public init(parallel items: [StoryItem]) { content = .group(StoryLayout(.parallel), items) }

  /// Creates an item of scenes that run together and share the page.
  ///
  /// - Parameters:
  ///   - layout: The layout.
  ///   - items: The scenes.
  public init(_ layout: StoryLayout, _ items: [StoryItem]) { content = .group(layout, items) }

  /// Its name in messages.
  var name: String {
    if let id { return id }
    return switch content {
    case .scene(let scene): "the \(type(of: scene).kind)"
    case .group(let layout, _): layout.kind.rawValue
    }
  }
}

/// A caption below a scene.
public struct StoryCaption: Hashable, Sendable {
  /// The text; line breaks begin new lines.
  public var text: String
  /// The parts of it that look different from the rest.
  var runs: [TextRun] = []
  /// The position that its file gives.
  var position: CaptionPosition?
  /// Its position in its file; nil for one that is written in the storyboard.
  var mark: StoryMark?
  /// When it appears; nil for the start of the scene, from which a number counts.
  public var from: StoryTime?
  /// When it disappears; nil for the end of the scene; a number counts from the scene's start.
  public var until: StoryTime?
  /// The place; nil for the film's.
  public var place: StoryCaptions.Place?

  /// Creates a caption for a whole scene.
  ///
  /// - Parameter text: The text.
  public init(_ text: String) { self.text = text }
}
