import ReelFiles
import ReelGeometry
import ReelPlatform

/// Writes a session event by event, as it happens.
///
/// A program that ends before `close()` leaves a readable file up to the last flush.
public final class TraceSessionWriter {
  private let path: String
  private var file: UnsafeMutablePointer<FILE>?
  private var order = EventOrder()

  /// Creates the file, replacing any existing one, and writes the header.
  ///
  /// - Throws: `TraceSessionError` if the file can't be created or written, or the header could not be read back.
  public init(to url: URL, header: TraceSession.Header) throws(TraceSessionError) {
    path = url.path(percentEncoded: false)
    guard url.isFileURL else { throw TraceSessionError(file: url.absoluteString, problem: "only files can be written") }
    let line = try header.checkedJSON(file: path)
    file = fopen(path, "wbe")
    guard file != nil else {
      throw TraceSessionError(file: path, problem: "cannot be written: \(SystemError(errno, "fopen").message)")
    }
    try write(line)
  }

  deinit { if let file { fclose(file) } }

  /// Writes an event.
  ///
  /// - Throws: `TraceSessionError` for an event that is not finite or earlier than the previous one, or if the disk is full.
  public func append(_ event: TouchEvent) throws(TraceSessionError) {
    if let problem = order.problem(with: event) { throw TraceSessionError(file: path, problem: problem) }
    try write(event.json)
  }

  /// Writes a record; a record of an unknown kind is written as it was read.
  ///
  /// - Throws: `TraceSessionError` as for events.
  public func append(_ record: TraceRecord) throws(TraceSessionError) {
    switch record {
    case .touch(let event): try append(event)
    case .other(let text): try write(text)
    }
  }

  /// Passes everything written so far to the system, so that other programs see it.
  ///
  /// - Throws: `TraceSessionError` if the disk is full.
  public func flush() throws(TraceSessionError) {
    guard let file, fflush(file) == 0 else { throw failure() }
  }

  /// Writes the remaining bytes and closes the file; closing twice is harmless.
  ///
  /// - Throws: `TraceSessionError` if the disk is full.
  public func close() throws(TraceSessionError) {
    guard let open = file else { return }
    file = nil
    guard fclose(open) == 0 else { throw failure() }
  }

  private func write(_ line: String) throws(TraceSessionError) {
    guard let file else { throw TraceSessionError(file: path, problem: "cannot be written: it is closed") }
    guard fputs(line, file) >= 0, fputc(0x0A, file) >= 0 else { throw failure() }
  }

  private func failure() -> TraceSessionError {
    TraceSessionError(file: path, problem: "cannot be written: \(SystemError(errno, "fwrite").message)")
  }
}

/// Prevents events from being written that could not be read back.
struct EventOrder {
  private var latest = 0.0

  mutating func problem(with event: TouchEvent) -> String? {
    guard event.point.x.isFinite, event.point.y.isFinite, event.milliseconds.isFinite else {
      return
        "the event at (\(event.point.x), \(event.point.y)), \(event.milliseconds) ms has a number that is not finite"
    }
    guard event.milliseconds >= latest else {
      return
        "an event at \(event.milliseconds) ms follows one at \(latest) ms: events must be in the order of time, from 0 on"
    }
    latest = event.milliseconds
    return nil
  }
}

extension TouchEvent {
  /// The event as a line of a session file.
  var json: String {
    var text: [UInt8] = []
    appendJSON(to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// Appends the line, without its end, to a text.
  package func appendJSON(to text: inout [UInt8]) {
    text.append(UInt8(ascii: "["))
    text += JSONText.number(milliseconds).utf8
    text += ",\"".utf8
    text += phase.rawValue.utf8
    text += "\"".utf8
    for number in [JSONText.number(point.x), JSONText.number(point.y), "\(touch)"] {
      text.append(UInt8(ascii: ","))
      text += number.utf8
    }
    text.append(UInt8(ascii: "]"))
  }
}

extension TraceSession.Header {
  /// Returns the header as a line, after checking that it can be read back.
  func checkedJSON(file: String) throws(TraceSessionError) -> String {
    let line = json
    do {
      _ = try TraceSession.Header(json: Array(line.utf8))
    } catch {
      throw TraceSessionError(file: file, problem: "the header can't be written: \(error.problem)")
    }
    return line
  }
}
