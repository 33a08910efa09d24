import ReelCanvas
import ReelFormats
import ReelGeometry

extension TerminalPalette {
  /// The largest theme file, in bytes.
  public static let longestFile = 1 << 20

  /// Reads colours from a JSON file.
  ///
  /// The names of Windows Terminal, VS Code and xterm.js, and vhs are supported: `background`, `foreground`, `cursor`
  /// or `cursorColor`, `black` to `white`, `magenta` or `purple`, and `brightBlack` to `brightWhite`. So is the theme
  /// of an asciicast: `fg`, `bg` and `palette`. Colours are CSS names, `#rgb` or `#rrggbb`.
  ///
  /// - Parameter json: The whole file.
  /// - Throws: `CastError` if it is not JSON, or a colour is missing or not valid.
  public init(json: [UInt8]) throws(CastError) { try self.init(json: json, over: nil) }

  /// Reads colours from JSON that may omit some.
  ///
  /// - Parameters:
  ///   - json: The whole text.
  ///   - usual: The defaults for missing or empty colours; nil if all are required.
  /// - Throws: `CastError` if it is not JSON, or a colour is missing or not valid.
  package init(json: [UInt8], over usual: TerminalPalette?) throws(CastError) {
    var scanner = CastJSON(json)
    let value = try scanner.value()
    guard case .object = value else { throw CastError(line: 1, "a theme must be an object of colours") }
    func color(_ names: [String]) throws(CastError) -> Color? {
      for name in names {
        guard let found = value[name], usual == nil || found.string != "" else { continue }
        guard let text = found.string, let color = Color(text) else {
          throw CastError("\(name) is not a colour: expected a CSS name, #rgb or #rrggbb")
        }
        return color
      }
      return nil
    }
    func required(_ names: [String], _ usual: Color?) throws(CastError) -> Color {
      if let color = try color(names) ?? usual { return color }
      throw CastError("the theme has no \(names[0])")
    }
    var colors: [Color] = []
    if let palette = value["palette"] {
      colors = try Self.list(palette)
    } else {
      let names = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"]
      for (index, name) in names.enumerated() {
        colors.append(try required([name] + (name == "magenta" ? ["purple"] : []), usual?.colors[index]))
      }
      for (index, name) in names.enumerated() {
        let bright = "bright" + name.prefix(1).uppercased() + name.dropFirst()
        // Missing bright colours are the plain ones.
        let given = try color([bright] + (name == "magenta" ? ["brightPurple"] : []))
        colors.append(given ?? usual?.colors[index + 8] ?? colors[index])
      }
    }
    self.init(
      foreground: try required(["foreground", "fg"], usual?.foreground),
      background: try required(["background", "bg"], usual?.background),
      cursor: try color(["cursor", "cursorColor"]), colors: colors)
  }

  /// Reads eight or sixteen colours: a list, or a text separated by colons.
  private static func list(_ value: JSONValue) throws(CastError) -> [Color] {
    var texts: [String?] = []
    if let text = value.string {
      texts = text.split(separator: ":").map(String.init)
    } else if let values = value.elements {
      texts = values.map(\.string)
    }
    let colors = texts.compactMap { $0.flatMap { Color($0) } }
    guard colors.count == texts.count, [8, 16].contains(colors.count) else {
      throw CastError("palette must be 8 or 16 colours")
    }
    return colors
  }

  /// The colours in the format of options: text, background, cursor, and the sixteen.
  var optionText: String {
    ([foreground, background, cursor] + colors).map { "\($0)" }.joined(separator: " ")
  }

  /// Reads colours in the format of `optionText`.
  init?(optionText text: String) {
    let colors = text.split(whereSeparator: { $0 == " " || $0 == "," }).map { Color(String($0)) }
    let known = colors.compactMap(\.self)
    guard known.count == colors.count, [11, 19].contains(known.count) else { return nil }
    self.init(foreground: known[0], background: known[1], cursor: known[2], colors: Array(known[3...]))
  }
}
