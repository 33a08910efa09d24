import ReelFormats
import ReelFiles
import ReelGeometry

/// Reads drawings of Google's Quick, Draw!: JSON, one drawing per line or an array, with times (raw) or without (simplified).
enum QuickDrawReader: InkReader {
  static let format = "Quick, Draw!"

  static func recognizes(_ source: TextSource) -> Bool {
    guard let first = source.firstByte, first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else { return false }
    return source.contains("\"drawing\"")
  }

  static func read(_ source: TextSource, options: InkOptions) throws(FormatError) -> Ink {
    var parser = JSONParser(source, pointLimit: options.pointLimit)
    let isArray = parser.skip("[")
    var index = 0
    while !parser.isAtEnd() {
      if isArray, parser.skip("]") { break }
      let record = try Record(&parser)
      if record.isWanted(at: index, options: options) {
        return try ink(from: record, with: &parser, options: options)
      }
      index += 1
      if isArray, !parser.skip(",") {
        guard parser.skip("]") else { throw source.error(at: parser.position, "expected , or ] after the drawing") }
        break
      }
    }
    let wanted = options.keyID.map { "the key_id \($0)" } ?? "drawing \(options.index ?? 0)"
    throw source.error("expected \(wanted), found \(index) other drawings, counted from 0")
  }

  /// A skipped drawing: its metadata, and the position of its strokes.
  private struct Record {
    var start: Int
    var drawing: Int?
    var word: String?
    var isRecognized = true
    private var keyID: JSONValue?

    init(_ parser: inout JSONParser) throws(FormatError) {
      start = parser.position
      guard parser.nextByte() == UInt8(ascii: "{") else {
        try parser.skipValue()
        return
      }
      start = parser.position
      var (drawing, word, keyID, recognized): (Int?, String?, JSONValue?, JSONValue?)
      try parser.forEachMember { (parser, name) throws(FormatError) in
        switch name {
        case "drawing":
          drawing = parser.nextByte() == UInt8(ascii: "[") ? parser.position : nil
          try parser.skipValue()
        case "word": word = try parser.value().string
        case "key_id": keyID = try parser.value()
        case "recognized": recognized = try parser.value()
        default: try parser.skipValue()
        }
      }
      (self.drawing, self.word, self.keyID, isRecognized) = (drawing, word, keyID, recognized != .bool(false))
    }

    func isWanted(at index: Int, options: InkOptions) -> Bool {
      guard let wanted = options.keyID else { return index == options.index ?? 0 }
      switch keyID {
      case .string(let text): return text == wanted
      case .number(let number): return Double(wanted) == number
      default: return false
      }
    }
  }

  private static func ink(
    from record: Record, with parser: inout JSONParser, options: InkOptions
  ) throws(FormatError) -> Ink {
    let source = parser.source
    guard let drawing = record.drawing else {
      throw source.error(at: record.start, "expected a drawing: an array of strokes")
    }
    var builder = InkBuilder(source, options: options, format: format)
    builder.name = record.word ?? ""
    if !record.isRecognized { builder.note("the drawing was not recognized when it was made") }
    var columns = Columns(limit: options.pointLimit)
    var number = 0
    parser.move(to: drawing)
    try parser.forEachElement { (parser) throws(FormatError) in
      let start = parser.nextByte() == 0 ? 0 : parser.position
      guard try columns.read(&parser) else {
        throw source.error(at: start, "expected arrays of x, y and perhaps t in stroke \(number), counted from 0")
      }
      let (x, y, times) = (columns.x, columns.y, columns.hasTimes ? columns.times : nil)
      guard x.count == y.count, times == nil || times?.count == x.count else {
        let counts = [x, y, times].compactMap { $0.map { String($0.count) } }.joined(separator: ", ")
        throw source.error(at: start, "expected equally many x, y and t in stroke \(number), found \(counts)")
      }
      builder.beginStroke()
      for index in x.indices { try builder.add(x: x[index], y: y[index], milliseconds: times?[index], at: start) }
      number += 1
    }
    return builder.finish()
  }

  /// The columns of one stroke; their memory is reused for all strokes.
  private struct Columns {
    private(set) var x: [Double] = []
    private(set) var y: [Double] = []
    private(set) var times: [Double] = []
    private(set) var hasTimes = false
    private let limit: Int

    init(limit: Int) { self.limit = limit }

    /// Reads the columns of the next stroke; false if they are invalid.
    mutating func read(_ parser: inout JSONParser) throws(FormatError) -> Bool {
      guard parser.skip("[") else { return false }
      guard try parser.readNumbers(into: &x, atMost: limit), parser.skip(","),
        try parser.readNumbers(into: &y, atMost: limit)
      else { return false }
      hasTimes = parser.skip(",")
      guard hasTimes else { return parser.skip("]") }
      guard try parser.readNumbers(into: &times, atMost: limit) else { return false }
      while parser.skip(",") { try parser.skipValue() }
      return parser.skip("]")
    }
  }
}
