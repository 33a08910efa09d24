import ReelCanvas
import ReelGeometry

/// A label of the keys that were pressed, at the lower edge of the film.
package struct KeyChip: Hashable {
  /// The keys.
  package private(set) var text: String
  /// When the last of them was pressed, in seconds of the film.
  package private(set) var start: Double
  /// Whether the next character continues it.
  private var isTyped: Bool
  private let film: PixelSize
  package private(set) var bounds = Rect.zero

  /// How long it is seen after the last key, in seconds.
  package static let duration = 1.5
  /// The most characters of a typed text that are seen.
  package static let longest = 32

  /// Creates the label of keys with a name, or of a typed text.
  package init(_ text: String, isTyped: Bool = false, at seconds: Double, film: PixelSize) {
    (self.text, self.isTyped, start, self.film) = (String(text.prefix(Self.longest)), isTyped, seconds, film)
    bounds = Self.bounds(of: layout, film)
  }

  /// Adds a typed character; a text that has become too long loses its beginning.
  package mutating func type(_ character: Character, at seconds: Double) {
    text = isTyped ? String((text + String(character)).suffix(Self.longest)) : String(character)
    (isTyped, start) = (true, seconds)
    bounds = Self.bounds(of: layout, film)
  }

  /// Returns whether the label has disappeared.
  package func isOver(at seconds: Double) -> Bool { seconds >= start + Self.duration }

  private var layout: TextLayout {
    TextLayout(text, font: Font(size: Double(max(16, film.height / 30)), weight: .bold))
  }

  private static func bounds(of text: TextLayout, _ film: PixelSize) -> Rect {
    let edge = text.size.height / 2
    let (width, height) = ((text.size.width + 2 * edge).rounded(.up), (text.size.height + edge).rounded(.up))
    return Rect(
      x: ((Double(film.width) - width) / 2).rounded(), y: (Double(film.height) - height - 2 * edge).rounded(),
      width: width, height: height)
  }

  /// Draws it over what is in its bounds.
  package func draw(into bitmap: inout Bitmap) throws {
    var clip = Region(of: bitmap.size)
    clip.insert(bounds)
    guard !clip.isEmpty else { return }
    let layout = layout
    try bitmap.draw(clippedTo: clip) { context in
      context.fill(
        Path(roundedRect: bounds, radius: layout.size.height / 3),
        with: Color(red: 0.08, green: 0.09, blue: 0.12, alpha: 0.85))
      let place = Point(
        x: bounds.minX + (bounds.width - layout.size.width) / 2,
        y: bounds.minY + (bounds.height - layout.size.height) / 2)
      context.draw(layout, at: place, with: .white)
    }
  }
}
