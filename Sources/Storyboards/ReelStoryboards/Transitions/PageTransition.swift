import ReelCanvas
import ReelGeometry
import ReelScenes

/// A transition between two pages of a film: a type with one function.
///
///     struct Blinds: PageTransition {
///       func draw(_ pages: TransitionPages, at progress: Double, in context: GraphicsContext) throws {
///         let next = try pages.to
///         context.draw(try pages.from, at: pages.bounds.origin)
///         for blind in 0..<10 {
///           let height = pages.bounds.height / 10
///           context.withState {
///             context.clip(
///               to: Rect(x: 0, y: Double(blind) * height, width: pages.bounds.width, height: height * progress))
///             context.draw(next, at: pages.bounds.origin)
///           }
///         }
///       }
///     }
///     TitleScene("Letters").leading(by: StoryTransition(Blinds(), seconds: 1))
///
/// What it draws depends on the pages and the progress alone, so that any frame can be drawn first.
public protocol PageTransition: Hashable, Sendable {
  /// Draws a moment of the transition.
  ///
  /// - Parameters:
  ///   - pages: The pictures of both pages at this moment.
  ///   - progress: The fraction of its time, from 0 to 1.
  ///   - context: The context to draw in, which shows neither of them yet.
  /// - Throws: Any error, which ends the recording.
  func draw(_ pages: TransitionPages, at progress: Double, in context: GraphicsContext) throws
}

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

/// A transition of any type.
struct AnyPageTransition: Hashable, Sendable {
  let transition: any PageTransition

  init(_ transition: some PageTransition) { self.transition = transition }

  static func == (a: Self, b: Self) -> Bool { AnyHashable(a.transition) == AnyHashable(b.transition) }

  func hash(into hasher: inout Hasher) { hasher.combine(AnyHashable(transition)) }
}
