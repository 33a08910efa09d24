import ReelPlatform

extension TraceSession {
  /// Reads a whole session; `TraceSessionReader` needs less memory for long ones.
  ///
  /// - Throws: `TraceSessionError` with the line of the error.
  public init(contentsOf url: URL) throws(TraceSessionError) { try self.init(TraceSessionReader(contentsOf: url)) }

  /// Reads a whole session from memory.
  ///
  /// - Parameters:
  ///   - bytes: The lines of the session.
  ///   - name: Its name in errors.
  /// - Throws: `TraceSessionError` with the line of the error.
  public init(_ bytes: [UInt8], name: String = "session") throws(TraceSessionError) {
    try self.init(TraceSessionReader(bytes, name: name))
  }

  private init(_ reader: TraceSessionReader) throws(TraceSessionError) {
    self.init(header: reader.header)
    while let record = try reader.next() {
      switch record {
      case .touch(let event): events.append(event)
      case .other(let text): others.append(Other(text: text, eventsBefore: events.count))
      }
    }
  }

  /// Writes the whole session to a file or nothing, replacing any existing file.
  ///
  /// - Throws: `TraceSessionError` for a session that could not be read back, or a file that can't be written.
  public func write(to url: URL) throws(TraceSessionError) {
    let path = url.path(percentEncoded: false)
    let text = try text(file: path)
    do {
      try Data(text).write(to: url, options: .atomic)
    } catch {
      throw TraceSessionError(file: path, problem: "cannot be written: \(error)")
    }
  }

  /// Returns the bytes of the session's file.
  ///
  /// - Parameter file: The name of the session in errors.
  /// - Throws: `TraceSessionError` for a session that could not be read back.
  package func text(file: String = "session") throws(TraceSessionError) -> [UInt8] {
    var order = EventOrder()
    var text = Array(try header.checkedJSON(file: file).utf8) + Self.lineEnd
    text.reserveCapacity(text.count + Self.usualLine * events.count)
    var waiting = others[...]
    for (index, event) in events.enumerated() {
      while let other = waiting.first, other.eventsBefore <= index {
        text += other.text.utf8
        text += Self.lineEnd
        waiting.removeFirst()
      }
      if let problem = order.problem(with: event) {
        throw TraceSessionError(file: file, problem: "cannot be written: \(problem)")
      }
      event.appendJSON(to: &text)
      text += Self.lineEnd
    }
    for other in waiting {
      text += other.text.utf8
      text += Self.lineEnd
    }
    return text
  }

  private static let lineEnd: [UInt8] = [0x0A]
  /// The typical length of an event's line, in bytes.
  private static let usualLine = 64
}
