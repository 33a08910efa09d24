import ReelCanvas
import ReelDescriptions
import ReelGeometry

/// The options shared by all films of a flake: its theme, its background, and whether it has a caption.
package enum FlakeLook<Film> {
  package static func theme(_ path: any WritableKeyPath<Film, SnowflakeTheme> & Sendable) -> DescriptionOption<Film> {
    DescriptionOption(
      "theme", "theme", help: "The colours: night, paper, or classic, a thin black line on white.",
      choices: SnowflakeTheme.Name.allCases.map(\.rawValue),
      read: { film, text in
        let name: SnowflakeTheme.Name = try OptionText.choice("theme", text)
        film[keyPath: path] = name.theme
      },
      write: { film in SnowflakeTheme.Name.allCases.first { $0.theme == film[keyPath: path] }?.rawValue },
      decode: { film, theme in film[keyPath: path] = theme },
      encode: { film in film[keyPath: path] })
  }

  package static func background(_ path: any WritableKeyPath<Film, Color?> & Sendable) -> DescriptionOption<Film> {
    DescriptionOption(
      "background", "colour",
      help: "A plain background instead of the theme's: a CSS name, #rgb or #rrggbb; none for a transparent one.",
      read: { film, text in
        guard let color = text == "none" ? .clear : Color(text), color.alpha == 1 || color == .clear else {
          throw InvalidValue(
            "background", text, among: Color.names,
            otherwise: "an opaque colour, a CSS name such as teal, #rgb or #rrggbb, or none")
        }
        film[keyPath: path] = color
      },
      // A colour that hexadecimal digits cannot represent exactly is written by its components.
      write: { film in
        film[keyPath: path] == .clear
          ? "none" : film[keyPath: path].flatMap { Color($0.description) == $0 ? $0.description : nil }
      },
      decode: { film, color in film[keyPath: path] = color },
      encode: { film in film[keyPath: path] })
  }

  package static func noCaption(_ path: any WritableKeyPath<Film, Bool> & Sendable) -> DescriptionOption<Film> {
    DescriptionOption(
      switch: "no-caption", help: "Leave out the caption below the picture.", path, isOn: false)
  }
}
