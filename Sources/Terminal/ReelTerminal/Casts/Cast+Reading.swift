import ReelFormats

extension Cast {
  /// The size limit of a recording after decompression, in bytes.
  package static let longest = 64 << 20

  /// Reads a recording: an asciicast or a ttyrec.
  ///
  /// If the last line is incomplete, the recording is read up to it. A time before that of the previous event counts as
  /// that time.
  ///
  /// - Parameter bytes: The whole file, optionally gzipped.
  /// - Throws: `CastError`.
  public init(_ bytes: [UInt8]) throws(CastError) {
    var bytes = bytes
    if Gzip.recognizes(bytes) {
      do throws(Gzip.Failure) {
        bytes = try Gzip.unpack(bytes, limit: Self.longest)
      } catch {
        switch error {
        case .tooLong: throw Self.tooLong
        case .cutOff: throw CastError("its gzip data is cut off")
        case .damaged: throw CastError("its gzip data is damaged")
        case .noMemory: throw CastError("there is not enough memory to unpack it")
        }
      }
    }
    guard bytes.count <= Self.longest else { throw Self.tooLong }
    var scanner = CastJSON(bytes)
    guard let first = try? scanner.value(), case .object = first, let version = first["version"]?.number else {
      if Self.recognizesTTYRec(bytes) {
        self = try Cast(ttyrec: bytes)
        return
      }
      if bytes.starts(with: "Script started".utf8) {
        throw CastError("it is a typescript, which has no times: name its timing file, too")
      }
      throw CastError("it is neither an asciicast nor a ttyrec")
    }
    let cast: Cast
    switch version {
    case 1: cast = try Self.whole(first)
    case 2, 3: cast = try Self.lines(first, isRelative: version == 3, &scanner)
    default: throw CastError(line: 1, "its version is \(version), but only 1, 2 and 3 are supported")
    }
    self = cast
  }

  static let tooLong = CastError("it has more than 64 MiB")

  /// Reads a recording up to the first line that can't be read.
  ///
  /// - Returns: The recording, and the error in that line; nil if everything could be read.
  /// - Throws: `CastError` if nothing can be read.
  package static func beginning(of bytes: [UInt8]) throws(CastError) -> (cast: Cast, fault: CastError?) {
    do throws(CastError) {
      return (try Cast(bytes), nil)
    } catch {
      let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
      guard let line = error.line, (2...lines.count).contains(line) else { throw error }
      return (try Cast(Array(lines[..<(line - 1)].joined(separator: [0x0A]))), error)
    }
  }

  /// Whether a file starts like a recording.
  ///
  /// A gzipped file must be complete.
  ///
  /// - Parameters:
  ///   - bytes: The file, or its first bytes.
  ///   - isBeginning: Whether the file is longer.
  package static func recognizes(_ bytes: [UInt8], isBeginning: Bool = false) -> Bool {
    var bytes = bytes
    if isBeginning, recognizesTTYRec(bytes) { return true }
    if Gzip.recognizes(bytes) {
      guard let unpacked = try? Gzip.unpack(bytes, limit: longest) else { return false }
      bytes = unpacked
    }
    if recognizesTTYRec(bytes) { return true }
    var scanner = CastJSON(bytes)
    guard let header = try? scanner.value(), let version = header["version"]?.number, [1, 2, 3].contains(version) else {
      return false
    }
    return version == 3 ? header["term"] != nil : header["width"] != nil && header["height"] != nil
  }

  // MARK: Versions

  /// Version 1: one object, whose `stdout` lists pauses and texts.
  private static func whole(_ header: JSONValue) throws(CastError) -> Cast {
    var cast = try begin(header, header["width"], header["height"], theme: nil)
    guard let pieces = header["stdout"]?.elements else {
      throw CastError("an asciicast of version 1 needs a list called stdout")
    }
    var time = 0.0
    for (index, piece) in pieces.enumerated() {
      guard let parts = piece.elements, parts.count == 2, let pause = parts[0].number, let text = parts[1].string
      else { throw CastError("item \(index + 1) of stdout must be a pause and a text, such as [0.5, \"text\"]") }
      guard -pause <= longestTime else {
        throw CastError("item \(index + 1) of stdout: expected a pause in seconds, found \(pause)")
      }
      time += max(0, pause)
      cast.events.append(TimedEvent(time, .output(text)))
    }
    cast.duration = max(time, header["duration"]?.number ?? 0)
    return try cast.checked()
  }

  /// Versions 2 and 3: one line for each event, with its time or the pause before it.
  private static func lines(
    _ header: JSONValue, isRelative: Bool, _ scanner: inout CastJSON
  ) throws(CastError) -> Cast {
    let terminal = isRelative ? header["term"] ?? .null : header
    var cast = try begin(
      header, terminal[isRelative ? "cols" : "width"], terminal[isRelative ? "rows" : "height"],
      theme: terminal["theme"])
    var time = 0.0
    while scanner.skipToValue() {
      let start = scanner.position
      let event: JSONValue
      do throws(CastError) {
        event = try scanner.value()
      } catch {
        // The recorder was stopped while writing the last line.
        if scanner.isInLastLine { break }
        throw error
      }
      guard let parts = event.elements, parts.count >= 2, let number = parts[0].number, let code = parts[1].string
      else {
        throw CastError(
          line: scanner.line(at: start), "expected a time, a code and a text, such as [0.5, \"o\", \"text\"]")
      }
      guard -number <= longestTime else {
        throw CastError(line: scanner.line(at: start), "expected a time in seconds, found \(number)")
      }
      time = isRelative ? time + max(0, number) : max(time, number)
      let text = parts.count > 2 ? parts[2].string ?? "" : ""
      switch code {
      case "o": cast.events.append(TimedEvent(time, .output(text)))
      case "i": cast.events.append(TimedEvent(time, .input(text)))
      case "m": cast.events.append(TimedEvent(time, .marker(text)))
      case "r":
        let sides = text.split(separator: "x").map { Int($0) }
        guard sides.count == 2, let columns = sides[0], let rows = sides[1] else {
          throw CastError(line: scanner.line(at: start), "a resize must be columns and rows, such as 80x24")
        }
        try require(columns, rows, line: scanner.line(at: start))
        cast.events.append(TimedEvent(time, .resize(columns: columns, rows: rows)))
      case "x": cast.exitCode = Int(text) ?? cast.exitCode
      // Events of later versions.
      default: break
      }
    }
    cast.duration = time
    return try cast.checked()
  }

  private static func begin(
    _ header: JSONValue, _ width: JSONValue?, _ height: JSONValue?, theme: JSONValue?
  ) throws(CastError) -> Cast {
    func side(_ value: JSONValue?, _ usual: Int) throws(CastError) -> Int {
      guard let number = value?.number, let side = Int(exactly: number.rounded()) else {
        throw CastError(line: 1, "the number of columns or rows is missing")
      }
      // A recording made without a terminal has size 0.
      return side == 0 ? usual : side
    }
    var cast = Cast(columns: try side(width, 80), rows: try side(height, 24))
    try require(cast.columns, cast.rows, line: 1)
    cast.title = header["title"]?.string
    cast.idleLimit = header["idle_time_limit"]?.number.flatMap { $0 > 0 ? $0 : nil }
    if let theme, let foreground = theme["fg"]?.string, let background = theme["bg"]?.string,
      let palette = theme["palette"]?.string
    {
      cast.theme = TerminalPalette(foreground: foreground, background: background, palette: palette)
    }
    return cast
  }

  private static func require(_ columns: Int, _ rows: Int, line: @autoclosure () -> Int) throws(CastError) {
    guard Terminal.sides.contains(columns), Terminal.sides.contains(rows) else {
      throw CastError(
        line: line(), "the terminal has \(columns) columns and \(rows) rows, but each must be from 1 to 1000")
    }
  }

  /// The longest session, in seconds.
  private static let longestTime = 1e9

  /// The most resizes, since each one rebuilds the screen.
  private static let mostResizes = 10_000

  func checked() throws(CastError) -> Cast {
    let resizes = events.lazy.count { if case .resize = $0.event { true } else { false } }
    guard resizes <= Self.mostResizes else {
      throw CastError("it resizes the terminal more than \(Self.mostResizes) times")
    }
    guard duration <= Self.longestTime else {
      throw CastError("it is longer than \(Int(clamping: Self.longestTime)) s")
    }
    return self
  }
}
