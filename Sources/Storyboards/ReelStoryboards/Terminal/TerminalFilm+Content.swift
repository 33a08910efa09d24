import ReelGeometry
import ReelTerminal

extension TerminalFilm: ContentScene {
  /// The cells of the screen.
  func contentFrame(of length: Double, on page: Page) -> (Double) -> Rect { cells(in: page.bounds.size) }
}
