import ReelFormats

/// The text of an SVG file in the form that librsvg reads.
package enum SVGText {
  /// Returns the text in UTF-8, with the namespaces that hand-written files leave out, and with spaces and baselines of
  /// texts in a form that librsvg draws.
  package static func complete(_ source: TextSource) -> [UInt8] { complete(source, inserting: []) }

  /// - Parameter texts: Texts to insert, in order of their offsets.
  static func complete(_ source: TextSource, inserting texts: [(at: Int, text: String)]) -> [UInt8] {
    let bytes = source.bytes
    var texts = (texts + joiners(in: source) + baselines(in: source)).sorted { $0.at < $1.at }
    var parser = XMLPullParser(source)
    if case .start(let name, let attributes)? = try? parser.next(), name == "svg" {
      var missing = attributes.contains { $0.name == "xmlns" } ? "" : " xmlns=\"http://www.w3.org/2000/svg\""
      if source.contains("xlink:"), !source.contains("xmlns:xlink") {
        missing += " xmlns:xlink=\"http://www.w3.org/1999/xlink\""
      }
      if !missing.isEmpty { texts.insert((parser.eventStart + 4, missing), at: 0) }
    }
    var done = 0
    var result: [UInt8] = []
    // A declaration may name another encoding. Lines keep their numbers.
    if bytes.starts(with: Array("<?xml".utf8)), let end = bytes.firstIndex(of: UInt8(ascii: ">")) {
      result = bytes[...end].filter { $0 == 0x0A }
      done = end + 1
    }
    for (offset, text) in texts {
      result += bytes[done..<offset]
      result += text.utf8
      done = offset
    }
    return result + bytes[done...]
  }
}
