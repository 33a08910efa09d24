import ReelCanvas

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

/// A transition of any type.
struct AnyPageTransition: Hashable, Sendable {
  let transition: any PageTransition

  init(_ transition: some PageTransition) { self.transition = transition }

  static func == (a: Self, b: Self) -> Bool { AnyHashable(a.transition) == AnyHashable(b.transition) }

  func hash(into hasher: inout Hasher) { hasher.combine(AnyHashable(transition)) }
}
