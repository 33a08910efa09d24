import ReelCanvas
import ReelDescriptions
import ReelGeometry

/// The option for the font of a scene's text.
package enum TextFont<Film> {
  package static func option(_ path: any WritableKeyPath<Film, String> & Sendable) -> DescriptionOption<Film> {
    DescriptionOption(
      "text-font", "family", help: "The font of the text: an installed family.",
      read: { film, text in
        guard !text.allSatisfy(\.isWhitespace) else {
          throw InvalidValue("text-font", text, expected: "the name of a font family, such as \(Font.standardFamily)")
        }
        film[keyPath: path] = text
      },
      write: { $0[keyPath: path] })
  }
}
