import ReelGeometry
import ReelTerminal

/// A terminal is full of text.
extension TerminalFilm: FittedScene {
  func subjects(on page: Page) -> [Rect] { [page.bounds] }
}
