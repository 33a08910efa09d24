import ReelGeometry

/// The sizes of texts, in points: a scale in two families, the standard one and, for code, a monospaced one.
enum TypeScale {
  static let title = 144.0
  static let heading = 84.0
  static let body = 56.0
  static let subtitle = 56.0
  static let code = 44.0
  /// Overlays, and the smallest text of a table.
  static let label = 40.0
  /// The largest growth of a text that has the page to itself.
  static let growths = [1.5, 1.4, 1.3, 1.2, 1.1]

  /// The size of captions: larger on upright pages, which are shown on phones.
  static func caption(on page: Rect) -> Double { page.height > page.width ? 64 : 50 }

  /// The space between the letters of large texts; 0 for scripts whose letters are joined.
  static func tracking(of text: String) -> Double {
    text.unicodeScalars.allSatisfy { $0.value < 0x590 || (0x1E00...0x2FFF).contains($0.value) } ? -0.02 : 0
  }
}
