import ReelGeometry

/// Reads Google's Quick, Draw!: drawings as JSON, one a line or in an array, with times (raw) or without (simplified).
enum QuickDrawReader: InkReader {
  static let format = "Quick, Draw!"

  static func recognizes(_ source: InkSource) -> Bool {
    guard let first = source.firstByte, first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else { return false }
    return source.contains("\"drawing\"")
  }

  static func read(_ source: InkSource, options: InkOptions) throws(InkError) -> Ink {
    var parser = JSONParser(source, pointLimit: options.pointLimit)
    let isArray = parser.skip("[")
    var index = 0
    while !parser.isAtEnd() {
      if isArray, parser.skip("]") { break }
      let start = parser.position
      let record = try parser.value()
      if isWanted(record, at: index, options: options) {
        return try ink(from: record, at: start, in: source, options: options)
      }
      index += 1
      if isArray, !parser.skip(",") {
        guard parser.skip("]") else { throw source.error(at: parser.position, "expected , or ] behind the drawing") }
        break
      }
    }
    let wanted = options.keyID.map { "the key_id \($0)" } ?? "drawing \(options.index ?? 0)"
    throw source.error("expected \(wanted), found \(index) other drawings, counted from 0")
  }

  private static func isWanted(_ record: JSONValue, at index: Int, options: InkOptions) -> Bool {
    guard let keyID = options.keyID else { return index == options.index ?? 0 }
    switch record["key_id"] {
    case .string(let text): return text == keyID
    case .number(let number): return Double(keyID) == number
    default: return false
    }
  }

  private static func ink(
    from record: JSONValue, at start: Int, in source: InkSource, options: InkOptions
  ) throws(InkError) -> Ink {
    guard let drawing = record["drawing"]?.elements else {
      throw source.error(at: start, "expected a drawing: an array of strokes")
    }
    var builder = InkBuilder(source, options: options, format: format)
    builder.name = record["word"]?.string ?? ""
    if record["recognized"] == .bool(false) { builder.note("the drawing was not recognized when it was made") }
    for (number, stroke) in drawing.enumerated() {
      let columns = stroke.elements?.map(\.numbers) ?? []
      guard columns.count >= 2, let x = columns[0], let y = columns[1], columns.count == 2 || columns[2] != nil else {
        throw source.error(at: start, "expected arrays of x, y and perhaps t in stroke \(number), counted from 0")
      }
      let times = columns.count > 2 ? columns[2] : nil
      guard x.count == y.count, times == nil || times?.count == x.count else {
        let counts = [x, y, times].compactMap { $0.map { String($0.count) } }.joined(separator: ", ")
        throw source.error(at: start, "expected as many x as y and t in stroke \(number), found \(counts)")
      }
      builder.beginStroke()
      for index in x.indices {
        try builder.add(x: x[index], y: y[index], milliseconds: times?[index], at: start)
      }
    }
    return builder.finish()
  }
}
