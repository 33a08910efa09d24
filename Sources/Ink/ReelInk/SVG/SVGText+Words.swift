import ReelFormats

extension SVGText {
  /// Word joiners beside the spaces at the edges of `tspan` elements.
  ///
  /// librsvg leaves out these spaces, even if the words of a line are elements of their own, as Mermaid writes them.
  static func joiners(in source: TextSource) -> [(at: Int, text: String)] {
    let (bytes, space, tag) = (source.bytes, UInt8(ascii: " "), UInt8(ascii: "<"))
    guard source.contains("tspan") else { return [] }
    let joiner = Array("\u{2060}".utf8)
    var parser = XMLPullParser(source)
    var result: [(at: Int, text: String)] = []
    var open: [Substring] = []
    /// The last text of the line: its end, whether that is a space, and whether it is in a `tspan`.
    var last: (end: Int, isSpace: Bool, isInner: Bool)?
    while let event = try? parser.next() {
      switch event {
      case .start(let name, let attributes):
        open.append(XMLName.local(name))
        // A new position begins a new line.
        if attributes["x"] != nil || attributes["y"] != nil { last = nil }
      case .end:
        if open.popLast() == "text" { last = nil }
      case .text(let piece):
        guard open.contains("text"), bytes[parser.eventStart] != tag, let end = piece.last else { continue }
        let start = parser.eventStart
        let isInner = open.last != "text"
        // Of two spaces that meet, one is drawn. A text that was completed before stays as it is.
        if let last, last.isInner || !last.isSpace, !bytes[..<last.end].suffix(joiner.count).elementsEqual(joiner),
          !bytes[start...].starts(with: joiner)
        {
          if bytes[start] == space {
            if isInner { result.append((start, "\u{2060}")) }
          } else if last.isSpace {
            result.append((last.end, "\u{2060}"))
          }
        }
        last = (bytes[start...].firstIndex(of: tag) ?? bytes.endIndex, end == space, isInner)
      }
    }
    return result
  }

  /// Shifts of texts that name a baseline, which librsvg does not know, in its place.
  static func baselines(in source: TextSource) -> [(at: Int, text: String)] {
    let shifts = [
      "middle": 0.27, "central": 0.35, "hanging": 0.75, "text-before-edge": 0.9, "text-top": 0.9,
      "text-after-edge": -0.2, "text-bottom": -0.2, "ideographic": -0.2,
    ]
    let key = "dominant-baseline"
    guard source.contains("dominant-baseline") else { return [] }
    var parser = XMLPullParser(source)
    var result: [(at: Int, text: String)] = []
    while let event = try? parser.next() {
      guard case .start(let name, let attributes) = event, ["text", "tspan"].contains(XMLName.local(name)),
        attributes["dy"] == nil, let shift = attributes[key].flatMap({ shifts[$0] }),
        let place = source.bytes[parser.eventStart...].firstRange(of: Array(key.utf8))
      else { continue }
      result.append((parser.eventStart + 1 + name.utf8.count, " dy=\"\(shift)em\""))
      result.append((place.lowerBound, "data-"))
    }
    return result
  }
}
