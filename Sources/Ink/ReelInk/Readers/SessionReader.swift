import ReelFormats
import ReelFiles
import ReelGeometry
import ReelTracing

/// Reads Reel's own sessions into strokes and paths, using `TraceSessionReader`.
enum SessionReader: InkReader {
  static let format = "Reel trace session"

  static func recognizes(_ source: TextSource) -> Bool {
    TraceSessionReader.recognizes(Array(source.bytes.prefix(4096)))
  }

  static func read(_ source: TextSource, options: InkOptions) throws(FormatError) -> Ink {
    let session = try session(in: source, limit: options.pointLimit).leavingOutUndone()
    var builder = InkBuilder(source, options: options, format: format)
    builder.name = session.header.name
    for path in session.header.expected { try builder.addExpected(path, at: 0) }
    // Each finger's events from touching down to lifting; moves of a finger that was never down are ignored.
    var open: [Int: [Int]] = [:]
    var strokes: [[Int]] = []
    for (index, event) in session.events.enumerated() {
      switch event.phase {
      case .began:
        if let old = open.updateValue([index], forKey: event.touch) { strokes.append(old) }
      case .moved: open[event.touch]?.append(index)
      case .ended, .cancelled:
        guard var stroke = open.removeValue(forKey: event.touch), let last = stroke.last else { continue }
        if session.events[last].point != event.point { stroke.append(index) }
        strokes.append(stroke)
      }
    }
    strokes += open.sorted { $0.key < $1.key }.map(\.value)
    // Events are in order of time, so strokes are ordered by their first events.
    strokes.sort { $0[0] < $1[0] }
    for stroke in strokes {
      builder.beginStroke(touch: session.events[stroke[0]].touch)
      for event in stroke.lazy.map({ session.events[$0] }) {
        try builder.add(x: event.point.x, y: event.point.y, milliseconds: event.milliseconds, at: 0)
      }
    }
    var ink = builder.finish()
    ink.recorded = session
    return ink
  }

  private static func session(
    in source: TextSource, limit: Int
  ) throws(FormatError) -> TraceSession {
    // A dot has one point and two events.
    let maxEvents = 2 * min(limit, .max / 2)
    do {
      let reader = try TraceSessionReader(source.bytes, name: source.name)
      var session = TraceSession(header: reader.header)
      while let record = try reader.next() {
        switch record {
        case .touch(let event): session.events.append(event)
        case .other(let text): session.others.append(.init(text: text, eventsBefore: session.events.count))
        }
        guard session.events.count + session.others.count <= maxEvents else { throw TooMany() }
      }
      return session
    } catch let error as TraceSessionError {
      throw FormatError(file: error.file, line: error.line, reason: error.problem)
    } catch {
      throw source.error("expected at most \(limit) points, found more")
    }
  }

  private struct TooMany: Error {}
}
