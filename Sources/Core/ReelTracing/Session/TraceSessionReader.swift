import ReelGeometry
import ReelPlatform

/// Reads a session line by line, in memory that does not depend on its length.
///
/// The file is JSON Lines in UTF-8. The first line is the header, an object:
///
///     {"format":"reel-trace","version":1,"name":"T","canvas":[414,896],"maxDistance":20,"rule":"anywhere",
///      "expected":["M70 245L350 245","M205 245L205 650"],"keyPoints":[[70,245],[350,245]]}
///
/// (on one line). `expected` holds SVG path data. Only `format`, `version` and `canvas` are required. Each following line is an event,
/// `[milliseconds, "began"|"moved"|"ended"|"cancelled", x, y, touch]`, and time never runs backwards. Objects, and arrays with another
/// second element, are kept and skipped. Empty lines are ignored.
public final class TraceSessionReader {
  /// The header before the events.
  public let header: TraceSession.Header

  private let source: LineSource
  private var latest = 0.0

  /// Opens a session file and reads its header.
  ///
  /// - Throws: `TraceSessionError` with the line of the error.
  public convenience init(contentsOf url: URL) throws(TraceSessionError) {
    let path = url.path(percentEncoded: false)
    guard url.isFileURL else { throw TraceSessionError(file: url.absoluteString, problem: "only files can be read") }
    try self.init(LineSource(path: path, name: path))
  }

  /// Reads a session from memory.
  ///
  /// - Parameters:
  ///   - bytes: The lines of the session.
  ///   - name: Its name in errors.
  /// - Throws: `TraceSessionError` with the line of the error.
  public convenience init(_ bytes: [UInt8], name: String = "session") throws(TraceSessionError) {
    try self.init(LineSource(bytes: bytes, name: name))
  }

  private init(_ source: LineSource) throws(TraceSessionError) {
    self.source = source
    var first: [UInt8]?
    repeat { first = try source.next() } while first?.allSatisfy(Self.isSpace) == true
    guard let first else {
      throw TraceSessionError(file: source.name, problem: "is empty: expected the header of a session")
    }
    do {
      header = try TraceSession.Header(json: first)
    } catch {
      throw TraceSessionError(file: source.name, line: source.line, problem: error.problem)
    }
  }

  /// Returns whether a file with these first bytes is a session.
  public static func recognizes(_ beginning: [UInt8]) -> Bool {
    let line = beginning.drop { isSpace($0) || $0 >= 0xBB }.prefix { $0 != UInt8(ascii: "\n") }.prefix(1024)
    guard line.first == UInt8(ascii: "{") else { return false }
    return String(decoding: line, as: UTF8.self).contains("\"\(TraceSession.Header.format)\"")
  }

  /// Returns the next record, or nil after the last.
  ///
  /// - Throws: `TraceSessionError` with the line of the error.
  public func next() throws(TraceSessionError) -> TraceRecord? {
    while let line = try source.next() {
      if line.allSatisfy(Self.isSpace) { continue }
      var scanner = EventScanner(line)
      guard let record = scanner.record() else {
        throw error(
          "\(Self.excerpt(line)) is not an event: expected [milliseconds, \"began\"|\"moved\"|\"ended\"|\"cancelled\", x, y, touch]"
        )
      }
      if case .touch(let event) = record {
        guard event.milliseconds >= latest else {
          throw error(
            "time runs backwards, from \(latest) to \(event.milliseconds) ms: expected events in the order of time")
        }
        latest = event.milliseconds
      }
      return record
    }
    return nil
  }

  private func error(_ problem: String) -> TraceSessionError {
    TraceSessionError(file: source.name, line: source.line, problem: problem)
  }

  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A }

  static func excerpt(_ line: [UInt8]) -> String {
    let text = String(decoding: line.prefix(60), as: UTF8.self).unicodeScalars.map {
      $0.value < 0x20 ? "�" : String($0)
    }
    return text.joined() + (line.count > 60 ? "…" : "")
  }
}
