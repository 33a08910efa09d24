import ReelFormats

/// The elements of an SVG file that librsvg leaves out, for people who miss them.
struct SVGUndrawn {
  private static let elements: Set<Substring> = [
    "foreignObject", "textPath", "tref", "flowRoot", "video", "audio", "iframe", "canvas", "object", "embed", "mesh",
    "meshgradient", "hatch", "altGlyph", "glyph",
  ]
  private static let motions: Set<Substring> = ["animate", "animateTransform", "animateMotion", "animateColor", "set"]

  private let source: TextSource
  private var found: [(message: String, line: Int, count: Int)] = []

  init(_ source: TextSource) { self.source = source }

  /// Takes an element.
  mutating func add(_ name: Substring, _ attributes: [XMLAttribute], in parent: String?, at offset: Int) {
    if Self.elements.contains(name) {
      // The other branch of a switch is drawn.
      if parent != "switch" { note("<\(name)> can't be drawn and is left out", offset) }
    } else if Self.motions.contains(name) {
      note("the animation of <\(name)> is not played", offset)
    } else if name == "image" || name == "use" || name == "feImage",
      let address = attributes.first(where: { $0.name == "href" })?.value ?? attributes["href"],
      !address.hasPrefix("#"), address.prefix(5).lowercased() != "data:"
    {
      note("<\(name)> refers to another file, which is not read: embed it", offset)
    }
  }

  private mutating func note(_ message: String, _ offset: Int) {
    if let index = found.firstIndex(where: { $0.message == message }) {
      found[index].count += 1
    } else {
      found.append((message, source.error(at: offset, "").line ?? 1, 1))
    }
  }

  /// A message for each kind, with the line of the first element.
  var notes: [String] {
    found.map { "line \($0.line) of its SVG: \($0.message)\($0.count > 1 ? " (\($0.count) times)" : "")" }
  }
}
