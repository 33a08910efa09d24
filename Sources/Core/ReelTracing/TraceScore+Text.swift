import ReelPlatform

extension TraceScore {
  /// Writes the score as indented JSON with sorted keys, piece by piece.
  ///
  /// An encoder would hold the whole tree of values and the whole text at once, several kilobytes per stroke. So the lists are encoded a
  /// thousand elements at a time. Together the pieces equal the output of `JSONEncoder` with `.sortedKeys`, `.prettyPrinted` and
  /// `.withoutEscapingSlashes`.
  ///
  /// - Parameter write: Receives each piece, in order.
  /// - Throws: Any error of `write`, and `EncodingError` for numbers that JSON cannot represent.
  public func writeText(to write: (Data) throws -> Void) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    var head = self
    (head.strokes, head.pauses) = ([], [])
    var rest = try encoder.encode(head)[...]

    func writeList<Element: Encodable>(_ elements: [Element], named name: String) throws {
      guard !elements.isEmpty, let key = rest.firstRange(of: Data("\"\(name)\" : [".utf8)),
        let end = rest[key.upperBound...].firstIndex(of: UInt8(ascii: "]"))
      else { return }
      try write(Data(rest[..<key.upperBound]))
      for start in stride(from: 0, to: elements.count, by: 1000) {
        let piece = try encoder.encode(Array(elements[start..<min(start + 1000, elements.count)]))
        try write(Data(start == 0 ? "\n".utf8 : ",\n".utf8) + Self.indented(piece.dropFirst(2).dropLast(2)))
      }
      try write(Data("\n  ".utf8))
      rest = rest[end...]
    }
    try writeList(pauses, named: "pauses")
    try writeList(strokes, named: "strokes")
    try write(Data(rest) + Data("\n".utf8))
  }

  /// Returns the lines, each indented by two more columns.
  private static func indented(_ lines: Data) -> Data {
    var text = Data(capacity: lines.count + lines.count / 8)
    for line in lines.split(separator: UInt8(ascii: "\n")) {
      text += text.isEmpty ? Data("  ".utf8) : Data("\n  ".utf8)
      text += line
    }
    return text
  }
}
