import ReelCanvas
import ReelGeometry
import ReelTerminal

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension TerminalPalette {
  private static let names = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"]

  /// Reads a theme: an object of JSON that gives colours by their names; those that it leaves out are those of `night`.
  ///
  /// - Throws: `InvalidValue` for what is no such object, and for a colour that is none.
  package init(tapeTheme text: String) throws(InvalidValue) {
    guard let members = try? JSONDecoder().decode([String: String].self, from: Data(text.utf8)) else {
      throw InvalidValue(
        "theme", text, sentence: "the theme is no object of JSON with texts in it: write { \"red\": \"#ef6487\" }")
    }
    func color(_ names: String..., otherwise: Color) throws(InvalidValue) -> Color {
      for name in names {
        guard let text = members[name], !text.isEmpty else { continue }
        do {
          return try Color(parsing: text)
        } catch {
          throw InvalidValue(name, text, expected: "a colour, such as #ef6487")
        }
      }
      return otherwise
    }
    let usual = TerminalTheme.night.palette
    var colors: [Color] = []
    for (index, name) in Self.names.enumerated() {
      colors.append(try color(name, name == "magenta" ? "purple" : name, otherwise: usual.colors[index]))
    }
    for (index, name) in Self.names.enumerated() {
      let bright = "bright" + name.prefix(1).uppercased() + name.dropFirst()
      colors.append(
        try color(bright, name == "magenta" ? "brightPurple" : bright, otherwise: usual.colors[index + 8]))
    }
    let foreground = try color("foreground", otherwise: usual.foreground)
    self.init(
      foreground: foreground, background: try color("background", otherwise: usual.background),
      cursor: try color("cursor", "cursorColor", otherwise: foreground), colors: colors)
  }
}
