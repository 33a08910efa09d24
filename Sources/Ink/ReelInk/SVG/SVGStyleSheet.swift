/// The rules of an SVG file's style sheet, by the name, `.class` or `#id` of the elements they may apply to.
///
/// Only the last part of a selector is read, so a rule may match more elements here than in a browser.
struct SVGStyleSheet {
  private(set) var rules: [String: [(name: String, value: String)]] = [:]

  var isEmpty: Bool { rules.isEmpty }

  init(_ text: String) {
    guard !text.isEmpty else { return }
    // Nested rules, such as those in @media, count like top-level ones.
    for piece in Self.plain(text).split(separator: "}") {
      let parts = piece.split(separator: "{")
      guard parts.count > 1, let body = parts.last else { continue }
      let declarations = Self.declarations(String(body))
      for selector in parts[parts.count - 2].split(separator: ",") {
        rules[Self.key(of: selector), default: []] += declarations
      }
    }
  }

  /// The class, id or name in the last part of a selector; `*` for all others.
  private static func key(of selector: Substring) -> String {
    let last = selector.split { $0.isWhitespace || ">+~".contains($0) }.last ?? "*"
    let name = last.prefix { !"[:".contains($0) }
    guard let sign = name.firstIndex(where: { ".#".contains($0) }) else { return name.isEmpty ? "*" : String(name) }
    let rest = name[name.index(after: sign)...].prefix { !".#".contains($0) }
    return "\(name[sign])\(rest)"
  }

  /// Reads `name: value; name: value`.
  static func declarations(_ text: String) -> [(name: String, value: String)] {
    guard !text.isEmpty else { return [] }
    return plain(text).split(separator: ";").compactMap { declaration in
      let parts = declaration.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { return nil }
      return (parts[0].filter { !$0.isWhitespace }.lowercased(), String(parts[1]))
    }
  }

  /// The text without comments and with backslash escapes resolved.
  private static func plain(_ text: String) -> String {
    var text = text.contains("/*") ? text.replacing(/\/\*[\s\S]*?\*\//, with: "") : text
    if text.contains("\\") {
      text = text.replacing(/\\(?:([0-9a-fA-F]{1,6})\s?|(.))/) { match in
        if let digits = match.output.1 {
          return UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init).map { String(Character($0)) } ?? ""
        }
        return String(match.output.2 ?? "")
      }
    }
    return text
  }
}
