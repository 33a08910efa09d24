import ReelCanvas
import ReelDescriptions

/// The colours of a film.
public enum StoryTheme: String, CaseIterable, Codable, Hashable, Sendable {
  /// Light text on dark blue.
  case night
  /// Ink on paper.
  case paper
  /// Black on white.
  case classic
  /// Light grey on near-black, with a violet accent.
  case graphite

  /// The background.
  ///
  /// It is flat: 8 bits per channel make rings of a gradient as slight as one behind text must be.
  var ground: Color {
    switch self {
    case .night: Color(red: 22 / 255, green: 31 / 255, blue: 54 / 255)
    case .paper: Color(red: 252 / 255, green: 248 / 255, blue: 239 / 255)
    case .classic: .white
    case .graphite: Color(red: 22 / 255, green: 22 / 255, blue: 26 / 255)
    }
  }

  /// Whether the text is lighter than the background.
  var isDark: Bool { self == .night || self == .graphite }

  /// Its name in kinds of scene with themes of their own, the best one first.
  var names: [String] { self == .graphite ? ["graphite", "github-dark", "night"] : [rawValue] }

  /// The colour of primary text.
  var ink: Color {
    switch self {
    case .night: Color(red: 0.95, green: 0.97, blue: 1)
    case .paper: Color(red: 0.13, green: 0.20, blue: 0.29)
    case .classic: .black
    case .graphite: Color(white: 0.95)
    }
  }

  /// The colour of secondary text.
  var soft: Color {
    switch self {
    case .night: Color(red: 0.68, green: 0.76, blue: 0.90)
    case .paper: Color(red: 0.40, green: 0.36, blue: 0.30)
    case .classic: Color(white: 0.35)
    case .graphite: Color(red: 0.66, green: 0.67, blue: 0.72)
    }
  }

  /// The colour of lines, bullets and bars.
  var accent: Color {
    switch self {
    case .night: Color(red: 1, green: 0.76, blue: 0.30)
    case .paper: Color(red: 0.80, green: 0.25, blue: 0.17)
    case .classic: Color(red: 0.85, green: 0.1, blue: 0.1)
    case .graphite: Color(red: 0.62, green: 0.58, blue: 1)
    }
  }

  /// Returns the option that chooses a theme.
  static func option<Subject>(_ path: any WritableKeyPath<Subject, StoryTheme> & Sendable) -> DescriptionOption<Subject>
  {
    DescriptionOption(
      "theme", "theme", help: "The colours: night, paper, classic or graphite.", choices: allCases.map(\.rawValue),
      read: { $0[keyPath: path] = try OptionText.choice("theme", $1) }, write: { $0[keyPath: path].rawValue })
  }
}
