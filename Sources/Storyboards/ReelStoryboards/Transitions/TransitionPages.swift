import ReelCanvas
import ReelGeometry
import ReelScenes

/// The pages of a transition at a moment.
public struct TransitionPages {
  /// The rectangle of a page, in pixels.
  public let bounds: Rect
  /// What is known of the pages.
  let (leaving, coming): (StoryFilm.Page, StoryFilm.Page)
  private let sheets: (from: PageSheet, to: PageSheet)
  private let time: Double

  init(
    _ leaving: StoryFilm.Page, _ coming: StoryFilm.Page, _ sheets: (from: PageSheet, to: PageSheet), at time: Double,
    in bounds: Rect
  ) {
    (self.leaving, self.coming, self.sheets, self.time, self.bounds) = (leaving, coming, sheets, time, bounds)
  }

  /// The page that leaves.
  public var from: Bitmap { get throws { try sheets.from.picture(at: time) } }
  /// The page that comes.
  public var to: Bitmap { get throws { try sheets.to.picture(at: time) } }

  /// The background of a page; black if it has none.
  static func ground(of page: StoryFilm.Page) -> Color { page.parts.lazy.compactMap(\.ground).first ?? .black }
}

extension StoryFilm.Part {
  /// The colour of its background.
  fileprivate var ground: Color? {
    if let background { return background }
    if let styled = scene?.scene as? any StyledScene { return styled.colors.ground?.center }
    return scene.flatMap { Self.background(of: $0.scene) } ?? parts?.lazy.compactMap(\.ground).first
  }

  private static func background<Kind: DescribedScene>(of scene: Kind) -> Color? {
    Kind.options.first { $0.name == "background" }.flatMap { $0.text(in: scene) }.flatMap { Color($0) }
  }

  /// Whether it shows text.
  fileprivate var hasText: Bool {
    (scene?.scene as? any FittedScene)?.hasText ?? false || (parts ?? []).contains(where: \.hasText)
  }
}

extension StoryFilm.Page {
  /// Whether it shows text.
  var hasText: Bool { parts.contains(where: \.hasText) }
}
