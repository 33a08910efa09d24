import ReelCanvas
import ReelDescriptions
import ReelGeometry

/// The look of a terminal's film: its colours, and those around its window.
///
///     film.theme = .night
///     film.theme = TerminalTheme(rawValue: "Catppuccin Mocha")
public struct TerminalTheme: RawRepresentable, Sendable {
  /// Light text on dark blue.
  public static let night = allCases[0]
  /// Dark text on warm white.
  public static let paper = allCases[1]
  /// The colours of xterm, on black.
  public static let classic = allCases[2]

  /// The name: lower-case words joined by hyphens.
  public let rawValue: String
  /// The terminal's colours.
  public let palette: TerminalPalette
  /// The colours behind the window, from top to bottom.
  let backdrop: (top: Color, bottom: Color)
  /// The keys for finding the theme by name, without differences in spelling.
  private let keys: [String]

  /// Creates a theme with its name and aliases.
  init(_ names: [String], _ palette: TerminalPalette, backdrop: (top: Color, bottom: Color)) {
    rawValue = names[0]
    (self.palette, self.backdrop) = (palette, backdrop)
    keys = names.map(Self.key)
  }

  /// Finds a theme by name.
  ///
  /// - Parameter rawValue: The name. Case, spaces, hyphens and underscores are ignored: `Tokyo Night`, `tokyonight`.
  public init?(rawValue: String) {
    let key = Self.key(rawValue)
    guard let theme = Self.allCases.first(where: { $0.keys.contains(key) }) else { return nil }
    self = theme
  }

  /// Finds the theme that an option names.
  ///
  /// - Throws: `InvalidValue` with the nearest name, or all names if none is near.
  init(named text: String) throws(InvalidValue) {
    guard let theme = Self(rawValue: text) else {
      let names = Self.allCases.map(\.rawValue)
      guard let nearest = Self.nearest(to: text) else { throw InvalidValue("theme", text, among: names) }
      throw InvalidValue(
        "theme", text, expected: OptionText.alternatives(names),
        sentence:
          "theme \(text.namingInvisible(limit: InvalidValue.longestQuote)) is not valid: did you mean \(nearest)?")
    }
    self = theme
  }

  /// The theme whose name is nearest to an unknown name; nil if none is near.
  package static func nearest(to name: String) -> String? {
    let key = key(name)
    let keys = allCases.flatMap { theme in theme.keys.map { (key: $0, name: theme.rawValue) } }
    guard let nearest = Spelling.nearest(to: key, among: keys.map(\.key)) else { return nil }
    return keys.first { $0.key == nearest }?.name
  }

  /// A name without differences in spelling.
  private static func key(_ name: String) -> String {
    let letters = name.lowercased().unicodeScalars.compactMap { scalar -> Character? in
      switch scalar {
      case " ", "-", "_", "\u{301}": nil
      // Rosé Pine, Catppuccin Frappé.
      case "é": "e"
      default: Character(scalar)
      }
    }
    return String(letters)
  }
}

extension TerminalTheme: Hashable {
  /// Compares names, which are unique.
  public static func == (left: Self, right: Self) -> Bool { left.rawValue == right.rawValue }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}
