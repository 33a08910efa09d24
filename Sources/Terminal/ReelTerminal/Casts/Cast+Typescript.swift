extension Cast {
  /// Reads a typescript and its timing, as written by `script --log-out FILE --log-timing FILE` of util-linux.
  ///
  /// Both timing formats are supported: the classic one of pauses and byte counts, and the advanced one, which also has
  /// input, the terminal's size, and resizes. A typescript that is cut off is read up to that point. Input is read if
  /// it is in the same file (`--log-io`).
  ///
  /// - Parameters:
  ///   - typescript: The whole file with the output.
  ///   - timing: The whole timing file.
  /// - Throws: `CastError`, with line numbers of the timing file.
  public init(typescript: [UInt8], timing: [UInt8]) throws(CastError) {
    guard typescript.count <= Self.longest, timing.count <= Self.longest else { throw Self.tooLong }
    self.init()
    var reader = TypescriptReader(typescript)
    (columns, rows) = reader.size ?? (80, 24)
    let lines = timing.split(separator: 0x0A, omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() where !line.isEmpty {
      guard let entry = TypescriptReader.Entry(line) else {
        // The recorder was stopped while writing the last line.
        if index + 1 == lines.count, !events.isEmpty { break }
        throw CastError(
          line: index + 1, "expected a pause and a number of bytes, such as 0.5 12: is this the timing file of script?")
      }
      try reader.apply(entry, to: &self, line: index + 1)
    }
    duration = reader.time
    self = try checked()
  }
}

/// Reads a typescript, guided by its timing.
private struct TypescriptReader {
  /// A line of a timing file.
  struct Entry {
    /// The kind of entry: output, input, header or signal.
    var kind: UInt8
    var pause: Double
    var rest: Substring

    init?(_ line: ArraySlice<UInt8>) {
      let text = String(decoding: line, as: UTF8.self)
      var words = text.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)[...]
      kind = UInt8(ascii: "O")
      if let first = words.first, first.utf8.count == 1, let letter = first.utf8.first, letter >= 0x41 {
        kind = letter
        words.removeFirst()
      }
      guard words.count > 1, let pause = Double(words[words.startIndex]), pause.isFinite, pause >= 0 else { return nil }
      self.pause = pause
      rest = words.dropFirst().joined(separator: " ")[...]
    }
  }

  private let bytes: [UInt8]
  private var position: Int
  private var output = TextPieces()
  private var input = TextPieces()
  private var (outputLog, inputLog) = ("", "")
  private(set) var time = 0.0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    // The first line has the start time and is not counted in the timing.
    position = (bytes.firstIndex(of: 0x0A) ?? bytes.count - 1) + 1
  }

  /// The size of the terminal, which the first line may contain: `COLUMNS="80" LINES="24"`.
  var size: (columns: Int, rows: Int)? {
    let line = String(decoding: bytes[..<position], as: UTF8.self)
    func number(_ name: String) -> Int? {
      guard let range = line.ranges(of: name + "=\"").last else { return nil }
      return Int(line[range.upperBound...].prefix { $0.isNumber })
    }
    guard let columns = number("COLUMNS"), let rows = number("LINES"), Terminal.sides.contains(columns),
      Terminal.sides.contains(rows)
    else { return nil }
    return (columns, rows)
  }

  mutating func apply(_ entry: Entry, to cast: inout Cast, line: Int) throws(CastError) {
    time += entry.pause
    switch entry.kind {
    case UInt8(ascii: "O"):
      cast.events.append(.init(time, .output(output.take(try piece(entry, line)))))
    case UInt8(ascii: "I"):
      // Input in a separate file is not in this one.
      guard inputLog == outputLog else { return }
      cast.events.append(.init(time, .input(input.take(try piece(entry, line)))))
    case UInt8(ascii: "H"): header(entry.rest, &cast)
    case UInt8(ascii: "S"):
      if let (columns, rows) = Self.resize(entry.rest) {
        cast.events.append(.init(time, .resize(columns: columns, rows: rows)))
      }
    default: break
    }
  }

  /// Returns the bytes of an entry, or those that are left.
  private mutating func piece(_ entry: Entry, _ line: Int) throws(CastError) -> ArraySlice<UInt8> {
    guard let count = Int(entry.rest), count >= 0 else {
      throw CastError(line: line, "expected a number of bytes, found \(String(entry.rest).onOneLine(limit: 40))")
    }
    let end = min(bytes.count, position + min(count, bytes.count))
    defer { position = end }
    return bytes[position..<end]
  }

  private mutating func header(_ text: Substring, _ cast: inout Cast) {
    let parts = text.split(separator: " ", maxSplits: 1)
    guard parts.count == 2 else { return }
    let value = String(parts[1])
    switch parts[0] {
    case "COLUMNS": if let columns = Int(value), Terminal.sides.contains(columns) { cast.columns = columns }
    case "LINES": if let rows = Int(value), Terminal.sides.contains(rows) { cast.rows = rows }
    case "OUTPUT_LOG": outputLog = value
    case "INPUT_LOG": inputLog = value
    default: break
    }
  }

  /// Reads `SIGWINCH ROWS=24 COLS=80`.
  private static func resize(_ text: Substring) -> (columns: Int, rows: Int)? {
    var sides: [Substring: Int] = [:]
    for word in text.split(separator: " ") {
      let pair = word.split(separator: "=")
      if pair.count == 2 { sides[pair[0]] = Int(pair[1]) }
    }
    guard text.hasPrefix("SIGWINCH"), let columns = sides["COLS"], let rows = sides["ROWS"],
      Terminal.sides.contains(columns), Terminal.sides.contains(rows)
    else { return nil }
    return (columns, rows)
  }
}
