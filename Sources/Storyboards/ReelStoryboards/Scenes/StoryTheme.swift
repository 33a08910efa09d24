import ReelCanvas
import ReelDescriptions

/// The colours of titles, texts and tables, by the theme names of flakes and traces.
public enum StoryTheme: String, CaseIterable, Codable, Hashable, Sendable {
  /// Light text on dark blue.
  case night
  /// Ink on paper.
  case paper
  /// Black on white.
  case classic

  /// The background.
  ///
  /// It is flat: 8 bits per channel make rings of a gradient as slight as one behind text must be.
  var ground: Color {
    switch self {
    case .night: Color(red: 0.086, green: 0.129, blue: 0.243)
    case .paper: Color(red: 0.988, green: 0.973, blue: 0.937)
    case .classic: .white
    }
  }

  /// The colour of primary text.
  var ink: Color {
    switch self {
    case .night: Color(red: 0.95, green: 0.97, blue: 1)
    case .paper: Color(red: 0.13, green: 0.20, blue: 0.29)
    case .classic: .black
    }
  }

  /// The colour of secondary text.
  var soft: Color {
    switch self {
    case .night: Color(red: 0.68, green: 0.76, blue: 0.90)
    case .paper: Color(red: 0.40, green: 0.36, blue: 0.30)
    case .classic: Color(white: 0.35)
    }
  }

  /// The colour of lines, bullets and bars.
  var accent: Color {
    switch self {
    case .night: Color(red: 1, green: 0.76, blue: 0.30)
    case .paper: Color(red: 0.80, green: 0.25, blue: 0.17)
    case .classic: Color(red: 0.85, green: 0.1, blue: 0.1)
    }
  }

  /// Returns the option that chooses a theme.
  static func option<Subject>(_ path: any WritableKeyPath<Subject, StoryTheme> & Sendable) -> DescriptionOption<Subject>
  {
    DescriptionOption(
      "theme", "theme", help: "The colours: night, paper or classic.", choices: allCases.map(\.rawValue),
      read: { $0[keyPath: path] = try OptionText.choice("theme", $1) }, write: { $0[keyPath: path].rawValue })
  }
}
